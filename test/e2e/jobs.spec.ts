import { setTimeout as sleep } from 'node:timers/promises';
import { UsersService } from '#lib/accounts';
import type { JobState } from '#lib/queue';
import { TestApi } from '../support/worlds/test-api';
import { until } from '../support/until';

const PLAIN = { username: 'plain', password: 'pass phrase of a user' };

interface JobList {
  jobs: { id: number; name: string; state: JobState; startedBy: string | null; error: { code: string } | null }[];
  pagination: { total: number; hasMore: boolean };
}

describe('GET /api/jobs', () => {
  let api: TestApi;
  let admin: string;
  let plain: string;

  beforeAll(async () => {
    api = await TestApi.start();
    const { id } = await api.app.get(UsersService, { strict: false }).create({ ...PLAIN, role: 'user' });
    await api.database.query(
      `insert into job (name, queue, payload, state, requested_by, error, result, finished_at)
       select name, 'jobs', '{}', state, requested_by::bigint,
         case state when 'failed' then '{"kind":"unavailable","code":"gone","message":"away","retryable":true}'::jsonb end,
         case state when 'completed' then '{"secret":"result"}'::json end, case state when 'queued' then null else now() end
       from (values ('scan.batch', 'completed', null), ('scan.batch', 'failed', $1), ('ai.fill-daily', 'queued', $1),
         ('jobs.prune', 'queued', null), ('scan.batch', 'completed', '1')) as given (name, state, requested_by)`,
      [String(id)],
    );
    admin = await api.login();
    plain = await api.login(PLAIN);
  });
  afterAll(() => api.stop());

  const list = async (bearer: string, query = ''): Promise<JobList> =>
    (await api.call('GET', `/api/jobs${query}`, { bearer })).body.data as JobList;

  it("lists the user's own jobs, and all to administrators, newest first", async () => {
    expect((await list(admin)).jobs.map(({ name, startedBy }) => [name, startedBy])).toEqual([
      ['scan.batch', 'admin'],
      ['jobs.prune', null],
      ['ai.fill-daily', 'plain'],
      ['scan.batch', 'plain'],
      ['scan.batch', null],
    ]);
    const own = await list(plain);
    expect(own.jobs.map(({ name, state }) => [name, state])).toEqual([
      ['ai.fill-daily', 'queued'],
      ['scan.batch', 'failed'],
    ]);
    expect(own.jobs[1]?.error).toEqual({ code: 'gone', error: 'away', retryable: true });
    expect(own.jobs.some((job) => 'result' in job)).toBe(false);
    expect(own.pagination).toMatchObject({ total: 2, hasMore: false });
  });

  it('filters by state and kind, and has pages', async () => {
    expect((await list(admin, '?state=completed')).pagination.total).toBe(2);
    expect((await list(admin, '?state=queued&name=jobs.prune')).jobs.map(({ name }) => name)).toEqual(['jobs.prune']);
    const ids = (await list(admin)).jobs.map(({ id }) => id);
    const second = await list(admin, '?limit=2&offset=2');
    expect(second.jobs.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect(second.pagination).toEqual({ total: 5, limit: 2, offset: 2, hasMore: true });
  });

  it('returns a job with its result and its user', async () => {
    const [newest] = (await list(admin)).jobs;
    const reply = await api.call('GET', `/api/jobs/${newest?.id ?? 0}`, { bearer: admin });
    expect(reply.body.data).toMatchObject({ startedBy: 'admin', result: { secret: 'result' } });
  });

  it.each([
    ['state=gone', 'state'],
    ['state=', 'state'],
    ['state=queued&state=failed', 'state'],
    ['name=scan', 'name'],
    ['limit=0', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=1e3', 'offset'],
    ['user=1', 'user'],
  ])('rejects %s', async (query, field) => {
    const { status, body } = await api.call('GET', `/api/jobs?${query}`, { bearer: plain });
    expect([status, body.fields?.map((fault) => fault.field)]).toEqual([400, [field]]);
  });
});

describe('requests that stay open', () => {
  let api: TestApi;
  let admin: string;
  let plain: string;

  beforeAll(async () => {
    api = await TestApi.start();
    await api.app.get(UsersService, { strict: false }).create({ ...PLAIN, role: 'user' });
    admin = await api.login();
    plain = await api.login(PLAIN);
    // A worker lives, as it seems, and drains nothing.
    const queues = ['interactive', 'user_batch'];
    const seenAt = new Date(Date.now() + 600_000);
    await api.database.query(
      'insert into worker_heartbeat (worker_id, queues, seen_at) values (gen_random_uuid(), $1, $2)',
      [queues, seenAt],
    );
    await api.database.query(
      `insert into ai_drain (kind, origin, trade_day, today, total) values ('daily', 'manual', '2026-01-05', '2026-01-05', 1)`,
    );
  });
  afterAll(() => api.stop());

  interface HeldOpen {
    status: () => number | undefined;
    code: () => Promise<string | undefined>;
    close: () => void;
  }

  const held: HeldOpen[] = [];
  afterEach(() => held.splice(0).forEach(({ close }) => close()));

  /** Sends a request whose reply may take long. */
  function open(method: string, path: string, headers: Record<string, string> = {}, bearer = plain): HeldOpen {
    const closing = new AbortController();
    let response: Response | undefined;
    fetch(`${api.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...headers },
      signal: closing.signal,
    }).then(
      (answered) => (response = answered),
      () => undefined,
    );
    const request: HeldOpen = {
      status: () => response?.status,
      code: async () => ((await response?.json()) as { code?: string } | undefined)?.code,
      close: () => closing.abort(),
    };
    held.push(request);
    return request;
  }

  const WAITS = ['POST', '/api/stock-cycle/import-holdings'] as const;
  const STREAMS = ['GET', '/api/stock-cycle/ai-fill-drains/1/events'] as const;

  const openWaits = async (): Promise<number> => {
    await sleep(200);
    return held.filter((request) => request.status() === undefined).length;
  };

  it('are limited to ten waits a user, until their clients leave', async () => {
    for (let count = 0; count < 11; count += 1) open(...WAITS);
    const refused = (): HeldOpen[] => held.filter((request) => request.status() !== undefined);
    await until('the eleventh is answered', 5000, () => refused().length > 0);
    expect(await openWaits()).toBe(10);
    expect(refused().map((request) => request.status())).toEqual([429]);
    expect(await refused()[0]?.code()).toBe('too_many_waits');

    const asynchronous = open(...WAITS, { prefer: 'respond-async' });
    await until('it is answered', 5000, () => asynchronous.status() !== undefined);
    expect(asynchronous.status()).toBe(202);
    const other = open(...WAITS, {}, admin);
    expect(await openWaits()).toBe(11);
    expect(other.status()).toBeUndefined();

    for (const request of held) request.close();
    await until('a new one may wait', 5000, async () => {
      const next = open(...WAITS);
      await sleep(100);
      return next.status() === undefined;
    });
  });

  it('are limited to five event streams a user, until their clients leave', async () => {
    const streams = Array.from({ length: 5 }, () => open(...STREAMS));
    await until('all have begun', 5000, () => streams.every((stream) => stream.status() === 200));
    const sixth = open(...STREAMS);
    await until('the sixth is answered', 5000, () => sixth.status() !== undefined);
    expect([sixth.status(), await sixth.code()]).toEqual([429, 'too_many_streams']);
    for (const stream of streams) stream.close();
    await until('a new one begins', 5000, async () => {
      const next = open(...STREAMS);
      await until('it is answered', 5000, () => next.status() !== undefined);
      return next.status() === 200;
    });
  });
});

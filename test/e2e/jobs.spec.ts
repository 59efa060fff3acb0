import { UsersService } from '#lib/accounts';
import type { JobState } from '#lib/queue';
import { TestApi } from '../support/test-api';

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

  it('lists the own jobs, and all to administrators, newest first', async () => {
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

  it('filters by state and kind, and pages', async () => {
    expect((await list(admin, '?state=completed')).pagination.total).toBe(2);
    expect((await list(admin, '?state=queued&name=jobs.prune')).jobs.map(({ name }) => name)).toEqual(['jobs.prune']);
    const ids = (await list(admin)).jobs.map(({ id }) => id);
    const second = await list(admin, '?limit=2&offset=2');
    expect(second.jobs.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect(second.pagination).toEqual({ total: 5, limit: 2, offset: 2, hasMore: true });
  });

  it('tells a job with its result and who asked', async () => {
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
  ])('refuses %s', async (query, field) => {
    const { status, body } = await api.call('GET', `/api/jobs?${query}`, { bearer: plain });
    expect([status, body.fields?.map((fault) => fault.field)]).toEqual([400, [field]]);
  });
});

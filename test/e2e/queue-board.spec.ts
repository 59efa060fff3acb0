import { ApiKeysService, UsersService } from '#lib/accounts';
import { type AnyJobDefinition, JobsService, pruneJobsJob } from '#lib/queue';
import { JOBS } from '#lib/schema';
import { ADMIN, TestApi } from '../support/worlds/test-api';
import { TestService } from '../support/worlds/test-service';

const PLAIN = { username: 'plain', password: 'pass phrase of a user' };
const BOARD = '/api/admin/queues';

interface BoardQueue {
  name: string;
  readOnlyMode: boolean;
  counts: Record<string, number>;
  jobs: { id: string; data: unknown; externalUrl: { href: string } }[];
}

describe('the queue board', () => {
  let service: TestService;
  let cookie: string;

  beforeAll(async () => {
    service = await TestService.start();
    await service.api.app.get(UsersService, { strict: false }).create({ ...PLAIN, role: 'user' });
    cookie = `stock_cycle=${service.token}`;
  });
  afterAll(() => service.stop());

  const look = (path: string, headers: Record<string, string> = { cookie }) =>
    service.api.call('GET', `${BOARD}${path}`, { headers, unchecked: true });

  it.each(['', '/', '/queue/scan', '/static/images/logo.svg', '/api/queues'])(
    '%s is for administrators who are logged in',
    async (path) => {
      const plain = await service.api.login(PLAIN);
      const { key } = await service.api.app.get(ApiKeysService, { strict: false }).create(1, { name: 'of user 1' });
      const refused = {
        nobody: await look(path, {}),
        'plain user': await look(path, { cookie: `stock_cycle=${plain}` }),
        'key of user 1': await look(path, { authorization: `Bearer ${key}` }),
        'key in the address': await look(`${path}?api_key=${key}`, {}),
      };
      expect(Object.entries(refused).map(([who, { status, body }]) => [who, status, body.code])).toEqual([
        ['nobody', 401, undefined],
        ['plain user', 403, 'administrator_only'],
        ['key of user 1', 403, 'login_required'],
        ['key in the address', 403, 'login_required'],
      ]);
      expect((await look(path)).status).toBe(200);
      expect((await look(path, { authorization: `Bearer ${service.token}` })).status).toBe(200);
    },
  );

  it('is a page that requests nothing from other hosts, in a frame of ours only', async () => {
    const page = await look('/?language=en&status=active&page=2');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).not.toMatch(/https?:|<style|style=/);
    expect(page.text).toContain(`<base href="${BOARD}/"`);
    expect(page.text).toContain('"lng":"en-US"');
    expect((await look('/')).text).toContain('"lng":"zh-CN"');
    expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';.*frame-ancestors 'self'/);
    const elsewhere = await service.api.call('GET', '/api/jobs', { bearer: service.token });
    expect(elsewhere.headers.get('x-frame-options')).toBe('DENY');
    expect(elsewhere.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const [, script = ''] = /src="(static\/js\/main[^"]+)"/.exec(page.text) ?? [];
    const file = await look(`/${script}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/javascript; charset=utf-8']);
  });

  it.each([
    '/static/none.js',
    '/static/',
    '/static/js',
    '/static/..%2findex.ejs',
    '/static/js/..%2f..%2findex.ejs',
    '/static/%00.js',
    '/api/nothing',
    '/api/queues/a/b/c/d',
  ])('has no %s', async (path) => {
    expect((await look(path)).status).toBe(404);
  });

  it('shows every queue, and of a job its id and nothing else', async () => {
    await service.stopWorker();
    const jobs = service.api.app.get(JobsService);
    const { jobId } = await service.database.transaction((tx) => jobs.enqueue(tx, pruneJobsJob, { olderThanDays: 3 }));
    jobs.publishSoon();
    let shown: BoardQueue | undefined;
    while (shown === undefined || shown.jobs.length === 0) {
      const reply = await look(`/api/queues?activeQueue=${pruneJobsJob.queue}&status=latest&page=1&jobsPerPage=10`);
      const { queues } = reply.body as unknown as { queues: BoardQueue[] };
      const declared = new Set(JOBS.map(({ queue }: AnyJobDefinition) => queue));
      expect(queues.map(({ name }) => name).sort()).toEqual([...declared].sort());
      expect(queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
      shown = queues.find(({ name }) => name === pruneJobsJob.queue);
    }
    expect(shown.jobs).toMatchObject([{ data: { jobId }, externalUrl: { href: `/jobs?job=${jobId}` } }]);
    const id = shown.jobs[0]?.id ?? '';
    expect((await look(`/api/queues/${pruneJobsJob.queue}/${id}`)).status).toBe(200);
    expect((await look(`/queue/${pruneJobsJob.queue}/${id}`)).status).toBe(200);
    expect((await look('/api/queues?page=x')).status).toBe(400);
    expect((await look(`/api/queues/${pruneJobsJob.queue}/ob-0`)).status).toBe(404);
    await service.startWorker();
    expect((await jobs.wait(jobId, 20_000)).state).toBe('completed');
  });

  it('changes nothing: writes are rejected, those of foreign pages before any check', async () => {
    const write = (headers: Record<string, string>, path = `/api/queues/${pruneJobsJob.queue}/pause`) =>
      service.api.call('PUT', `${BOARD}${path}`, { headers, unchecked: true });
    const found = [
      await write({}),
      await write({ cookie }),
      await write({ cookie, origin: 'https://evil.example' }),
      await write({ cookie, origin: service.api.url }),
      await write({ cookie, origin: service.api.url }, '/api/queues/pause'),
    ];
    expect(found.map(({ status, body }) => [status, body.code])).toEqual([
      [401, undefined],
      [403, 'cross_site'],
      [403, 'cross_site'],
      [403, 'queue_board_read_only'],
      [403, 'queue_board_read_only'],
    ]);
  });
});

it('the queue board reports a store that is unavailable, and responds soon', async () => {
  const api = await TestApi.start({ environment: { REDIS_URL: 'redis://127.0.0.1:1' } });
  try {
    const bearer = await api.login(ADMIN);
    const reply = await api.call('GET', `${BOARD}/api/queues`, { bearer, unchecked: true });
    expect([reply.status, reply.body.code]).toEqual([503, 'queue_unavailable']);
    expect((await api.call('GET', `${BOARD}/`, { bearer })).status).toBe(200);
  } finally {
    await api.stop();
  }
});

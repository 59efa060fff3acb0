import { UsersService } from '#lib/accounts';
import { createPlainUser, type TestUser } from '../support/worlds/plain-user';
import { ADMIN, type Reply, TestApi } from '../support/worlds/test-api';

const CALENDAR = '/api/notifications/calendar';
const FEED = '/api/calendar/reviews.ics';
const SESSIONS = '/api/stock-cycle/sessions';

let api: TestApi;
let admin: string;
let plain: TestUser;

beforeAll(async () => {
  api = await TestApi.start({ environment: { PUBLIC_URL: 'https://cycle.example' } });
  admin = await api.login(ADMIN);
  plain = await createPlainUser(api);
});
afterAll(() => api.stop());

async function data<Data>(reply: Promise<Reply>): Promise<Data> {
  const { status, body, text } = await reply;
  if (status >= 300) throw new Error(text);
  return body.data as Data;
}

const makeFeed = async (bearer = plain.token) =>
  (await data<{ path: string }>(api.call('POST', CALENDAR, { bearer }))).path;

const feedOf = (bearer = plain.token) =>
  data<{ feed: { createdAt: string; lastReadAt: string | null } | null }>(api.call('GET', CALENDAR, { bearer }));

async function planReview(code: string, day: string, more: object = {}): Promise<number> {
  const body = { code, entry_date: '2026-02-02', stock_name: '甲;乙,丙' };
  const { session } = await data<{ session: { id: number } }>(
    api.call('POST', SESSIONS, { bearer: admin, json: body }),
  );
  const changes = { next_review_at: day, ...more };
  await data(api.call('PATCH', `${SESSIONS}/${String(session.id)}`, { bearer: admin, json: changes }));
  return session.id;
}

it('is made, shown once, and tells when it was read', async () => {
  expect(await feedOf()).toEqual({ feed: null });
  const path = await makeFeed();
  expect(path).toMatch(/^\/api\/calendar\/reviews\.ics\?key=scc_[0-9a-f]{16}_[0-9a-f]{64}$/);
  const before = await feedOf();
  expect(before.feed?.lastReadAt).toBeNull();
  expect(JSON.stringify(before)).not.toContain('scc_');
  expect((await api.call('GET', path)).status).toBe(200);
  expect((await feedOf()).feed?.lastReadAt).not.toBeNull();
  const stored = await api.database.query<{ text: string }>('select k::text as text from calendar_key k');
  const [, id = '', secret = ''] = /scc_([0-9a-f]+)_([0-9a-f]+)$/.exec(path) ?? [];
  expect(stored.map(({ text }) => [text.includes(id), text.includes(secret)])).toEqual([[true, false]]);
});

it('has the planned reviews of open sessions', async () => {
  const planned = await planReview('600519', '2026-03-04');
  const ended = await planReview('000001', '2026-03-05', { close: true });
  const deleted = await planReview('000002', '2026-03-06');
  await data(api.call('DELETE', `${SESSIONS}/${String(deleted)}`, { bearer: admin }));
  const path = await makeFeed();
  const { headers, text } = await api.call('GET', path);
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  expect(lines).toEqual(
    expect.arrayContaining([
      `UID:session-${String(planned)}-review@stock-cycle`,
      'DTSTART;VALUE=DATE:20260304',
      String.raw`SUMMARY:复盘 600519 甲\;乙\,丙`,
      `URL:https://cycle.example/sessions/${String(planned)}`,
    ]),
  );
  expect(text).not.toContain(`session-${String(ended)}-`);
  const tag = headers.get('etag') ?? '';
  const again = await api.call('GET', path, { headers: { 'if-none-match': tag } });
  expect([again.status, again.text]).toEqual([304, '']);
  await data(
    api.call('PATCH', `${SESSIONS}/${String(planned)}`, { bearer: admin, json: { next_review_at: '2026-03-09' } }),
  );
  const moved = await api.call('GET', path, { headers: { 'if-none-match': tag } });
  expect(moved.status).toBe(200);
  expect(moved.text).toContain('DTSTART;VALUE=DATE:20260309');
  expect(moved.text).toContain(`UID:session-${String(planned)}-review@stock-cycle`);
});

it('takes the present key alone', async () => {
  const first = await makeFeed();
  const second = await makeFeed();
  const statuses = async (paths: readonly string[]) => {
    const replies: number[] = [];
    for (const path of paths) replies.push((await api.call('GET', path)).status);
    return replies;
  };
  expect(await statuses([first, second])).toEqual([401, 200]);
  const wrong = [
    FEED,
    `${FEED}?key=`,
    `${FEED}?key=guess`,
    `${FEED}?key=scc_${'0'.repeat(16)}_${'0'.repeat(64)}`,
    second.slice(0, -1),
    second.slice(0, -1) + (second.endsWith('0') ? '1' : '0'),
    `${second}0`,
    second.replace('scc_', 'sck_'),
    second.replace('key=', 'api_key='),
  ];
  expect(await statuses(wrong)).toEqual(wrong.map(() => 401));
  expect(await statuses([`${second}&more=1`, `${second}&key=x`])).toEqual([400, 400]);
  // The key opens nothing else, and no other key or login opens the feed.
  const key = second.split('key=')[1] ?? '';
  expect((await api.call('GET', '/api/auth/me', { bearer: key })).status).toBe(401);
  expect((await api.call('GET', `/api/auth/me?api_key=${key}`)).status).toBe(401);
  expect((await api.call('GET', FEED, { bearer: admin })).status).toBe(401);
});

it('ends when it is revoked, which may be asked for twice', async () => {
  const path = await makeFeed();
  const other = await makeFeed(admin);
  for (let time = 0; time < 2; time += 1) {
    expect(await data(api.call('DELETE', CALENDAR, { bearer: plain.token }))).toEqual({ revoked: true });
  }
  expect((await api.call('GET', path)).status).toBe(401);
  expect((await api.call('GET', other)).status).toBe(200);
  expect(await feedOf()).toEqual({ feed: null });
});

it('is one a user, however many are made at once', async () => {
  const paths = await Promise.all(Array.from({ length: 6 }, () => makeFeed()));
  const replies = await Promise.all(paths.map((path) => api.call('GET', path)));
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 401, 401, 401, 401, 401,
  ]);
});

it('ends with the user who is disabled', async () => {
  const leaving = await createPlainUser(api, 'leaving');
  const path = await makeFeed(leaving.token);
  expect((await api.call('GET', path)).status).toBe(200);
  const users = api.app.get(UsersService, { strict: false });
  await users.setDisabled('leaving', true);
  expect((await api.call('GET', path)).status).toBe(401);
});

it('keeps its key out of logs and replies', async () => {
  const path = await makeFeed(admin);
  const key = path.split('key=')[1] ?? '';
  const secret = key.split('_')[2] ?? '';
  const replies = [
    await api.call('GET', path),
    await api.call('GET', `${path}&more=1`),
    await api.call('GET', `${path}&key=${key}`),
    await api.call('GET', path.replace('_', '%5f')),
    await api.call('GET', `/api/calendar/nothing.ics?key=${key}`),
    await api.call('GET', `${FEED}?key=my-own-guess`),
    await api.call('GET', `${FEED}?%6bey=my-own-guess`),
    await api.call('GET', '/health/live', { headers: { referer: `http://x${path}` } }),
  ];
  await api.database.query('alter table calendar_key rename to calendar_key_away');
  replies.push(await api.call('GET', path));
  await api.database.query('alter table calendar_key_away rename to calendar_key');
  expect(replies.at(-1)?.status).toBe(500);
  for (const { text } of replies) expect(text).not.toContain(secret);
  expect(api.logs).toContain('key=[redacted]');
  expect(api.logs).not.toContain(secret);
  expect(api.logs).not.toContain('my-own-guess');
  const metrics = await api.call('GET', '/metrics');
  expect(metrics.text).toContain('/api/calendar/reviews.ics');
  expect(metrics.text).not.toContain(key.slice(0, 12));
  const audit = await api.call('GET', '/api/admin/audit-events?action=calendar_key.created', { bearer: admin });
  expect(audit.status).toBe(200);
  expect(audit.text).not.toContain(secret);
});

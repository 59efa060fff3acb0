import { randomUUID } from 'node:crypto';
import { type CallOptions, TestApi } from '../support/worlds/test-api';

const events = '/api/admin/audit-events';

interface Event {
  id: number;
  at: string;
  actor: { kind: string; userId: number | null; username: string | null; keyPrefix: string | null };
  action: string;
  subjectId: number | null;
  subject: string | null;
  details: Record<string, unknown>;
}

describe('audit events', () => {
  let api: TestApi;
  let token: string;

  beforeAll(async () => {
    api = await TestApi.start();
    token = await api.login();
  });
  afterAll(() => api.stop());

  const call = (method: string, path: string, options: CallOptions = {}) =>
    api.call(method, path, { bearer: token, ...options });
  const list = async (query = '') =>
    (await call('GET', `${events}${query}`)).body.data as { items: Event[]; total: number };
  const newest = async (count: number) => (await list(`?limit=${count}`)).items;
  const newUser = async () => {
    const user = { username: `u-${randomUUID().slice(0, 8)}`, password: 'pass phrase of a user' };
    const reply = await call('POST', '/api/admin/users', { json: user });
    return { user, id: (reply.body.data as { id: number }).id };
  };
  const administrator = { kind: 'login', userId: 1, username: 'admin', keyPrefix: null };

  it('report who changed a user, one event per change, newest first', async () => {
    const { user, id } = await newUser();
    const change = { role: 'admin', password: 'another pass phrase', disabled: true };
    await call('PATCH', `/api/admin/users/${id}`, { json: change });
    const found = await newest(4);
    expect(found.map(({ action }) => action)).toEqual([
      'user.disabled',
      'user.password_changed',
      'user.role_changed',
      'user.created',
    ]);
    for (const event of found) {
      expect(event).toMatchObject({ actor: administrator, subjectId: id, subject: user.username });
      expect(event.at).toMatch(/Z$/);
    }
    expect(found.at(2)?.details).toEqual({ role: 'admin' });
  });

  it('contain nothing of a change that was rejected', async () => {
    const before = (await list()).total;
    const refused = await call('PATCH', '/api/admin/users/1', { json: { role: 'user', password: 'another phrase' } });
    expect(refused.status).toBe(409);
    expect((await list()).total).toBe(before);
  });

  it('name keys by their readable part, created and revoked once, and who acted with one', async () => {
    const json = { name: 'audit', scopes: ['read', 'write', 'admin'] };
    const made = (await call('POST', '/api/auth/api-keys', { json })).body.data as {
      id: number;
      key: string;
      prefix: string;
    };
    const backlink = await addBacklink(api);
    expect((await api.call('DELETE', `/api/seo/backlinks/${backlink}`, { bearer: made.key })).status).toBe(200);
    for (let time = 0; time < 2; time += 1) await call('DELETE', `/api/auth/api-keys/${made.id}`);
    const [revoked, deleted, created] = await newest(3);
    expect(created).toMatchObject({ action: 'api_key.created', subjectId: made.id, subject: 'audit' });
    expect(created?.details).toEqual({ prefix: made.prefix, scopes: json.scopes });
    expect(deleted).toMatchObject({
      action: 'seo.backlink_deleted',
      subjectId: backlink,
      actor: { kind: 'api_key', userId: 1, username: 'admin', keyPrefix: made.prefix },
    });
    expect(revoked).toMatchObject({ action: 'api_key.revoked', subjectId: made.id, actor: administrator });
  });

  it("report failed logins, never the typed text, and a user's change of their own password", async () => {
    const { user, id } = await newUser();
    const before = (await list()).total;
    const login = (username: string, password: string) =>
      api.call('POST', '/api/auth/login', { json: { username, password } });
    expect((await login(user.password, 'canary one')).status).toBe(401);
    expect((await login(user.username, 'canary two')).status).toBe(401);
    const bearer = await api.login(user);
    const json = { current_password: user.password, new_password: 'the next pass phrase' };
    expect((await api.call('POST', '/api/auth/password', { bearer, json })).status).toBe(200);
    const [changed, failed, unknownName] = await newest(3);
    expect(unknownName).toMatchObject({ action: 'login.failed', subjectId: null, subject: null });
    expect(failed).toMatchObject({ action: 'login.failed', subjectId: id, actor: { kind: 'unknown', userId: null } });
    expect(changed).toMatchObject({ action: 'user.password_changed', actor: { userId: id }, subjectId: id });
    expect((await list()).total).toBe(before + 3);
    const all = (await call('GET', `${events}?limit=200`)).text;
    for (const secret of ['canary', 'phrase', 'argon2', token, user.password]) expect(all).not.toContain(secret);
  });

  it('report what was started for everybody', async () => {
    const range = { start_date: '2025-12-01', end_date: '2025-12-02' };
    const scan = await call('POST', '/api/stock-cycle/scans', { json: range });
    expect([scan.status, scan.text]).toEqual([202, expect.anything()]);
    const { scanId } = scan.body.data as { scanId: number };
    const drain = await call('POST', '/api/stock-cycle/ai-fill-drains', { json: { kind: 'daily' } });
    const { drainId } = drain.body.data as { drainId: number };
    const [started, scanned] = await newest(2);
    expect(scanned).toMatchObject({
      action: 'scan.started',
      subjectId: scanId,
      details: { startDate: '2025-12-01', endDate: '2025-12-02' },
    });
    expect(started).toMatchObject({ action: 'drain.started', subjectId: drainId, details: { kind: 'daily' } });
  });

  it('are found by actor, action and day, in pages', async () => {
    const { user } = await newUser();
    await expect(api.login({ ...user, password: 'wrong' })).rejects.toThrow();
    const ofAdmin = await list('?actor=ADMIN&limit=1');
    expect(ofAdmin.items).toHaveLength(1);
    expect(ofAdmin.total).toBeGreaterThan(1);
    const next = await list('?actor=admin&limit=1&offset=1');
    expect(next.items[0]?.id).toBeLessThan(ofAdmin.items[0]?.id ?? 0);
    const failed = await list('?action=login.failed');
    expect(new Set(failed.items.map(({ action }) => action))).toEqual(new Set(['login.failed']));
    await api.database.query(
      `insert into audit_event (at, actor_kind, action) values ('2025-12-01T15:59:59Z', 'server', 'backup.completed'),
         ('2025-12-01T16:00:00Z', 'server', 'backup.completed')`,
    );
    expect((await list('?day=2025-12-01')).items).toMatchObject([{ at: '2025-12-01T15:59:59.000Z' }]);
    expect((await list('?day=2025-12-02')).total).toBe(1);
    for (const query of ['?action=x', '?day=2025-13-01', '?offset=-1', '?actor=']) {
      expect([query, (await call('GET', `${events}${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('have the same pages as the list of users', async () => {
    await newUser();
    const page = async (query: string) =>
      (await call('GET', `/api/admin/users${query}`)).body.data as { items: { id: number }[]; total: number };
    const whole = await page('');
    expect(whole.total).toBe(whole.items.length);
    expect(await page('?limit=1&offset=1')).toEqual({ items: whole.items.slice(1, 2), total: whole.total });
  });
});

async function addBacklink(api: TestApi): Promise<number> {
  const [row] = await api.database.query<{ id: number }>(
    `insert into seo_backlink (from_url, search_text, host_key) values ('https://a.example/x', 'a.example/x', 'a.example')
     returning id`,
  );
  return row?.id ?? 0;
}

import { randomUUID } from 'node:crypto';
import { ApiKeysService } from '#lib/accounts';
import { type CallOptions, type Reply, TestApi } from '../support/worlds/test-api';

const users = '/api/admin/users';
const me = '/api/auth/me';

interface Account {
  id: number;
  username: string;
  role: string;
  disabled: boolean;
  disabledAt: string | null;
}

describe('users', () => {
  let api: TestApi;
  let token: string;

  beforeAll(async () => {
    api = await TestApi.start();
    token = await api.login();
  });
  afterAll(() => api.stop());

  const call = (method: string, path: string, options: CallOptions = {}): Promise<Reply> =>
    api.call(method, path, { bearer: token, ...options });
  const patch = (id: number, json: object) => call('PATCH', `${users}/${id}`, { json });
  const newUser = async (role?: 'admin' | 'user') => {
    const user = { username: `u-${randomUUID().slice(0, 8)}`, password: ' pass phrase ' };
    const reply = await call('POST', users, { json: { ...user, ...(role === undefined ? {} : { role }) } });
    expect(reply.status).toBe(200);
    return { user, account: reply.body.data as Account };
  };
  const newKey = async (userId: number) =>
    (
      await api.app
        .get(ApiKeysService, { strict: false })
        .create(userId, { name: 'test', ...(userId === 1 ? { scopes: ['read', 'admin'] } : {}) })
    ).key;
  const status = async (bearer: string) => (await api.call('GET', me, { bearer })).status;

  it('are created, listed by id, and sign in with exactly the password that was given', async () => {
    const { user, account } = await newUser();
    expect(account).toEqual({
      id: expect.any(Number) as number,
      username: user.username,
      role: 'user',
      disabled: false,
      disabledAt: null,
      createdAt: expect.stringMatching(/Z$/) as string,
    });
    await expect(api.login(user)).resolves.toMatch(/^eyJ/);
    const { items, total } = (await call('GET', users)).body.data as { items: Account[]; total: number };
    expect(items[0]).toMatchObject({ id: 1, username: 'admin', role: 'admin' });
    expect(items.at(-1)).toEqual(account);
    expect(total).toBe(items.length);
    expect((await call('GET', users)).text).not.toContain('argon2');
  });

  it('have unique names, in any case, also when many are created at once', async () => {
    const username = `twin-${randomUUID().slice(0, 8)}`;
    const replies = await Promise.all(
      [username, username.toUpperCase(), username, ` ${username} `].map((name) =>
        call('POST', users, { json: { username: name, password: 'pass phrase', role: 'user' } }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409]);
    expect(replies.find((reply) => reply.status === 409)?.body).toMatchObject({
      success: false,
      code: 'username_taken',
    });
  });

  it.each([
    [{ password: 'pass phrase' }, 'username'],
    [{ username: 'a b', password: 'pass phrase' }, 'username'],
    [{ username: 'x'.repeat(65), password: 'pass phrase' }, 'username'],
    [{ username: 'short', password: '9 letters' }, 'password'],
    [{ username: 'common', password: 'Password123' }, 'password'],
    [{ username: 'common', password: '1234567890' }, 'password'],
    [{ username: 'short' }, 'password'],
    [{ username: 'short', password: 'pass phrase', role: 'root' }, 'role'],
    [{ username: 'short', password: 'pass phrase', role: null }, 'role'],
    [{ username: 'short', password: 'pass phrase', id: 9 }, 'id'],
    [{ username: 'short', password: 'pass phrase', disabled: true }, 'disabled'],
    [{ username: ['short'], password: 'pass phrase' }, 'username'],
  ])('are not created with %j', async (json, field) => {
    const reply = await call('POST', users, { json });
    expect(reply.status).toBe(400);
    expect(reply.body.fields?.map((problem) => problem.field)).toContain(field);
  });

  it('have no password in an error', async () => {
    const reply = await call('POST', users, { json: { username: 'short', password: 'canary\n' + 'x'.repeat(300) } });
    expect(reply.status).toBe(400);
    expect(reply.text).not.toContain('canary');
  });

  it('change role, password and state, all at once or not at all', async () => {
    const { user, account } = await newUser();
    const changed = await patch(account.id, { role: 'admin', password: 'another phrase', disabled: false });
    expect(changed.body.data).toEqual({ ...account, role: 'admin' });
    await expect(api.login(user)).rejects.toThrow();
    const bearer = await api.login({ ...user, password: 'another phrase' });
    expect((await api.call('GET', users, { bearer })).status).toBe(200);
    // Roles are read with every request: this login is an administrator's no more.
    await patch(account.id, { role: 'user' });
    expect((await api.call('GET', users, { bearer })).status).toBe(403);
    const refused = await patch(1, { password: 'hijacked it', role: 'user' });
    expect(refused.status).toBe(409);
    expect(await status(token)).toBe(200);
  });

  it('lose every login and key at once when disabled, and regain their keys when enabled', async () => {
    const { user, account } = await newUser();
    const [one, other, key] = [await api.login(user), await api.login(user), await newKey(account.id)];
    const all = () => Promise.all([one, other, key].map(status));
    expect(await all()).toEqual([200, 200, 200]);
    const first = (await patch(account.id, { disabled: true })).body.data as Account;
    expect(first).toMatchObject({ disabled: true, disabledAt: expect.stringMatching(/Z$/) as string });
    expect(await all()).toEqual([401, 401, 401]);
    await expect(api.login(user)).rejects.toThrow('the username or the password is wrong');
    expect((await patch(account.id, { disabled: true })).body.data).toEqual(first);
    expect((await patch(account.id, { disabled: false })).body.data).toMatchObject({ disabledAt: null });
    expect(await all()).toEqual([401, 401, 200]);
    await expect(api.login(user)).resolves.toMatch(/^eyJ/);
  });

  it('lose every login, and no key, with a new password', async () => {
    const { user, account } = await newUser();
    const [login, key] = [await api.login(user), await newKey(account.id)];
    expect((await patch(account.id, { password: 'another phrase' })).status).toBe(200);
    expect([await status(login), await status(key)]).toEqual([401, 200]);
  });

  it('keep logins that no change concerns', async () => {
    const { user, account } = await newUser();
    const login = await api.login(user);
    await patch(account.id, { role: 'admin' });
    expect(await status(login)).toBe(200);
  });

  it.each([{ disabled: true }, { role: 'user' }])(
    'keep user id 1 an enabled administrator against %j',
    async (json) => {
      const { user } = await newUser('admin');
      const bearer = await api.login(user);
      const reply = await api.call('PATCH', `${users}/1`, { bearer, json });
      expect(reply.status).toBe(409);
      expect(reply.body).toMatchObject({ success: false, code: 'administrator_needed' });
      expect((await call('GET', me)).body.data).toMatchObject({ user: { id: 1, role: 'admin' } });
    },
  );

  it.each([
    ['an empty change', '1', {}, 400],
    ['null', '1', { role: null }, 400],
    ['a flag as text', '1', { disabled: 'true' }, 400],
    ['a short password', '1', { password: '9 letters' }, 400],
    ['a common password', '1', { password: 'qwertyuiop' }, 400],
    ['another name', '1', { username: 'root' }, 400],
    ['an id that is none', 'x', { role: 'user' }, 400],
    ['an id beyond a bigint', '9223372036854775808', { role: 'user' }, 400],
    ['id 0', '0', { role: 'user' }, 404],
    ['an unknown id', '999999', { role: 'user' }, 404],
    ['a bad field of an unknown id', '999999', { role: 'root' }, 400],
  ])('reject a change with %s', async (_what, id, json, expected) => {
    const reply = await call('PATCH', `${users}/${id}`, { json });
    expect(reply.status).toBe(expected);
    expect(reply.body.success).toBe(false);
  });

  describe('X-API-Key', () => {
    const byKey = (key: string, options: CallOptions = {}, path = users) =>
      api.call('GET', path, { ...options, headers: { 'x-api-key': key, ...options.headers } });

    const byKeyWith = (key: string, method: string, path: string, json: object) =>
      api.call(method, path, { json, headers: { 'x-api-key': key } });

    it('carries the key of user 1, and nobody else’s', async () => {
      const { account } = await newUser('admin');
      expect((await byKey(await newKey(1))).status).toBe(200);
      expect((await byKey(await newKey(account.id))).status).toBe(403);
      expect((await byKey('sck_bad')).status).toBe(401);
      expect((await byKey('')).status).toBe(401);
      expect((await byKey(token)).status).toBe(401);
    });

    it('comes between the Bearer header and api_key, without fallback', async () => {
      const [key, cookie] = [await newKey(1), { cookie: `stock_cycle=${token}` }];
      expect((await byKey('sck_bad', { bearer: token })).status).toBe(200);
      expect((await byKey(key, { bearer: 'bad' })).status).toBe(401);
      expect((await byKey('sck_bad', { headers: cookie })).status).toBe(401);
      expect((await byKey('sck_bad', {}, `${users}?api_key=${key}`)).status).toBe(401);
      expect((await byKey(key, {}, `${users}?api_key=sck_bad`)).status).toBe(200);
      const twice = await api.rawCall('GET', users, ['x-api-key', key, 'x-api-key', key]);
      expect(twice.status).toBe(401);
    });

    it('changes no user: that requires a login, whatever the scopes', async () => {
      const { account } = await newUser();
      const key = await newKey(1);
      const json = { password: 'set by a leaked key' };
      for (const reply of [
        await byKeyWith(key, 'PATCH', `${users}/${account.id}`, json),
        await byKeyWith(key, 'PATCH', `${users}/1`, json),
        await byKeyWith(key, 'POST', users, { username: 'by-key', password: 'set by a leaked key' }),
        await api.call('PATCH', `${users}/1`, { bearer: key, json }),
      ]) {
        expect([reply.status, reply.body.code]).toEqual([403, 'login_required']);
      }
      const inAddress = await api.call('PATCH', `${users}/1?api_key=${key}`, { json });
      expect([inAddress.status, inAddress.body.code]).toEqual([403, 'login_required']);
      const read = await api.call('GET', `${users}?api_key=${key}`);
      expect([read.status, read.body.code]).toEqual([403, 'key_in_address']);
      await expect(api.login()).resolves.toMatch(/^eyJ/);
    });

    it('is no credential on other routes, and stays out of the log', async () => {
      const key = await newKey(1);
      expect((await byKey(key, {}, me)).status).toBe(401);
      expect(api.logs).not.toContain(key);
    });
  });

  it('are for administrators only', async () => {
    const { user } = await newUser();
    const bearer = await api.login(user);
    for (const [method, path] of [
      ['GET', users],
      ['POST', users],
      ['PATCH', `${users}/1`],
    ] as const) {
      expect((await api.call(method, path)).status).toBe(401);
      const reply = await api.call(method, path, { bearer, ...(method === 'GET' ? {} : { json: { nonsense: 1 } }) });
      expect([path, reply.status, reply.body.code]).toEqual([path, 403, 'administrator_only']);
    }
  });

  it('cannot be guessed with a login: wrong passwords count as failed logins', async () => {
    const { user } = await newUser();
    const bearer = await api.login(user);
    const change = (current_password: string) =>
      api.call('POST', '/api/auth/password', { bearer, json: { current_password, new_password: 'another phrase' } });
    for (let guess = 0; guess < 10; guess += 1) expect((await change(`guess ${guess}`)).status).toBe(400);
    const refused = await change(user.password);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^[0-9]+$/);
    await api.database.query('delete from login_attempt');
    expect((await change(user.password)).status).toBe(200);
    expect(await status(bearer)).toBe(401);
  });

  it('cannot be signed in by a foreign page', async () => {
    const { user } = await newUser();
    const login = (headers: Record<string, string>) => api.call('POST', '/api/auth/login', { json: user, headers });
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: api.url, 'sec-fetch-site': 'same-site' },
    ] satisfies Record<string, string>[]) {
      const reply = await login(headers as Record<string, string>);
      expect([headers, reply.status, reply.body.code]).toEqual([headers, 403, 'cross_site']);
      expect(reply.headers.get('set-cookie')).toBeNull();
    }
    expect((await login({ origin: api.url })).status).toBe(200);
    expect((await login({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await login({})).status).toBe(200);
  });
});

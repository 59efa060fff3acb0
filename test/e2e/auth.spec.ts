import { createHmac, randomUUID } from 'node:crypto';
import argon2 from '@node-rs/argon2';
import { ApiKeysService, UsersService } from '#lib/accounts';
import { ADMIN, TestApi } from '../support/worlds/test-api';

const SECRET = 'a secret of the tests, long enough';
const me = '/api/auth/me';
const keys = '/api/auth/api-keys';

interface Me {
  user: { id: number };
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A token signed by hand, so that it can be wrong in any way. */
function forge(claims: object, options: { header?: object; secret?: string; hash?: string } = {}): string {
  const body = `${part({ alg: 'HS256', typ: 'JWT', ...options.header })}.${part(claims)}`;
  return `${body}.${createHmac(options.hash ?? 'sha256', options.secret ?? SECRET)
    .update(body)
    .digest('base64url')}`;
}

describe('credentials', () => {
  let api: TestApi;
  let token: string;
  let claims: { sub: string; jti: string; exp: number; iat: number; iss: string; aud: string };

  beforeAll(async () => {
    api = await TestApi.start();
    token = await api.login();
    claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as typeof claims;
  });
  afterAll(() => api.stop());

  const status = async (bearer: string): Promise<number> => (await api.call('GET', me, { bearer })).status;
  const newUser = async (role: 'admin' | 'user' = 'user') => {
    const user = { username: `u-${randomUUID().slice(0, 8)}`, password: 'pass phrase of a user' };
    const { id } = await api.app.get(UsersService, { strict: false }).create({ ...user, role });
    return { user, id };
  };
  const newKey = async (userId: number) =>
    (await api.app.get(ApiKeysService, { strict: false }).create(userId, { name: 'test' })).key;

  describe('login', () => {
    it('returns a token and sets a cookie that scripts of a page cannot read', async () => {
      const reply = await api.call('POST', '/api/auth/login', { json: ADMIN });
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({
        success: true,
        data: {
          token: expect.stringMatching(/^eyJ/) as string,
          tokenType: 'Bearer',
          expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) as string,
          user: { id: 1, username: 'admin', role: 'admin' },
        },
      });
      const cookie = reply.headers.get('set-cookie');
      expect(cookie).toMatch(/^stock_cycle=eyJ[^;]+; Path=\/; HttpOnly; SameSite=Lax; Expires=/);
    });

    it('responds alike to an unknown name and a wrong password', async () => {
      const unknown = await api.call('POST', '/api/auth/login', { json: { username: 'nobody', password: 'x' } });
      const wrong = await api.call('POST', '/api/auth/login', { json: { ...ADMIN, password: 'x' } });
      expect(unknown.status).toBe(401);
      expect(unknown.body).toEqual({ error: 'the username or the password is wrong' });
      expect(wrong.text).toBe(unknown.text);
    });

    // By the hashes that are checked: next to other work, no time on a clock is sure.
    it('does not reveal by its time whether a name exists', async () => {
      const { username } = (await newUser()).user;
      const verify = jest.spyOn(argon2, 'verify');
      await api.call('POST', '/api/auth/login', { json: { username, password: 'wrong' } });
      await api.call('POST', '/api/auth/login', { json: { username: `no-${username}`, password: 'wrong' } });
      const costs = verify.mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'));
      verify.mockRestore();
      expect(costs).toEqual(Array(2).fill('$argon2id$v=19$m=19456,t=2,p=1'));
    });

    it('slows guessing down per account and address, including parallel guesses, but not for other accounts', async () => {
      const { username, password } = (await newUser()).user;
      const guesses = await Promise.all(
        Array.from({ length: 14 }, () =>
          api.call('POST', '/api/auth/login', { json: { username, password: 'guess' } }),
        ),
      );
      expect(guesses.filter((reply) => reply.status === 401)).toHaveLength(10);
      const refused = guesses.filter((reply) => reply.status === 429);
      expect(refused).toHaveLength(4);
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(800);
      expect((await api.call('POST', '/api/auth/login', { json: { username, password } })).status).toBe(429);
      await api.database.query(`update login_attempt set attempted_at = now() - interval '16 minutes'`);
      await expect(api.login({ username, password })).resolves.toMatch(/^eyJ/);
    });
  });

  describe('tokens', () => {
    it('are accepted if valid, also one forged with the real secret (the forger below works)', async () => {
      expect(await status(token)).toBe(200);
      expect(await status(forge(claims))).toBe(200);
    });

    it.each(['none', 'None', 'NONE', 'nOnE'])('are rejected with alg %s', async (alg) => {
      const unsigned = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
      expect(await status(`${unsigned}.`)).toBe(401);
      expect(await status(forge(claims, { header: { alg } }))).toBe(401);
    });

    it.each([
      ['another secret', () => forge(claims, { secret: 'another secret' })],
      ['another HMAC', () => forge(claims, { header: { alg: 'HS512' }, hash: 'sha512' })],
      ['an RS256 header', () => forge(claims, { header: { alg: 'RS256' } })],
      ['a changed payload', () => `${token.split('.')[0]}.${part({ ...claims, sub: '2' })}.${token.split('.')[2]}`],
      ['an expiry in the past', () => forge({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 })],
      ['no expiry', () => forge({ ...claims, exp: undefined })],
      ['an expiry as text', () => forge({ ...claims, exp: '2999-01-01' })],
      ['a start in the future', () => forge({ ...claims, nbf: Math.floor(Date.now() / 1000) + 60 })],
      ['another audience', () => forge({ ...claims, aud: 'other' })],
      ['no audience', () => forge({ ...claims, aud: undefined })],
      ['another issuer', () => forge({ ...claims, iss: 'other' })],
      ['another subject', () => forge({ ...claims, sub: '2' })],
      ['a subject that is SQL', () => forge({ ...claims, sub: '1 or 1=1' })],
      ['an unknown login', () => forge({ ...claims, jti: randomUUID() })],
      ['a login id that is no uuid', () => forge({ ...claims, jti: "x' or '1'='1" })],
      ['no login id', () => forge({ ...claims, jti: undefined })],
      ['two parts', () => token.split('.').slice(0, 2).join('.')],
      ['no form at all', () => 'nonsense'],
    ])('are rejected: %s', async (_what, bad) => {
      const reply = await api.call('GET', me, { bearer: bad() });
      expect(reply.status).toBe(401);
      expect(Object.keys(reply.body)).toEqual(['error']);
      expect(reply.headers.get('www-authenticate')).toContain('Bearer');
    });

    it('are verified without a request to the address in their header', async () => {
      const pointers = { kid: '../../../etc/passwd', jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/cert' };
      expect(await status(forge(claims, { header: pointers, secret: 'theirs' }))).toBe(401);
    });

    it('are rejected in two Authorization headers, and in an empty one', async () => {
      const good = `Bearer ${token}`;
      expect((await api.rawCall('GET', me, ['authorization', good])).status).toBe(200);
      expect((await api.rawCall('GET', me, ['authorization', good, 'authorization', good])).status).toBe(401);
      expect(
        (await api.rawCall('GET', me, ['authorization', 'Bearer ', 'cookie', `stock_cycle=${token}`])).status,
      ).toBe(401);
    });

    it('may have a megabyte without harm', async () => {
      const reply = await api
        .rawCall('GET', me, ['authorization', `Bearer ${'a'.repeat(1024 * 1024)}`])
        .catch(() => undefined);
      expect([undefined, 401, 431]).toContain(reply?.status);
      expect(await status(token)).toBe(200);
    });

    it('expire by the real clock, not by the business clock', async () => {
      const past = await TestApi.start({ environment: { CLOCK_START: '2020-01-02T01:30:00Z' } });
      try {
        expect((await past.call('GET', me, { bearer: await past.login() })).status).toBe(200);
      } finally {
        await past.stop();
      }
    });
  });

  describe('the end of a login', () => {
    it('comes with logout, for the token and the cookie, and not for other logins', async () => {
      const { user } = await newUser();
      const [one, other] = [await api.login(user), await api.login(user)];
      expect((await api.call('POST', '/api/auth/logout', { bearer: one })).body.data).toEqual({ loggedOut: true });
      expect(await status(one)).toBe(401);
      expect((await api.call('GET', me, { headers: { cookie: `stock_cycle=${one}` } })).status).toBe(401);
      expect(await status(other)).toBe(200);
    });

    it('comes with a new password, for all logins of the user', async () => {
      const { user } = await newUser();
      const [one, other] = [await api.login(user), await api.login(user)];
      const change = (current_password: string, new_password = 'another phrase') =>
        api.call('POST', '/api/auth/password', {
          bearer: one,
          json: { current_password, new_password },
        });
      for (const bad of ['9 letters', 'Password123', 'qwertyuiop']) {
        expect((await change(user.password, bad)).body.fields?.[0]?.field).toBe('new_password');
      }
      const wrong = await change('not it');
      expect(wrong.status).toBe(400);
      expect(wrong.body).toMatchObject({ code: 'wrong_password', fields: [{ field: 'current_password' }] });
      expect((await change(user.password)).status).toBe(200);
      expect([await status(one), await status(other)]).toEqual([401, 401]);
      await expect(api.login(user)).rejects.toThrow('the username or the password is wrong');
      await expect(api.login({ ...user, password: 'another phrase' })).resolves.toMatch(/^eyJ/);
    });

    it('comes with disabling the user, also for keys, and reveals no more than a wrong password', async () => {
      const { user, id: userId } = await newUser();
      const [login, key] = [await api.login(user), await newKey(userId)];
      expect([await status(login), await status(key)]).toEqual([200, 200]);
      const users = api.app.get(UsersService, { strict: false });
      await users.setDisabled(user.username.toUpperCase(), true);
      expect([await status(login), await status(key)]).toEqual([401, 401]);
      await expect(api.login(user)).rejects.toThrow('the username or the password is wrong');
      await users.setDisabled(user.username, false);
      expect([await status(login), await status(key)]).toEqual([401, 200]);
    });
  });

  describe('personal API keys', () => {
    it('are created, shown once, listed, used and revoked', async () => {
      const made = await api.call('POST', keys, { bearer: token, json: { name: 'nightly', expires_in_days: 30 } });
      const { id, key, prefix } = made.body.data as { id: number; key: string; prefix: string };
      expect(Object.keys(made.body.data as object)).toEqual([
        ...['id', 'name', 'prefix', 'scopes', 'key', 'expiresAt', 'createdAt'],
      ]);
      expect(key).toMatch(/^sck_[0-9a-f]{16}_[0-9a-f]{64}$/);
      expect(key.startsWith(`${prefix}_`)).toBe(true);
      expect(await status(key)).toBe(200);
      const byQuery = await api.call('GET', `${me}?api_key=${key}`);
      expect(byQuery.body.data).toEqual({ user: { id: 1, username: 'admin', role: 'admin' }, credential: 'api_key' });
      const list = await api.call('GET', keys, { bearer: token });
      expect((list.body.data as { items: object[] }).items[0]).toMatchObject({
        id,
        prefix,
        lastUsedAt: expect.any(String) as string,
        revokedAt: null,
      });
      expect(list.text).not.toContain(key);
      expect((await api.call('DELETE', `${keys}/${id}`, { bearer: token })).status).toBe(200);
      expect(await status(key)).toBe(401);
    });

    it('have the requested scopes, read and write by default', async () => {
      const make = (json: object, bearer = token) =>
        api.call('POST', keys, { bearer, json: { name: 'scoped', ...json } });
      const scopesOf = async (json: object) => ((await make(json)).body.data as { scopes: string[] }).scopes;
      expect(await scopesOf({})).toEqual(['read', 'write']);
      expect(await scopesOf({ scopes: ['read'] })).toEqual(['read']);
      expect(await scopesOf({ scopes: ['admin', 'read'] })).toEqual(['admin', 'read']);
      const { items } = (await api.call('GET', keys, { bearer: token })).body.data as { items: { scopes: string[] }[] };
      expect(items.slice(0, 2).map(({ scopes }) => scopes)).toEqual([['admin', 'read'], ['read']]);
      for (const scopes of [[], ['root'], ['read', 'read'], 'read', null]) {
        const reply = await make({ scopes });
        expect([scopes, reply.status, reply.body.fields?.[0]?.field]).toEqual([scopes, 400, 'scopes']);
      }
      const { user } = await newUser('admin');
      const refused = await make({ scopes: ['admin'] }, await api.login(user));
      expect([refused.status, refused.body.code]).toEqual([403, 'admin_scope']);
    });

    it('name the scope that they lack', async () => {
      const made = await api.call('POST', keys, { bearer: token, json: { name: 'reader', scopes: ['read'] } });
      const { key } = made.body.data as { key: string };
      expect((await api.call('GET', '/api/watchlist', { bearer: key })).status).toBe(200);
      const refused = await api.call('PUT', '/api/watchlist/600519', { bearer: key });
      expect([refused.status, refused.body.code]).toEqual([403, 'scope_missing']);
      expect(refused.body.error).toBe('this API key has the scope read; this takes write');
    });

    it('are limited to 100 a user; a new one replaces the oldest that is dead', async () => {
      const { user } = await newUser();
      const bearer = await api.login(user);
      const make = () => api.call('POST', keys, { bearer, json: { name: 'one of many' } });
      const ids: number[] = [];
      for (let index = 0; index < 100; index += 1) ids.push(((await make()).body.data as { id: number }).id);
      const refused = await make();
      expect([refused.status, refused.body.code]).toEqual([409, 'too_many_keys']);
      await api.call('DELETE', `${keys}/${ids[7]}`, { bearer });
      expect((await make()).status).toBe(200);
      const { items, total } = (await api.call('GET', keys, { bearer })).body.data as {
        items: { id: number }[];
        total: number;
      };
      expect(total).toBe(100);
      expect(items.map(({ id }) => id)).not.toContain(ids[7]);
    });

    it('are rejected when expired, unknown, with another secret, or cut', async () => {
      const key = await newKey(1);
      const cut = key.slice(0, -1);
      const other = `${cut}${key.endsWith('0') ? '1' : '0'}`;
      const unknown = key.replace(/_[0-9a-f]{4}/, '_0000');
      expect([await status(cut), await status(other), await status(unknown), await status(key)]).toEqual([
        401, 401, 401, 200,
      ]);
      await api.database.query(`update api_key set expires_at = now() - interval '1 second' where key_id = $1`, [
        key.split('_')[1],
      ]);
      expect(await status(key)).toBe(401);
    });

    it('of others can neither be seen nor revoked', async () => {
      const { user } = await newUser();
      const made = await api.call('POST', keys, { bearer: token, json: { name: 'mine' } });
      const bearer = await api.login(user);
      expect((await api.call('GET', keys, { bearer })).body.data).toEqual({ items: [], total: 0 });
      expect((await api.call('DELETE', `${keys}/${(made.body.data as { id: number }).id}`, { bearer })).status).toBe(
        404,
      );
    });

    it('cannot create keys or change passwords', async () => {
      const key = await newKey(1);
      const made = await api.call('POST', keys, { bearer: key, json: { name: 'x' } });
      expect(made.status).toBe(403);
      expect(made.body).toMatchObject({ success: false, code: 'login_required' });
      // 403 comes before 400.
      expect((await api.call('POST', '/api/auth/password', { bearer: key, json: {} })).status).toBe(403);
    });

    it('open the routes of the contract only for the administrator, by Bearer and by api_key', async () => {
      const path = '/api/stock-cycle/ground-volume-scan';
      const { user, id } = await newUser();
      const theirs = await newKey(id);
      for (const reply of [
        await api.call('GET', path, { bearer: theirs }),
        await api.call('GET', `${path}?api_key=${theirs}`),
        await api.call('POST', path, { bearer: theirs, raw: '{', headers: { 'content-type': 'application/json' } }),
      ]) {
        expect(reply.status).toBe(403);
        expect(reply.body).toMatchObject({ success: false, code: 'administrator_key_only' });
      }
      // An administrator by role, but not user 1.
      const second = await newUser('admin');
      expect((await api.call('GET', path, { bearer: await newKey(second.id) })).status).toBe(403);
      // A login needs no administrator; what is wrong now is the input.
      expect((await api.call('GET', path, { bearer: await api.login(user) })).status).toBe(400);
      expect((await api.call('GET', path, { bearer: await newKey(1) })).status).toBe(400);
      expect((await api.call('GET', path)).status).toBe(401);
    });

    it('write their last use at most once a minute', async () => {
      const key = await newKey(1);
      const lastUse = async () =>
        (
          await api.database.query<{ at: Date }>('select last_used_at as at from api_key where key_id = $1', [
            key.split('_')[1],
          ])
        )[0]?.at;
      await status(key);
      const first = await lastUse();
      await status(key);
      expect(await lastUse()).toEqual(first);
    });

    it('leave no secret in the database', async () => {
      const key = await newKey(1);
      const [row] = await api.database.query<{ text: string }>(
        `select string_agg(k::text, ' ') as text from api_key k where key_id = $1`,
        [key.split('_')[1]],
      );
      expect(row?.text).not.toContain(key.split('_')[2]);
    });
  });

  describe('several credentials', () => {
    it('are ranked: the Bearer header before api_key, and api_key before the cookie, without fallback', async () => {
      const { user, id: userId } = await newUser();
      const mine = await api.login(user);
      const key = await newKey(1);
      const cookie = { cookie: `stock_cycle=${token}` };
      const who = async (path: string, options: object) =>
        ((await api.call('GET', path, options)).body.data as Me).user.id;
      expect(await who(`${me}?api_key=${key}`, { bearer: mine })).toBe(userId);
      expect(await who(`${me}?api_key=${await newKey(userId)}`, { headers: cookie })).toBe(userId);
      expect(await who(me, { headers: cookie })).toBe(1);
      expect((await api.call('GET', `${me}?api_key=${key}`, { bearer: 'bad', headers: cookie })).status).toBe(401);
      expect((await api.call('GET', `${me}?api_key=bad`, { headers: cookie })).status).toBe(401);
      expect((await api.call('GET', `${me}?api_key=${token}`, { headers: cookie })).status).toBe(401);
    });

    it('of simultaneous requests are never mixed up', async () => {
      const users = await Promise.all(Array.from({ length: 4 }, () => newUser()));
      const tokens = await Promise.all(users.map(({ user }) => api.login(user)));
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, index) => api.call('GET', me, { bearer: tokens[index % 4] ?? '' })),
      );
      expect(replies.map((reply) => (reply.body.data as Me).user.id)).toEqual(
        replies.map((_, index) => users[index % 4]?.id),
      );
    });

    it('are ignored on public routes if invalid', async () => {
      expect((await api.call('GET', '/health/live?api_key=bad', { bearer: 'bad' })).status).toBe(200);
    });
  });

  describe('the cookie', () => {
    const write = (headers: Record<string, string>) =>
      api.call('POST', keys, { json: { name: 'by cookie' }, headers: { cookie: `stock_cycle=${token}`, ...headers } });

    it('permits writes from our own pages only', async () => {
      expect((await write({ origin: api.url })).status).toBe(200);
      expect((await write({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
      for (const headers of [
        {},
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: api.url.replace('http:', 'https:') },
        { origin: `${api.url}.evil.example` },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
        { origin: api.url, 'sec-fetch-site': 'cross-site' },
      ] satisfies Record<string, string>[]) {
        const reply = await write(headers as Record<string, string>);
        expect([headers, reply.status, reply.body.code]).toEqual([headers, 403, 'cross_site']);
      }
    });

    it('permits reads from anywhere, and Bearer writes need no origin', async () => {
      const cookie = { cookie: `a=b; stock_cycle=${token}`, origin: 'https://evil.example' };
      expect((await api.call('GET', me, { headers: cookie })).body.data).toMatchObject({ credential: 'cookie' });
      const bearer = await api.call('POST', keys, {
        bearer: token,
        json: { name: 'x' },
        headers: { origin: 'https://x.example' },
      });
      expect(bearer.status).toBe(200);
    });

    it('is bound to host and TLS if the public address is https', async () => {
      const secure = await TestApi.start({ environment: { PUBLIC_URL: 'https://cycle.example' } });
      try {
        const reply = await secure.call('POST', '/api/auth/login', { json: ADMIN });
        const cookie = reply.headers.get('set-cookie') ?? '';
        expect(cookie).toMatch(/^__Host-stock_cycle=eyJ[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/);
        expect(reply.headers.get('strict-transport-security')).toContain('max-age');
        const write = await secure.call('POST', keys, {
          json: { name: 'x' },
          headers: { cookie: cookie.split(';')[0] ?? '', origin: 'https://cycle.example' },
        });
        expect(write.status).toBe(200);
      } finally {
        await secure.stop();
      }
    });
  });

  it('are kept out of the log', async () => {
    const { user } = await newUser();
    const bearer = await api.login(user);
    const made = await api.call('POST', keys, { bearer, json: { name: 'canary' } });
    const { key } = made.body.data as { key: string };
    await api.call('GET', `${me}?api_key=${key}`);
    await api.call('GET', `${me}?api_key=${key}&api_key=${key}`);
    await api.call('GET', `/api/nothing?api_key=${key}`, { headers: { referer: `http://x/?api_key=${key}` } });
    await api.call('POST', '/api/auth/login', { json: { username: user.password, password: user.password } });
    await api.call('GET', me, { headers: { cookie: `stock_cycle=${bearer}` } });
    await api.database.query('alter table api_key rename to api_key_away');
    await api.call('GET', `${me}?api_key=${key}`);
    await api.call('POST', keys, { bearer, json: { name: 'canary' } });
    await api.database.query('alter table api_key_away rename to api_key');
    expect(api.logs).toContain('"status":500');
    expect(api.logs).toContain('api_key=[redacted]');
    for (const secret of [
      key,
      key.split('_')[2] ?? key,
      bearer,
      bearer.split('.')[2] ?? bearer,
      user.password,
      ADMIN.password,
    ]) {
      expect(api.logs).not.toContain(secret);
    }
  });
});

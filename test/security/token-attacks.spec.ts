import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { UsersService } from '#lib/accounts';
import { createPlainUser } from '../support/worlds/plain-user';
import { TestApi } from '../support/worlds/test-api';

const SECRET = 'a secret of the tests, long enough';
const me = '/api/auth/me';

/** What test/e2e/auth.spec.ts leaves: keys that the token itself brings or names, and places where a token does not belong. */
describe('a forged or misplaced login token', () => {
  let api: TestApi;
  let token: string;
  let payload: string;

  beforeAll(async () => {
    api = await TestApi.start();
    token = await api.login();
    payload = token.split('.')[1] ?? '';
  });
  afterAll(() => api.stop());

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const status = async (bearer: string) => (await api.call('GET', me, { bearer })).status;

  function withHmac(header: object, secret: string | Buffer): string {
    const body = `${part({ alg: 'HS256', typ: 'JWT', ...header })}.${payload}`;
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
  }

  describe('with a key of the attacker', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = publicKey.export({ format: 'jwk' });
    const pem = publicKey.export({ format: 'pem', type: 'spki' });

    function withRsa(header: object): string {
      const body = `${part({ alg: 'RS256', typ: 'JWT', ...header })}.${payload}`;
      return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey, 'base64url')}`;
    }

    it('that it contains is rejected', async () => {
      const headers = [{ jwk }, { jwk, kid: 'mine' }, { x5c: [pem] }, { jwk, alg: 'HS256' }, { crit: ['jwk'], jwk }];
      for (const header of headers) expect([header, await status(withRsa(header))]).toEqual([header, 401]);
    });

    it('in place of the secret, public as it is, is rejected (RS256 read as HS256)', async () => {
      for (const secret of [pem, pem.toString().trim(), JSON.stringify(jwk)])
        expect(await status(withHmac({}, secret))).toBe(401);
    });
  });

  it('with a kid is neither a path nor SQL: a token signed with what it would lead to is rejected', async () => {
    const kids = ['/dev/null', '../../../../../../dev/null', "x' union select '' --", '', 0, { $gt: '' }, ['a']];
    for (const kid of kids) {
      for (const secret of ['', '\0', 'null', 'undefined', 'none']) {
        expect([kid, secret, await status(withHmac({ kid }, secret))]).toEqual([kid, secret, 401]);
      }
      // What counts is the signature alone.
      expect([kid, await status(withHmac({ kid }, SECRET))]).toEqual([kid, 200]);
    }
  });

  it.each([
    ['an empty signature', () => `${token.split('.').slice(0, 2).join('.')}.`],
    ['the signature of another token', () => `${part({ alg: 'HS256' })}.${payload}.${token.split('.')[2] ?? ''}`],
    ['a cut signature', () => token.slice(0, -4)],
    ['a header that is no JSON', () => `e30x.${payload}.${token.split('.')[2] ?? ''}`],
    ['a fourth part', () => `${token}.e30`],
    ['an encrypted form of five parts', () => `${part({ alg: 'dir', enc: 'A256GCM' })}..a.b.c`],
    ['a payload that is a list', () => `${part({ alg: 'HS256' })}.${part([])}.`],
    ['two tokens', () => `${token},${token}`],
  ])('with %s is rejected', async (_what, bad) => {
    expect(await status(bad())).toBe(401);
  });

  it('is read from the Bearer header and the cookie, and from no other source', async () => {
    for (const path of [
      `${me}?token=${token}`,
      `${me}?access_token=${token}`,
      `${me}?api_key=${token}`,
      `${me}?jwt=${token}`,
    ]) {
      expect((await api.call('GET', path)).status).toBe(401);
    }
    for (const headers of [
      { authorization: token },
      { authorization: `Token ${token}` },
      { authorization: `Basic ${Buffer.from(`admin:${token}`).toString('base64')}` },
      { 'x-access-token': token },
      { 'x-auth-token': token },
      { 'x-api-key': token },
      { cookie: `token=${token}` },
      { cookie: `STOCK_CYCLE=${token}` },
      { cookie: `__Host-stock_cycle=${token}` },
    ] as Record<string, string>[]) {
      expect([headers, (await api.call('GET', me, { headers })).status]).toEqual([headers, 401]);
    }
  });

  it('in a second cookie of the name, set by a neighbour of the host, makes nobody somebody else', async () => {
    const other = await createPlainUser(api);
    const who = async (cookie: string) => {
      const reply = await api.call('GET', me, { headers: { cookie } });
      return reply.status === 200 ? (reply.body.data as { user: { id: number } }).user.id : reply.status;
    };
    const first = `stock_cycle=${token}; stock_cycle=${other.token}`;
    expect(await who(first)).toBe(await who(first));
    expect([1, 401]).toContain(await who(first));
    expect([other.id, 401]).toContain(await who(`stock_cycle=${other.token}; stock_cycle=${token}`));
  });

  it('yields to the Bearer’s user if the cookie is another’s', async () => {
    const other = await createPlainUser(api, 'bearer');
    const reply = await api.call('GET', me, { bearer: other.token, headers: { cookie: `stock_cycle=${token}` } });
    expect(reply.body.data).toMatchObject({ user: { id: other.id } });
  });

  it('ends when an administrator sets the user a new password, and with the user', async () => {
    const users = api.app.get(UsersService, { strict: false });
    const one = await createPlainUser(api, 'resets');
    await users.update(one.id, { password: 'set by somebody else' });
    expect([await status(one.token), await status(one.apiKey)]).toEqual([401, 200]);
    const two = await createPlainUser(api, 'leaves');
    await api.database.query('delete from app_user where id = $1', [two.id]);
    expect([await status(two.token), await status(two.apiKey)]).toEqual([401, 401]);
  });
});

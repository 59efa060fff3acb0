import { randomBytes } from 'node:crypto';
import { emptyTables } from '../support/database/empty-tables';
import { QUEUE_STORES } from '../support/worlds/queue-world';
import { TcpProxy } from '../support/processes/tcp-proxy';
import { ADMIN, TestApi } from '../support/worlds/test-api';

const MINUTE_MS = 60_000;
const PUBLIC = 40;
const USER = 60;
const SLICE = PUBLIC / 10;
const LOGINS = 30;

const LIMITS = {
  RATE_LIMIT: 'on',
  RATE_LIMIT_PUBLIC_PER_MINUTE: String(PUBLIC),
  RATE_LIMIT_USER_PER_MINUTE: String(USER),
};

const page = '/api/stock-cycle/vocabulary';
const me = '/api/auth/me';

let now = 0;
let clock: jest.SpyInstance;
let minutes = 0;

/**
 * The limits' clock stands still at a second of a minute, so that no test runs into the next one by chance. Each test has a
 * minute of its own, and the next one, so that budgets are full.
 */
beforeEach(() => {
  minutes += 2;
  now = (Math.floor(Date.now() / MINUTE_MS) + minutes) * MINUTE_MS + 15_000;
  clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => clock.mockRestore());

/** How many of so many calls in a row were not refused. */
async function admitted(calls: number, call: () => Promise<{ status: number }>): Promise<number> {
  let count = 0;
  for (let index = 0; index < calls; index += 1) count += (await call()).status === 429 ? 0 : 1;
  return count;
}

describe.each(QUEUE_STORES)('a rate limit with sums in %s', (store) => {
  const environment = (): Record<string, string> => ({
    ...LIMITS,
    ...(store === 'redis'
      ? { REDIS_URL: process.env['TEST_REDIS_URL'] ?? '', REDIS_PREFIX: `test-${randomBytes(6).toString('hex')}` }
      : {}),
  });
  let api: TestApi;
  let other: TestApi;

  beforeAll(async () => {
    const shared = environment();
    api = await TestApi.start({ environment: shared });
    other = await TestApi.start({ environment: shared, databaseUrl: api.databaseUrl });
  });
  afterAll(async () => {
    await other.stop();
    await api.stop();
  });
  beforeEach(() => emptyTables(api.database, ['rate_limit']));

  it('shares the budget of an address between processes, within a slice', async () => {
    let turn = 0;
    const count = await admitted(3 * PUBLIC, () => ((turn += 1) % 2 === 0 ? api : other).call('GET', page));
    expect(count).toBeGreaterThanOrEqual(PUBLIC - SLICE);
    expect(count).toBeLessThanOrEqual(PUBLIC + SLICE);
  });

  it('responds 429 with the seconds until the next minute, and admits again then', async () => {
    await admitted(2 * PUBLIC, () => api.call('GET', page));
    const refused = await api.call('GET', page);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      success: false,
      code: 'rate_limited',
      error: `more than ${PUBLIC} requests in this minute; try again in 45 s`,
    });
    expect(refused.headers.get('retry-after')).toBe('45');
    now += 45_000;
    expect((await api.call('GET', page)).status).toBe(200);
  });

  it('counts parallel requests exactly', async () => {
    const replies = await Promise.all(Array.from({ length: 3 * PUBLIC }, () => api.call('GET', page)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(PUBLIC);
  });

  it('counts a user by all their credentials, apart from addresses and from other users', async () => {
    const token = await api.login();
    const made = await api.call('POST', '/api/auth/api-keys', { bearer: token, json: { name: 'second' } });
    const { key } = made.body.data as { key: string };
    await admitted(2 * PUBLIC, () => api.call('GET', page));
    let turn = 0;
    const count = await admitted(2 * USER, () =>
      (turn += 1) % 2 === 0 ? api.call('GET', me, { bearer: token }) : api.call('GET', `${me}?api_key=${key}`),
    );
    expect(count).toBe(USER - 1);
    expect((await api.call('GET', me, { bearer: token })).headers.get('retry-after')).toBe('45');
  });

  it('counts a bad credential for its address, on every route', async () => {
    expect(await admitted(2 * PUBLIC, () => api.call('GET', me, { bearer: 'bad' }))).toBe(PUBLIC);
    expect((await api.call('POST', '/api/auth/logout')).status).toBe(429);
  });

  it('counts a request by its rows, one for each 1,000, before the work and not for a rejection', async () => {
    const codes = Array.from({ length: 100 }, (_, n) => 600_000 + n).join(',');
    const bars = (count: number) => api.call('GET', `/api/market/bars?codes=${codes}&count=${count}`);
    expect([(await bars(999)).status, (await bars(150)).status]).toEqual([400, 200]);
    expect(await admitted(3, () => bars(150))).toBe(1);
    // 1 + 15 + 15, and the two that were refused for their weight alone.
    expect(await admitted(PUBLIC, () => api.call('GET', page))).toBe(PUBLIC - 33);
  });

  it('never applies to health and metrics', async () => {
    await admitted(2 * PUBLIC, () => api.call('GET', page));
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      expect(await admitted(PUBLIC, () => api.call('GET', path))).toBe(PUBLIC);
    }
  });

  it('writes nothing for a caller that stays within the first slice', async () => {
    await admitted(SLICE, () => api.call('GET', page));
    expect(await rows(api)).toBe(0);
    await admitted(1, () => api.call('GET', page));
    expect(await rows(api)).toBe(store === 'postgres' ? 1 : 0);
  });

  it('has a separate budget for logins', async () => {
    await admitted(2 * PUBLIC, () => api.call('GET', page));
    expect((await api.call('POST', '/api/auth/login', { json: ADMIN })).status).toBe(200);
    const count = await admitted(PUBLIC, () => api.call('POST', '/api/auth/login', { json: {} }));
    expect(count).toBe(LOGINS - 1);
    expect((await other.call('POST', '/api/auth/login', { json: ADMIN })).status).toBe(429);
  });
});

describe('an unavailable store', () => {
  it('on PostgreSQL lets each process count by itself and closes the login, until the outage ends', async () => {
    const server = new URL(process.env['TEST_DATABASE_SERVER_URL'] ?? '');
    const proxy = await TcpProxy.to(server.hostname, Number(server.port));
    const direct = await TestApi.start();
    const url = new URL(direct.databaseUrl);
    url.port = String(proxy.port);
    const api = await TestApi.start({
      environment: { ...LIMITS, DATABASE_URL: url.href },
      databaseUrl: direct.databaseUrl,
    });
    try {
      proxy.set('refuse');
      expect(await admitted(2 * PUBLIC, () => api.call('GET', page))).toBe(PUBLIC);
      const login = await api.call('POST', '/api/auth/login', { json: ADMIN });
      expect([login.status, login.body.code]).toEqual([503, 'rate_limits_unavailable']);
      expect(login.headers.get('retry-after')).toBe('2');
      proxy.set('pass');
      now += MINUTE_MS;
      expect((await api.call('POST', '/api/auth/login', { json: ADMIN })).status).toBe(200);
      await admitted(PUBLIC, () => api.call('GET', page));
      expect(await rows(direct)).toBeGreaterThan(0);
    } finally {
      await api.stop();
      await direct.stop();
      await proxy.close();
    }
  });

  it('on Redis also lets each process count by itself, and closes the login', async () => {
    const api = await TestApi.start({ environment: { ...LIMITS, REDIS_URL: 'redis://127.0.0.1:1' } });
    try {
      expect(await admitted(2 * PUBLIC, () => api.call('GET', page))).toBe(PUBLIC);
      const login = await api.call('POST', '/api/auth/login', { json: ADMIN });
      expect([login.status, login.body.code]).toEqual([503, 'rate_limits_unavailable']);
      expect(api.logs).toContain('each process counts requests by itself');
    } finally {
      await api.stop();
    }
  });
});

describe('the client address', () => {
  const spoofed = (api: TestApi, index: number, proxied: string) =>
    api.call('GET', page, { headers: { 'x-forwarded-for': `10.9.${index}.1${proxied}` } });

  it.each([
    ['off', ''],
    ['on', ', 203.0.113.9'],
  ])('cannot be chosen by the client (TRUST_PROXY %s)', async (TRUST_PROXY, proxied) => {
    const api = await TestApi.start({ environment: { ...LIMITS, TRUST_PROXY } });
    try {
      let index = 0;
      expect(await admitted(2 * PUBLIC, () => spoofed(api, (index += 1), proxied))).toBe(PUBLIC);
    } finally {
      await api.stop();
    }
  });

  it('is the one that the proxy wrote', async () => {
    const api = await TestApi.start({ environment: { ...LIMITS, TRUST_PROXY: 'on' } });
    try {
      expect(await admitted(2 * PUBLIC, () => spoofed(api, 1, ', 203.0.113.9'))).toBe(PUBLIC);
      expect((await spoofed(api, 1, ', 203.0.113.10')).status).toBe(200);
    } finally {
      await api.stop();
    }
  });
});

async function rows(api: TestApi): Promise<number> {
  const [row] = await api.database.query<{ count: number }>('select count(*)::int as count from rate_limit');
  return row?.count ?? 0;
}

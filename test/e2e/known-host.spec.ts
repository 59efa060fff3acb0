import { TestApi } from '../support/worlds/test-api';

/** The status of a request that names a host, as a browser behind a rebound name would. */
async function statusFor(api: TestApi, host: string, headers: string[] = [], path = '/health/live'): Promise<number> {
  return (await api.rawCall('GET', path, headers, host)).status;
}

describe('the host that a request names', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start({
      environment: { PUBLIC_URL: 'https://cycle.example.org', ALLOWED_HOSTS: 'api, Stock-Cycle.internal' },
    });
  });
  afterAll(() => api.stop());

  it.each([
    ...['localhost', 'LOCALHOST:3000', 'localhost.', '127.0.0.1', '127.0.0.1:3000', '192.168.1.20:3000', '[::1]:3000'],
    ...['[2001:db8::1]', 'cycle.example.org', 'cycle.example.org:443', 'api', 'api:3000', 'stock-cycle.internal'],
  ])('is accepted: %s', async (host) => {
    expect(await statusFor(api, host)).toBe(200);
  });

  it.each([
    'evil.example',
    'cycle.example.org.evil.example',
    'evil.example:3000',
    '127.0.0.1.evil.example',
    'a b',
    ':80',
  ])('is rejected: %s', async (host) => {
    expect(await statusFor(api, host)).toBe(421);
    expect(await statusFor(api, host, [], '/')).toBe(421);
    expect(await statusFor(api, host, ['x-forwarded-host', 'localhost'])).toBe(421);
    const login = await api.rawCall('POST', '/api/auth/login', [], host);
    expect([login.status, (JSON.parse(login.text) as { code: string }).code]).toEqual([421, 'unknown_host']);
  });

  it('is not read from X-Forwarded-For without TRUST_PROXY, which is logged once', async () => {
    for (let index = 0; index < 3; index += 1) {
      await api.call('GET', '/health/live', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    }
    expect(api.logs.match(/X-Forwarded-For while TRUST_PROXY is off/g)).toHaveLength(1);
  });
});

it('the X-Forwarded-Host counts behind a proxy', async () => {
  const api = await TestApi.start({ environment: { TRUST_PROXY: 'on', PUBLIC_URL: 'https://cycle.example.org' } });
  try {
    expect(await statusFor(api, 'localhost', ['x-forwarded-host', 'cycle.example.org'])).toBe(200);
    expect(await statusFor(api, 'localhost', ['x-forwarded-host', 'evil.example'])).toBe(421);
    expect(await statusFor(api, 'localhost', ['x-forwarded-for', '203.0.113.9'])).toBe(200);
    expect(api.logs).not.toContain('TRUST_PROXY is off');
  } finally {
    await api.stop();
  }
});

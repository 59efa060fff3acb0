import { createPlainUser } from '../support/worlds/plain-user';
import { TestApi } from '../support/worlds/test-api';
import { until } from '../support/until';

const LOGIN = '/api/auth/login';
const SAMPLES = 200;
const ALIKE = 0.1;

jest.setTimeout(120_000);

describe('guessing names and passwords', () => {
  let api: TestApi;

  beforeAll(async () => {
    // Each attempt comes from an address of its own, so that no limit answers in the place of the check.
    api = await TestApi.start({ environment: { TRUST_PROXY: 'on' } });
    await createPlainUser(api, 'known');
    await createPlainUser(api, 'disabled');
    await api.database.query(`update app_user set disabled_at = now() where username = 'disabled'`);
  });
  afterAll(() => api.stop());

  let address = 0;
  async function attempt(username: string, password: string): Promise<{ ms: number; status: number; text: string }> {
    address += 1;
    const headers = { 'x-forwarded-for': `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}` };
    const begin = performance.now();
    const { status, text } = await api.call('POST', LOGIN, { json: { username, password }, headers });
    return { ms: performance.now() - begin, status, text };
  }

  /** Median times, the kinds in turn, so that whatever else the machine does falls on all of them. */
  async function medians(kinds: readonly (() => ReturnType<typeof attempt>)[]): Promise<number[]> {
    const times: number[][] = kinds.map(() => []);
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      for (const [index, kind] of kinds.entries()) times[index]?.push((await kind()).ms);
    }
    return times.map((one) => one.sort((a, b) => a - b)[one.length >> 1] ?? 0);
  }

  it('return the same response for an unknown name, a wrong password and a disabled user', async () => {
    const replies = [
      await attempt('nobody', 'wrong'),
      await attempt('known', 'wrong'),
      await attempt('disabled', 'a long enough password'),
      await attempt('nobody', 'x'.repeat(200)),
    ];
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(401);
  });

  it(`take the same time: medians of ${SAMPLES} within 10 %, at the first or the second attempt`, async () => {
    const kinds = [() => attempt('known', 'wrong'), () => attempt('nobody', 'wrong')];
    const ratioOf = async () => {
      const [known = 0, unknown = 0] = await medians(kinds);
      return unknown / known;
    };
    let ratio = await ratioOf();
    if (Math.abs(ratio - 1) > ALIKE) ratio = await ratioOf();
    process.stderr.write(`  measured: an unknown name takes ${ratio.toFixed(3)} times as long as a wrong password\n`);
    expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(ALIKE);
  });

  it('are counted in the metrics', async () => {
    const failures = async () => {
      const { text } = await api.call('GET', '/metrics');
      return Number(/^login_failures_total\{reason="bad_credentials"\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const before = await failures();
    await attempt('known', 'wrong');
    await until('the next page counts it', 30_000, async () => (await failures()) > before);
  });

  it('are counted with the addresses of one /64 as one client', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const headers = { 'x-forwarded-for': `2001:db8:7:7:${index}::${index + 1}` };
      statuses.push(
        (await api.call('POST', LOGIN, { json: { username: 'known', password: 'guess' }, headers })).status,
      );
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });

  it('are counted by the address that the proxy saw, not by one that the client invents', async () => {
    for (const TRUST_PROXY of ['off', 'on']) {
      const strict = await TestApi.start({ environment: { TRUST_PROXY } });
      try {
        const statuses: number[] = [];
        for (let index = 0; index < 12; index += 1) {
          const headers = {
            'x-forwarded-for': `10.8.${index}.1${TRUST_PROXY === 'on' ? ', 203.0.113.9' : ''}`,
            'x-real-ip': `10.8.${index}.2`,
            forwarded: `for=10.8.${index}.3`,
            'x-client-ip': `10.8.${index}.4`,
          };
          statuses.push(
            (await strict.call('POST', LOGIN, { json: { username: 'admin', password: 'guess' }, headers })).status,
          );
        }
        expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
      } finally {
        await strict.stop();
      }
    }
  });
});

import { deliver, type DeliveryResult, type Outgoing } from '#lib/notifications/testing';
import { FAKE_CONFIGS } from '../../support/fakes/notifications/fake-credentials';
import { FakeNotificationServices } from '../../support/fakes/notifications/fake-services';
import { fakeWorld } from '../../support/fakes/notifications/fake-world';
import { SAMPLE_EVENT, SAMPLE_MESSAGE } from '../../support/fakes/notifications/sample-message';

let fake: FakeNotificationServices;

beforeAll(async () => {
  fake = await FakeNotificationServices.start();
});
afterEach(() => fake.reset());
afterAll(() => fake.stop());

const LIMITS = { connectMs: 200, totalMs: 400 };

function send(endpoint: string, changes: Partial<Outgoing> = {}): Promise<DeliveryResult> {
  const delivering = {
    kind: 'webhook',
    endpoint,
    config: FAKE_CONFIGS.webhook,
    message: SAMPLE_MESSAGE,
    event: SAMPLE_EVENT,
  } as const;
  return deliver(delivering, fakeWorld([fake.host], { limits: LIMITS, ...changes }));
}

const port = (): string => fake.host.split(':')[1] ?? '';

describe('the guard', () => {
  it.each([
    ['plain HTTP', () => fake.url, 'only https'],
    ['another port', () => 'https://example.com:22/', 'ports 443 and 8443'],
    ['a loopback address', () => 'https://127.0.0.1/', 'public internet'],
    ['a short form of one', () => 'https://127.1/', 'public internet'],
    ['a hexadecimal one', () => 'https://0x7f.1/', 'public internet'],
    ['a number', () => 'https://2130706433/', 'public internet'],
    ['a mapped one', () => 'https://[::ffff:127.0.0.1]/', 'public internet'],
    ['NAT64', () => 'https://[64:ff9b::7f00:1]/', 'public internet'],
    ['metadata of clouds', () => 'https://169.254.169.254/latest', 'public internet'],
    ['a name of this machine', () => 'https://localhost/', 'public internet'],
    ['a user name', () => 'https://a:b@example.com/', 'user name'],
    ['another protocol', () => 'file:///etc/passwd', 'only https'],
  ])('rejects %s', async (_what, endpoint, reason) => {
    const result = await send(endpoint(), { allowHosts: [] });
    expect(result).toEqual({ outcome: 'failed', status: null, answer: null, reason: expect.stringContaining(reason) });
    expect(fake.received).toHaveLength(0);
  });

  it('checks every address that DNS gives', async () => {
    const addresses = [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ];
    const result = await send('https://rebind.example/', { lookUp: async () => addresses });
    expect(result).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('public internet') });
  });

  it('connects to the address that was checked, and asks DNS once', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    const lookUp = async () => [{ address: answers.shift() ?? '127.0.0.3', family: 4 }];
    expect(
      await send(`http://home.example:${port()}/hook`, { allowHosts: [`home.example:${port()}`], lookUp }),
    ).toMatchObject({
      outcome: 'sent',
    });
    expect(answers).toEqual(['127.0.0.2']);
    expect(fake.received[0]?.headers['host']).toBe(`home.example:${port()}`);
  });

  it('lets a host pass on its own port only', async () => {
    expect(await send(`${fake.url}/hook`, { allowHosts: ['127.0.0.1:1'] })).toMatchObject({ outcome: 'failed' });
    expect(await send(`${fake.url}/hook`, { allowHosts: [` ${fake.host.toUpperCase()} `] })).toMatchObject({
      outcome: 'sent',
    });
  });

  it('lets allowed networks pass, with TLS and its ports', async () => {
    const lookUp = async () => [{ address: '127.0.0.9', family: 4 }];
    const allowed = { allowHosts: [], allowCidrs: ['127.0.0.0/8'], lookUp };
    // Nothing listens there: it got as far as a connection.
    expect(await send('https://home.example:8443/', allowed)).toMatchObject({
      outcome: 'retry',
      reason: 'The connection was refused',
    });
    expect(await send(`http://127.0.0.1:${port()}/hook`, allowed)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('https'),
    });
  });
});

describe('a server', () => {
  it('that never responds is retried after the time limit', async () => {
    fake.script('hang');
    const begin = performance.now();
    expect(await send(`${fake.url}/hook`)).toMatchObject({
      outcome: 'retry',
      status: null,
      reason: 'No whole response within 0.4 s',
    });
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  it('that drips is bounded by the same limit', async () => {
    fake.script('drip');
    expect(await send(`${fake.url}/hook`)).toMatchObject({
      outcome: 'retry',
      reason: 'No whole response within 0.4 s',
    });
  });

  it('of which the name is looked up for too long is retried', async () => {
    const lookUp = () => new Promise<never>(() => {});
    expect(await send('https://slow.example/', { lookUp })).toMatchObject({
      outcome: 'retry',
      reason: 'No connection within 0.2 s',
    });
  });

  it('that is not found or closes the connection is retried', async () => {
    const lookUp = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
    expect(await send('https://no.example/', { lookUp })).toMatchObject({
      outcome: 'retry',
      reason: 'The host name was not found',
    });
    fake.script('drop');
    expect(await send(`${fake.url}/hook`)).toMatchObject({ outcome: 'retry', reason: 'The connection broke' });
  });

  it('that sends a giant response is read up to 64 KB', async () => {
    fake.script('giant');
    const before = process.memoryUsage().rss;
    expect(await send(`${fake.url}/hook`, { limits: { connectMs: 5000, totalMs: 5000 } })).toMatchObject({
      outcome: 'sent',
      answer: null,
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 2 ** 20);
  });

  it('that redirects is not followed', async () => {
    fake.script({ status: 301, body: '', headers: { location: `${fake.url}/hook/elsewhere` } });
    expect(await send(`${fake.url}/hook`)).toMatchObject({ outcome: 'failed', status: 301 });
    expect(fake.received).toHaveLength(1);
  });

  it('that speaks no TLS where it should is no success', async () => {
    expect(await send(`https://${fake.host}/hook`)).toMatchObject({ outcome: 'retry', status: null });
  });

  it('that echoes controls is shown as one line of 200 characters', async () => {
    fake.script({ status: 500, body: `a\r\n\u001b[31m${'长'.repeat(300)}` });
    const { answer } = await send(`${fake.url}/hook`);
    expect(answer).toMatch(/^a {3}\[31m长+$/);
    expect(answer).toHaveLength(200);
  });
});

it('an attempt ends when the program stops, and is retried', async () => {
  fake.script('hang');
  const controller = new AbortController();
  const sending = send(`${fake.url}/hook`, { signal: controller.signal, limits: { connectMs: 9000, totalMs: 9000 } });
  controller.abort();
  expect(await sending).toMatchObject({ outcome: 'retry', reason: 'The program stopped during the attempt' });
  const aborted = AbortSignal.abort();
  expect(await send(`${fake.url}/hook`, { signal: aborted })).toMatchObject({ outcome: 'retry' });
});

it('no proxy of the environment is used', async () => {
  const proxies = { HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9', NODE_USE_ENV_PROXY: '1' };
  const before = { ...process.env };
  Object.assign(process.env, proxies);
  try {
    expect(await send(`${fake.url}/hook`)).toMatchObject({ outcome: 'sent' });
  } finally {
    for (const name of Object.keys(proxies)) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  }
});

import { deliver, type DeliveryResult, type Message, type Outgoing } from '#lib/notifications/testing';
import { FAKE_MAIL_LOGIN, FakeMailServer } from '../../support/fakes/notifications/fake-mail-server';
import { fakeWorld } from '../../support/fakes/notifications/fake-world';
import { SAMPLE_EVENT, SAMPLE_MESSAGE } from '../../support/fakes/notifications/sample-message';
import { until } from '../../support/until';

let fake: FakeMailServer;

beforeAll(async () => {
  fake = await FakeMailServer.start();
});
afterEach(() => {
  fake.mails.length = 0;
  fake.refuse(null);
});
afterAll(() => fake.stop());

interface Changes {
  readonly config?: Readonly<Record<string, string | number | boolean>>;
  readonly message?: Message;
  readonly world?: Partial<Outgoing>;
}

function send({ config, message = SAMPLE_MESSAGE, world }: Changes = {}): Promise<DeliveryResult> {
  const delivering = {
    kind: 'email',
    endpoint: null,
    config: { ...fake.config, ...config },
    message,
    event: SAMPLE_EVENT,
  } as const;
  return deliver(delivering, fakeWorld([fake.host], world));
}

/** The parts of a mail, decoded. */
function decoded(source: string): string {
  return source
    .split(/\r\n\r\n|\r\n--/)
    .map((part) => (/^[A-Za-z0-9+/=\r\n]+$/.test(part) ? Buffer.from(part, 'base64').toString('utf8') : part))
    .join('\n');
}

it('a mail has subject, text and HTML, and the same id at each attempt', async () => {
  expect(await send()).toEqual({ outcome: 'sent', reason: 'Sent', status: 250, answer: '250 2.0.0 queued' });
  await send({ config: { from: '盘后 <alerts@example.com>', to: 'a@example.org, b@example.org' } });
  const [mail, again] = fake.mails;
  expect(mail).toMatchObject({ from: 'alerts@example.com', to: ['a@example.org'] });
  expect(again?.to).toEqual(['a@example.org', 'b@example.org']);
  const text = decoded(mail?.source ?? '');
  expect(text).toContain('600000 浦发银行');
  expect(text).toContain('其余 25 条见 https://cycle.example.com/scans/42?day=2026-11-27');
  expect(text).toContain('<p>600001 *ST &lt;邯钢&gt; &amp; Co');
  const idOf = (source = ''): string | undefined => /^Message-ID: (.*)$/im.exec(source)?.[1]?.trim();
  expect(idOf(mail?.source)).toBe('<evt_42@example.com>');
  expect(idOf(again?.source)).toBe('<evt_42@example.com>');
  expect(again?.from).toBe('alerts@example.com');
});

it('line breaks in a title make no headers', async () => {
  const message = { ...SAMPLE_MESSAGE, title: 'a\r\nBcc: evil@example.net\r\n\r\nx' };
  expect(await send({ message })).toMatchObject({ outcome: 'sent' });
  expect(fake.mails[0]?.to).toEqual(['a@example.org']);
  expect(fake.mails[0]?.source).toMatch(/^Subject: .*Bcc/m);
  expect(fake.mails[0]?.source).not.toMatch(/^Bcc:/im);
});

it.each([
  ['a wrong login', { at: 'AUTH', line: '535 5.7.8 no' }, 'failed', 'user name or the password'],
  ['a login for later', { at: 'AUTH', line: '454 4.7.0 later' }, 'retry', 'SMTP 454'],
  ['a full mailbox', { at: 'RCPT', line: '452 4.2.2 full' }, 'retry', 'SMTP 452'],
  ['an unknown mailbox', { at: 'RCPT', line: '550 5.1.1 unknown' }, 'failed', 'SMTP 550'],
  ['an unknown sender', { at: 'MAIL', line: '553 5.7.1 sender' }, 'failed', 'SMTP 553'],
  ['spam', { at: 'DATA', line: '554 5.7.1 spam' }, 'failed', 'SMTP 554'],
  ['a grey list', { at: 'DATA', line: '451 4.7.1 later' }, 'retry', 'SMTP 451'],
  ['a busy server', { at: 'greeting', line: '421 4.3.2 busy' }, 'retry', 'SMTP 421'],
] as const)('a server that refuses for %s', async (_what, refusal, outcome, reason) => {
  fake.refuse(refusal);
  const result = await send();
  expect(result).toMatchObject({
    outcome,
    reason: expect.stringContaining(reason),
    status: Number(refusal.line.slice(0, 3)),
  });
  expect(result.answer).toContain(refusal.line);
});

it('a server that says nothing is left after the time limit, and the connection closed', async () => {
  fake.refuse('hang');
  expect(await send({ world: { limits: { connectMs: 5000, totalMs: 300 } } })).toMatchObject({
    outcome: 'retry',
    reason: 'No whole response within 0.3 s',
  });
  await until('the connection is closed', 2000, () => fake.connections === 0);
});

it('a program that stops closes the connection', async () => {
  fake.refuse('hang');
  const controller = new AbortController();
  const sending = send({ world: { signal: controller.signal } });
  await until('the connection stands', 2000, () => fake.connections === 1);
  controller.abort();
  expect(await sending).toMatchObject({ outcome: 'retry', reason: 'The program stopped during the attempt' });
  await until('the connection is closed', 2000, () => fake.connections === 0);
});

it('a server that is not there is retried', async () => {
  expect(await send({ config: { port: 1 }, world: { allowHosts: ['127.0.0.1:1'] } })).toMatchObject({
    outcome: 'retry',
    reason: 'The connection was refused',
  });
});

it('the password is not in what an administrator sees', async () => {
  fake.refuse({ at: 'AUTH', line: `535 5.7.8 ${FAKE_MAIL_LOGIN.password} is wrong` });
  expect((await send()).answer).toBe('535 5.7.8 •••• is wrong');
});

describe('the guard', () => {
  it.each([
    ['a loopback address', { host: '127.0.0.1', port: 587 }, 'public internet'],
    ['a mapped one', { host: '::ffff:10.0.0.1', port: 587 }, 'public internet'],
    ['one in brackets', { host: '[::1]', port: 465 }, 'public internet'],
    ['a name of this machine', { host: 'localhost', port: 25 }, 'public internet'],
    ['another port', { host: 'mail.example.com', port: 22 }, 'only the ports'],
  ])('rejects %s', async (_what, config, reason) => {
    expect(await send({ config })).toMatchObject({
      outcome: 'failed',
      status: null,
      reason: expect.stringContaining(reason),
    });
  });

  it('checks every address that DNS gives, and connects to that one', async () => {
    const lookUp = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '::1', family: 6 },
    ];
    expect(await send({ config: { host: 'mail.example.com', port: 587 }, world: { lookUp } })).toMatchObject({
      outcome: 'failed',
    });
    const world = {
      allowHosts: [`mail.example.com:${fake.port}`],
      lookUp: async () => [{ address: '127.0.0.1', family: 4 }],
    };
    expect(await send({ config: { host: 'mail.example.com' }, world })).toMatchObject({ outcome: 'sent' });
  });

  it('sends nothing without TLS to a host that is not allowed', async () => {
    // A port that users may name, on an address that no other program takes.
    const other = await FakeMailServer.start({ host: '127.0.0.77', port: 2525 });
    try {
      const world = { allowHosts: [], allowCidrs: ['127.0.0.0/8'] };
      const result = await send({ config: { host: '127.0.0.77', port: 2525 }, world });
      expect(result).toMatchObject({ outcome: 'failed', reason: 'The mail server offers no TLS' });
      expect(other.mails).toEqual([]);
    } finally {
      await other.stop();
    }
  });
});

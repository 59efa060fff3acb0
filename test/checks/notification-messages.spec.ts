import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CHANNEL_KINDS, type ChannelKind, deliver, type Delivering } from '#lib/notifications/testing';
import { FAKE_CONFIGS } from '../support/fakes/notifications/fake-credentials';
import { FAKE_MAIL_LOGIN, FakeMailServer } from '../support/fakes/notifications/fake-mail-server';
import type { ReceivedRequest } from '../support/fakes/notifications/fake-reply';
import { FakeNotificationServices } from '../support/fakes/notifications/fake-services';
import { fakeWorld } from '../support/fakes/notifications/fake-world';
import { SAMPLE_DIGESTS, SAMPLE_EVENT, SAMPLE_MESSAGE } from '../support/fakes/notifications/sample-message';

const PAGE = resolve(__dirname, '../../docs/notifications.md');
const [BEGIN, END] = ['<!-- a message of each kind -->', '<!-- end of messages -->'];
const NOW = Date.parse('2026-11-27T10:05:01Z');

let services: FakeNotificationServices;
let mail: FakeMailServer;

beforeAll(async () => {
  services = await FakeNotificationServices.start({ now: () => NOW });
  mail = await FakeMailServer.start();
});
afterAll(() => Promise.all([services.stop(), mail.stop()]));

/** `npm run notifications:write` writes it. */
it('docs/notifications.md shows what each channel gets', async () => {
  const sections: string[] = [];
  for (const kind of CHANNEL_KINDS) {
    const examples: string[] = [];
    for (const sample of [{ message: SAMPLE_MESSAGE, event: SAMPLE_EVENT }, ...SAMPLE_DIGESTS]) {
      examples.push(`\`\`\`text\n${withoutSecrets(await send(kind, sample))}\n\`\`\`\n`);
    }
    sections.push(`### ${kind}\n\n${examples.join('\n')}`);
  }
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  const written = `${before}${BEGIN}\n\n${sections.join('\n')}\n${END}${after}`;
  if (process.env['WRITE_NOTIFICATIONS'] !== undefined) writeFileSync(PAGE, written);
  expect(page.includes(BEGIN) && page.includes(END)).toBe(true);
  expect(readFileSync(PAGE, 'utf8')).toBe(written);
});

async function send(kind: ChannelKind, { message, event }: Pick<Delivering, 'message' | 'event'>): Promise<string> {
  services.reset();
  mail.mails.length = 0;
  const isMail = kind === 'email';
  const delivering = {
    kind,
    endpoint: isMail ? null : services.url + (kind === 'webhook' ? '/hook' : ''),
    config: isMail ? mail.config : FAKE_CONFIGS[kind],
    message,
    event,
  };
  const result = await deliver(delivering, fakeWorld([services.host, mail.host], { now: () => NOW }));
  expect(result.outcome).toBe('sent');
  const [request] = services.taken;
  return request === undefined ? mailText(message.title, mail.mails[0]?.source ?? '') : requestText(request);
}

function requestText({ path, query, headers, body }: ReceivedRequest): string {
  const shownHeaders = Object.entries(headers).filter(([name]) =>
    /^(?:content-type|authorization|webhook-.*)$/.test(name),
  );
  return [
    `POST ${path}${query.size === 0 ? '' : `?${decodeURIComponent(query.toString())}`}`,
    ...shownHeaders.map(([name, value]) => `${name}: ${value ?? ''}`),
    '',
    ...fieldsOf(body),
  ].join('\n');
}

/** A line for each field by its path; texts of several lines stand below it. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string' && value.includes('\n')) {
    return [`${path}:`, ...value.split('\n').map((line) => `    ${line}`.trimEnd())];
  }
  if (typeof value !== 'object' || value === null) return [`${path}: ${String(value)}`];
  const entries = Object.entries(value);
  if (entries.length === 0) return [`${path}: []`];
  return entries.flatMap(([name, field]) => fieldsOf(field, path === '' ? name : `${path}.${name}`));
}

/** Subject and parts, decoded. */
function mailText(title: string, source: string): string {
  const parts = source.split(/\r\n-{2,}[^\r\n]+\r\n/).slice(1);
  const texts = parts.flatMap((part) => {
    const [head = '', body = ''] = part.split('\r\n\r\n');
    const type = /^Content-Type: ([\w/]+)/im.exec(head)?.[1];
    return type === undefined
      ? []
      : [
          `${type}:`,
          ...decode(head, body)
            .split(/\r?\n/)
            .map((line) => `    ${line}`.trimEnd()),
        ];
  });
  return [`subject: ${title}`, ...texts].join('\n').trimEnd();
}

function decode(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8').trimEnd();
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').trimEnd();
}

/** Keys and signatures as nobody could use them. */
function withoutSecrets(text: string): string {
  const kept = ['chat_id', 'topic'];
  const secrets = [...Object.values(FAKE_CONFIGS), FAKE_MAIL_LOGIN]
    .flatMap((config): [string, string][] => Object.entries(config))
    .filter(([name]) => !kept.includes(name));
  return secrets
    .reduce((shown, [, secret]) => shown.replaceAll(secret, '••••'), text)
    .replaceAll(/[\w+/]{43}=/g, '(signature)');
}

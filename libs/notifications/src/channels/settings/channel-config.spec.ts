import { AppError } from '#lib/kernel';
import { CHANNEL_KINDS, type ChannelKind } from '../../domain/channel-kind';
import { newWebhookSecret } from '../standard-webhook';
import { maskConfig, readConfig, secretFields } from './channel-config';

const MAIL = {
  host: 'smtp.example.com',
  port: 465,
  secure: true,
  username: 'u',
  password: 'p w:密',
  from: 'a@example.com',
  to: 'b@example.org',
};

const CONFIGS: Readonly<Record<ChannelKind, Readonly<Record<string, string | number | boolean>>>> = {
  wecom: { key: '693axxx6-7aoc-4bc4-97a0-0ec2sifa5aaa' },
  feishu: { token: 'c3d4', secret: 'Gx/+=' },
  lark: { token: 'c3d4' },
  dingtalk: { access_token: 'a1b2', secret: 'SECabc' },
  telegram: { bot_token: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw', chat_id: '-1001234' },
  bark: { device_key: 'abc' },
  serverchan: { send_key: 'sctp1tabc' },
  pushplus: { token: 'abc', topic: 'group-1' },
  email: MAIL,
  ntfy: { topic: 'alerts', token: 'tk_abc' },
  webhook: { secret: newWebhookSecret() },
};

/** The fields that the error names. */
function fieldsOf(kind: ChannelKind, given: unknown, previous?: Readonly<Record<string, string>>): string[] {
  try {
    readConfig(kind, given, previous);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'invalid') return (error.fields ?? []).map(({ field }) => field);
    throw error;
  }
  return [];
}

it.each(CHANNEL_KINDS)('a config of %s is read, and with a further field rejected', (kind) => {
  expect(readConfig(kind, CONFIGS[kind])).toEqual(CONFIGS[kind]);
  expect(fieldsOf(kind, { ...CONFIGS[kind], surprise: 1 })).toEqual(['config']);
  expect(() => readConfig(kind, { ...CONFIGS[kind], surprise: 1 })).toThrow('"surprise"');
});

it.each(CHANNEL_KINDS.filter((kind) => kind !== 'webhook'))('an empty config of %s names what is missing', (kind) => {
  expect(fieldsOf(kind, {}).length).toBeGreaterThan(0);
  for (const given of [null, undefined, [], 'x', 1]) expect(fieldsOf(kind, given)).toEqual(['config']);
});

it.each([
  ['wecom', 'key', ['', ' ', 'a/b', '../x', 'a?b', '.', 'a b', 'x'.repeat(201), 5, null, {}, 'a\r\nb', '••••']],
  ['feishu', 'secret', ['', 'a b', 'é', 'x'.repeat(201), 'a\nb']],
  ['telegram', 'bot_token', ['1:a/../b', '1:a?b']],
  ['telegram', 'chat_id', ['', 'x', '12.5', 12.5, '@', '@a b', '1'.repeat(21)]],
  ['email', 'host', ['', 'a b', 'http://x', 'a/b', 'x'.repeat(254)]],
  ['email', 'port', [0, 65_536, 1.5, '587', null]],
  ['email', 'secure', ['true', 1]],
  [
    'email',
    'from',
    ['', 'a', 'a@b@c', 'A <a@b.c', ' <a@b.c>', 'A\n <a@b.c>', 'A" <a@b.c>', 'a@b.c\r\nBcc: x@y.z', 'a@b.c, d@e.f'],
  ],
  ['email', 'to', ['', ',', 'a@b.c,', 'a@b.c, x', Array<string>(11).fill('a@b.c').join(), 'a@b.c\nx@y.z']],
  ['email', 'password', ['a\nb', 'x'.repeat(257), 5]],
  ['ntfy', 'topic', ['', 'a/b', 'x'.repeat(65)]],
  ['ntfy', 'token', ['a\r\nx: y', 'a b']],
  ['pushplus', 'topic', ['a b']],
  ['webhook', 'secret', ['', 'whsec_', 'whsec_abc', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']],
] as const)('%s: wrong values of %s are named', (kind, name, values) => {
  for (const value of values)
    expect(fieldsOf(kind, { ...CONFIGS[kind], [name]: value })).toEqual(expectedFields(kind, name, value));
});

/** Null removes an optional field, so it is no error there. */
function expectedFields(kind: ChannelKind, name: string, value: unknown): string[] {
  const isOptional = (kind === 'webhook' && name === 'secret') || name === 'secure';
  return value === null && isOptional ? [] : [`config.${name}`];
}

it('spaces around a key are not kept, and a chat may be a number', () => {
  expect(readConfig('wecom', { key: ' abc \n' })).toEqual({ key: 'abc' });
  expect(readConfig('telegram', { bot_token: '1:a', chat_id: -1001234 })).toEqual({
    bot_token: '1:a',
    chat_id: '-1001234',
  });
});

it('secrets are masked, short ones as a whole', () => {
  expect(secretFields('dingtalk')).toEqual(['access_token', 'secret']);
  expect(maskConfig('dingtalk', { access_token: '0123456789a1b2', secret: 'SECabcd' })).toEqual({
    access_token: '••••a1b2',
    secret: '••••',
  });
  expect(maskConfig('email', MAIL)).toEqual({ ...MAIL, password: '••••' });
  expect(maskConfig('telegram', CONFIGS.telegram)).toEqual({ bot_token: '••••Dsaw', chat_id: '-1001234' });
});

it('every kind but none keeps its secrets out of the masked config', () => {
  for (const kind of CHANNEL_KINDS) {
    const masked = JSON.stringify(maskConfig(kind, CONFIGS[kind]));
    for (const name of secretFields(kind)) {
      const value = CONFIGS[kind][name];
      if (value !== undefined) expect(masked).not.toContain(JSON.stringify(value));
    }
  }
});

it('a change keeps what is absent, takes back masks, and removes with null', () => {
  const previous = { access_token: '0123456789a1b2', secret: 'SECabcdefgh' };
  const masked = maskConfig('dingtalk', previous);
  expect(readConfig('dingtalk', masked, previous)).toEqual(previous);
  expect(readConfig('dingtalk', {}, previous)).toEqual(previous);
  expect(readConfig('dingtalk', { secret: null }, previous)).toEqual({ access_token: previous.access_token });
  expect(readConfig('dingtalk', { secret: 'new' }, previous)).toEqual({ ...previous, secret: 'new' });
  expect(fieldsOf('dingtalk', { access_token: '••••zzzz' }, previous)).toEqual(['config.access_token']);
  expect(fieldsOf('dingtalk', { access_token: null }, previous)).toEqual(['config.access_token']);
});

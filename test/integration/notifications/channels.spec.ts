import {
  CHANNEL_KINDS,
  type ChannelKind,
  countParts,
  type Delivering,
  deliver,
  type DeliveryResult,
  type Message,
} from '#lib/notifications/testing';
import { FAKE_CONFIGS, FAKE_SCTP_KEY } from '../../support/fakes/notifications/fake-credentials';
import { type FakeReply, json } from '../../support/fakes/notifications/fake-reply';
import { FakeNotificationServices } from '../../support/fakes/notifications/fake-services';
import { fakeWorld } from '../../support/fakes/notifications/fake-world';
import { SAMPLE_EVENT, SAMPLE_MESSAGE } from '../../support/fakes/notifications/sample-message';

type HttpKind = Exclude<ChannelKind, 'email'>;

const HTTP_KINDS = CHANNEL_KINDS.filter((kind): kind is HttpKind => kind !== 'email');
const NOW = Date.parse('2026-11-27T10:05:01.500Z');

let fake: FakeNotificationServices;

beforeAll(async () => {
  fake = await FakeNotificationServices.start({ now: () => NOW });
});
afterEach(() => fake.reset());
afterAll(() => fake.stop());

function send(kind: HttpKind, changes: Partial<Delivering> = {}): Promise<DeliveryResult> {
  const delivering = {
    kind,
    endpoint: kind === 'webhook' ? `${fake.url}/hook/secret-path-9` : fake.url,
    config: FAKE_CONFIGS[kind],
    message: SAMPLE_MESSAGE,
    event: SAMPLE_EVENT,
    ...changes,
  };
  return deliver(delivering, fakeWorld([fake.host], { now: () => NOW }));
}

/** Where each service has the text that it shows. */
const TEXTS: Partial<Record<HttpKind, string>> = {
  wecom: 'markdown.content',
  feishu: 'card.elements.0.text.content',
  lark: 'card.elements.0.text.content',
  dingtalk: 'markdown.text',
  telegram: 'text',
  bark: 'body',
  serverchan: 'desp',
  pushplus: 'content',
  ntfy: 'message',
};

/** What a service shows of the requests that it took. */
function shown(kind: HttpKind): string[] {
  return fake.taken.map(({ body, raw }) => {
    const text = TEXTS[kind]
      ?.split('.')
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);
    return typeof text === 'string' ? text : raw;
  });
}

describe('a message', () => {
  it.each(HTTP_KINDS)('of %s is taken by the service', async (kind) => {
    expect(await send(kind)).toEqual({
      outcome: 'sent',
      reason: 'Sent',
      status: kind === 'webhook' ? 204 : 200,
      answer: kind === 'webhook' ? null : expect.any(String),
    });
    expect(fake.taken).toHaveLength(1);
    expect(fake.received[0]?.headers['user-agent']).toBe('stock-cycle-notifications');
  });

  it.each(HTTP_KINDS.filter((kind) => kind !== 'webhook'))('of %s names ten stocks and the rest', async (kind) => {
    await send(kind);
    const text = shown(kind).join('\n');
    for (const code of ['600000', '601012', '600001']) expect(text).toContain(code);
    expect(text).toContain('其余 25 条');
    expect(fake.taken[0]?.raw).toMatch(/cycle\.example\.com(?:\/|%2F)scans/);
  });

  it.each(['feishu', 'dingtalk'] as const)(
    'of %s goes unsigned without a secret, which the service rejects',
    async (kind) => {
      const { secret: _, ...config } = FAKE_CONFIGS[kind];
      expect(await send(kind, { config })).toMatchObject({
        outcome: 'failed',
        reason: expect.stringContaining('signature'),
      });
    },
  );

  it('of ServerChan goes to the path of the third generation for its keys', async () => {
    expect(await send('serverchan', { config: { send_key: FAKE_SCTP_KEY } })).toMatchObject({ outcome: 'sent' });
    expect(fake.taken[0]?.path).toBe(`/send/${FAKE_SCTP_KEY}.send`);
  });

  it('of a webhook is the event, signed, and larger fields are left out of a large one', async () => {
    await send('webhook');
    expect(fake.taken[0]?.body).toEqual({
      type: SAMPLE_EVENT.type,
      timestamp: SAMPLE_EVENT.timestamp,
      data: SAMPLE_EVENT.data,
    });
    expect(fake.taken[0]?.headers['webhook-id']).toBe(SAMPLE_EVENT.id);
    const data = { day: '2026-11-27', hits: Array.from({ length: 5000 }, (_, index) => `60${index}`) };
    await send('webhook', { event: { ...SAMPLE_EVENT, data } });
    expect(fake.taken[1]?.body).toMatchObject({ data: { day: '2026-11-27', omitted: ['hits'] } });
  });
});

const LONG: Message = {
  ...SAMPLE_MESSAGE,
  lines: SAMPLE_MESSAGE.lines.map((line, index) => `${index} ${line} ${'缩量回踩'.repeat(700)}`),
};

describe('a long message', () => {
  it.each(HTTP_KINDS.filter((kind) => kind !== 'webhook'))(
    'of %s goes in at most three parts that the service takes',
    async (kind) => {
      expect(await send(kind, { message: LONG })).toMatchObject({ outcome: 'sent' });
      expect(fake.received).toHaveLength(fake.taken.length);
      const parts = shown(kind);
      expect(parts.length).toBeLessThanOrEqual(3);
      const named = Array.from({ length: 10 }, (_, index) => index).filter((index) =>
        parts.join('\n').includes(`${index} ${SAMPLE_MESSAGE.lines[index]?.slice(0, 6) ?? ''}`),
      );
      expect(parts.at(-1)).toContain(`其余 ${35 - named.length} 条`);
    },
  );

  it('has the number of each part in its title', async () => {
    await send('wecom', { message: LONG });
    expect(shown('wecom').map((text) => /\(\d\/\d\)/.exec(text)?.[0])).toEqual(['(1/3)', '(2/3)', '(3/3)']);
  });

  it('takes as many tokens of the pace as it has parts', () => {
    const sending = { endpoint: null, config: FAKE_CONFIGS.wecom, message: LONG, event: SAMPLE_EVENT };
    expect(countParts('wecom', sending)).toBe(3);
    expect(countParts('wecom', { ...sending, message: SAMPLE_MESSAGE })).toBe(1);
    expect(countParts('email', sending)).toBe(1);
  });

  it('goes to Telegram a part a second', async () => {
    const begin = performance.now();
    await send('telegram', { message: LONG });
    expect(fake.taken).toHaveLength(3);
    expect(performance.now() - begin).toBeGreaterThan(1900);
  });

  it('stops at the part that is not taken', async () => {
    fake.script(json({ errcode: 0 }), json({ errcode: 45009, errmsg: 'api freq out of limit' }));
    expect(await send('wecom', { message: LONG })).toMatchObject({ outcome: 'retry', isRateRefusal: true });
    expect(fake.received).toHaveLength(2);
  });
});

const HOSTILE: Message = {
  title: '**x** [t](https://evil.example) <b>',
  lines: [
    '<at id=all></at> <@all> @all',
    '[click](https://evil.example) evil.example',
    '# big\n- a\u202e',
    '<font color="warning">x</font> & *y* _z_ `c` </b><a href="https://evil.example">',
    '\u0000a\r\nb',
  ],
  total: 5,
  link: 'https://cycle.example.com/a b?q="x")',
};

describe('hostile text', () => {
  it.each(HTTP_KINDS.filter((kind) => kind !== 'webhook'))(
    'of %s is no markup, no mention and no link',
    async (kind) => {
      expect(await send(kind, { message: HOSTILE })).toMatchObject({ outcome: 'sent' });
      const raw = fake.taken
        .map((request) => (kind === 'serverchan' ? decodeURIComponent(request.raw) : request.raw))
        .join();
      expect(raw).not.toMatch(/@all|evil\.example|https:\/\/evil|\u202e/);
      if (!['telegram', 'bark', 'ntfy'].includes(kind))
        expect(
          shown(kind)
            .join()
            .replaceAll(/\[查看\]\([^)]*\)/g, ''),
        ).not.toMatch(/[<>[\]`_]/);
      expect(shown(kind).join()).not.toContain('\r');
    },
  );

  it('that Telegram can not read is sent once more as plain text', async () => {
    fake.script(json({ ok: false, error_code: 400, description: "Bad Request: can't parse entities: x" }, 400));
    expect(await send('telegram', { message: HOSTILE })).toMatchObject({ outcome: 'sent' });
    expect(fake.taken[0]?.body['parse_mode']).toBeUndefined();
    expect(fake.taken[0]?.body['text']).toContain('<font color="warning">x</font> &');
    fake.script(...Array<FakeReply>(2).fill(json({ ok: false, description: "can't parse entities" }, 400)));
    expect(await send('telegram')).toMatchObject({ outcome: 'failed', status: 400 });
    expect(fake.received).toHaveLength(4);
  });
});

/** What a service says, and what we make of it. */
type Row = [kind: HttpKind, what: string, reply: FakeReply, result: Partial<DeliveryResult>];

const rate = { outcome: 'retry', isRateRefusal: true, retryAfterSeconds: 60 } as const;
const ding = (errcode: number, errmsg: string): FakeReply => json({ errcode, errmsg });
const feishu = (code: number, msg: string): FakeReply => json({ code, msg });
const failed = (reason: string) => ({ outcome: 'failed', reason: expect.stringContaining(reason) as string }) as const;
const disabled = (reason: string) =>
  ({ outcome: 'disabled', reason: expect.stringContaining(reason) as string }) as const;

const REFUSALS: Row[] = [
  ['wecom', '45009', ding(45009, 'api freq out of limit'), rate],
  ['wecom', '93000', ding(93000, 'invalid webhook url'), disabled('key is not valid')],
  ['wecom', '40058', ding(40058, 'invalid Request Parameter'), failed('parameter')],
  ['wecom', '-1', ding(-1, 'system busy'), { outcome: 'retry' }],
  ['wecom', 'an unknown code', ding(48002, 'api forbidden'), failed('code 48002')],
  ...(['feishu', 'lark'] as const).flatMap((kind): Row[] => [
    [kind, '9499 of a bad body', feishu(9499, 'Bad Request'), failed('body')],
    [kind, '9499 of a rate', feishu(9499, 'too many request'), rate],
    [kind, '11232', feishu(11232, 'frequency limited psm'), rate],
    [kind, '19001', feishu(19001, 'access token invalid'), disabled('token')],
    [kind, '19007', feishu(19007, 'Bot Not Enabled'), disabled('switched off')],
    [kind, '19021', feishu(19021, 'sign match fail'), failed('signature')],
    [kind, '19022', feishu(19022, 'Ip Not Allowed'), failed('IP address')],
    [kind, '19024', feishu(19024, 'Key Words Not Found'), failed('keywords')],
    [kind, 'an unknown code', feishu(77777, '?'), failed('code 77777')],
    [kind, '19001 with HTTP 400', json({ code: 19001, msg: 'x' }, 400), disabled('token')],
    [kind, 'the old success', json({ StatusCode: 0, StatusMessage: 'success' }), { outcome: 'sent' }],
    [kind, 'success with HTTP 500', json({ code: 0 }, 500), { outcome: 'retry' }],
  ]),
  ['dingtalk', '130101', ding(130101, 'send too fast'), rate],
  ['dingtalk', '410100', ding(410100, '发送速度太快而限流'), rate],
  ['dingtalk', '410100 without words', ding(410100, ''), rate],
  ['dingtalk', '300001 of a rate', ding(300001, 'send too fast, exceed 20 times per minute'), rate],
  ['dingtalk', '300001 of a token', ding(300001, 'token is not exist'), failed('does not exist')],
  ['dingtalk', '310000 keyword', ding(310000, 'description:关键词不匹配;solution:x'), failed('keywords')],
  ['dingtalk', '310000 sign', ding(310000, 'description:机器人发送签名不匹配'), failed('signature')],
  ['dingtalk', '310000 time', ding(310000, 'invalid timestamp'), failed('signature')],
  ['dingtalk', '310000 address', ding(310000, 'ip 10.1.1.1 not in whitelist'), failed('IP address')],
  ['dingtalk', '310000 of another kind', ding(310000, '?'), failed('security setting')],
  ['dingtalk', '300005', ding(300005, 'token is not exist'), disabled('does not exist')],
  ['dingtalk', '400101', ding(400101, 'access_token不存在'), failed('does not exist')],
  ['dingtalk', '400102', ding(400102, '机器人已停用'), disabled('stopped')],
  ['dingtalk', '400106', ding(400106, '机器人不存在'), disabled('robot does not exist')],
  ['dingtalk', '400013', ding(400013, '群已被解散'), failed('dissolved')],
  ['dingtalk', '43004', ding(43004, '无效的HTTP HEADER Content-Type'), failed('content type')],
  ['dingtalk', '-1', ding(-1, '系统繁忙'), { outcome: 'retry' }],
  ['dingtalk', 'an unknown code', ding(90018, '?'), failed('code 90018')],
  ['telegram', '401', json({ ok: false, description: 'Unauthorized' }, 401), disabled('token')],
  ['telegram', '403', json({ ok: false, description: 'Forbidden: bot was kicked' }, 403), disabled('removed')],
  ['telegram', '400', json({ ok: false, description: 'Bad Request: chat not found' }, 400), failed('chat')],
  ['telegram', '404', json({ ok: false, description: 'Not Found' }, 404), failed('404')],
  ['telegram', '429', json({ ok: false, parameters: { retry_after: 31 } }, 429), { ...rate, retryAfterSeconds: 31 }],
  ['telegram', '502', json({ ok: false }, 502), { outcome: 'retry' }],
  ['telegram', '200 that is not ok', json({ ok: false }), failed('no result')],
  ['bark', '400', json({ code: 400, message: 'failed to get device token' }, 400), failed('device key')],
  ['bark', '500', json({ code: 500, message: 'APNs' }, 500), { outcome: 'retry' }],
  ['bark', '200 with another code', json({ code: 0 }), failed('code 0')],
  ['serverchan', 'a code', json({ code: 40001, message: '[AUTH]错误的Key' }), failed('code 40001')],
  ['serverchan', '200, which is no success here', json({ code: 200 }), failed('code 200')],
  ...([900, 905, 908, 909, 912] as const).map((code): Row => [
    'pushplus',
    String(code),
    json({ code }),
    failed(`code ${code}`),
  ]),
  ['pushplus', '903', json({ code: 903 }), disabled('token')],
  ['pushplus', '907', json({ code: 907 }), disabled('token')],
  ['pushplus', '0, which is no success here', json({ code: 0 }), failed('code 0')],
  ['ntfy', '401', json({ http: 401 }, 401), failed('401')],
  ['ntfy', '429', json({ http: 429 }, 429), rate],
  ['webhook', '400', { status: 400, body: 'no' }, { outcome: 'retry' }],
  ['webhook', '500', { status: 500, body: '' }, { outcome: 'retry' }],
  ...HTTP_KINDS.flatMap((kind): Row[] => [
    [kind, 'a redirect', { status: 302, body: '', headers: { location: '/hook' } }, failed('redirect')],
    [
      kind,
      'a redirect with a success in it',
      { ...json({ errcode: 0, code: 0, ok: true }, 307), headers: { location: '/hook' } },
      failed('redirect'),
    ],
    [kind, 'HTTP 410', { status: 410, body: '' }, disabled('410')],
    [
      kind,
      'HTTP 429',
      { status: 429, body: 'slow', headers: { 'retry-after': '17' } },
      { ...rate, retryAfterSeconds: 17 },
    ],
    ...[502, 503, 504].map((status): Row => [
      kind,
      `HTTP ${status}`,
      { status, body: '<html>', headers: { 'retry-after': '17' } },
      { outcome: 'retry', retryAfterSeconds: 17 },
    ]),
    [
      kind,
      'a date to retry after',
      { status: 503, body: '', headers: { 'retry-after': new Date(NOW + 90_500).toUTCString() } },
      { outcome: 'retry', retryAfterSeconds: 91 },
    ],
    [
      kind,
      'a wait of a year',
      { status: 503, body: '', headers: { 'retry-after': '31536000' } },
      { outcome: 'retry', retryAfterSeconds: 86_400 },
    ],
  ]),
  ...HTTP_KINDS.filter((kind) => kind !== 'webhook' && kind !== 'ntfy').flatMap((kind): Row[] => [
    [kind, '200 without JSON', { status: 200, body: '<html>ok</html>' }, failed('no result')],
    [kind, '200 with a list', json([]), failed('no result')],
    [kind, '200 with a text as code', json({ errcode: 'ok', code: '0x0', ok: 'true' }), failed('no result')],
  ]),
];

describe('a response', () => {
  it.each(REFUSALS)('of %s: %s', async (kind, _what, reply, result) => {
    fake.script(reply);
    const { answer, ...rest } = await send(kind);
    expect(rest).toEqual(expect.objectContaining({ status: reply.status, ...result }));
    expect(rest.isRateRefusal ?? false).toBe(result.isRateRefusal ?? false);
    expect(answer ?? '').toHaveLength(Array.from(reply.body.slice(0, 200)).length);
  });

  it('beyond the rate of WeCom and DingTalk is known by the body', async () => {
    for (const kind of ['wecom', 'dingtalk', 'feishu', 'telegram'] as const) {
      const results: DeliveryResult[] = [];
      for (let count = 0; count < 21; count += 1) results.push(await send(kind));
      expect(results.at(-1)).toMatchObject({ outcome: 'retry', isRateRefusal: true });
    }
  });
});

describe('secrets', () => {
  it.each(HTTP_KINDS)('of %s are neither in the reason nor in the answer', async (kind) => {
    const secrets = Object.entries(FAKE_CONFIGS[kind])
      .filter(([name]) => name !== 'chat_id' && name !== 'topic')
      .map(([, value]) => value);
    await send(kind);
    const request = fake.received[0];
    const address = `${fake.url}${request?.path ?? ''}?${request?.query.toString() ?? ''}`;
    const signs = [
      request?.query.get('sign'),
      request?.body['sign'],
      request?.headers['webhook-signature']?.slice(3),
    ].filter((sign) => typeof sign === 'string');
    const said = [...secrets, ...signs, ...secrets.map(encodeURIComponent), address.replace(/\?$/, '')];
    for (const status of [200, 400, 500]) {
      for (const text of said) {
        fake.script({
          status,
          body: JSON.stringify({ code: 5, errcode: 5, msg: text, errmsg: text, description: text }),
        });
        const result = await send(kind);
        for (const secret of said) expect(JSON.stringify(result)).not.toContain(secret);
      }
    }
  });
});

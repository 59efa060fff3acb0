import { createHmac } from 'node:crypto';
import { FAKE_CONFIGS, FAKE_SCTP_KEY } from './fake-credentials';
import { type FakeReply, type FakeServiceKind, json, type ReceivedRequest } from './fake-reply';
import type { FakeLimit } from './rate-counter';

/** How one service treats requests. */
interface FakeRules {
  readonly limits: readonly FakeLimit[];
  readonly tooMany: FakeReply;
  readonly success: FakeReply;
  /** What it says against a request; null if it takes it. */
  check(request: ReceivedRequest): FakeReply | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

const PATHS: readonly (readonly [RegExp, FakeServiceKind])[] = [
  [/^\/cgi-bin\/webhook\/send$/, 'wecom'],
  [/^\/open-apis\/bot\/v2\/hook\/[^/]+$/, 'feishu'],
  [/^\/robot\/send$/, 'dingtalk'],
  [/^\/bot[^/]+\/sendMessage$/, 'telegram'],
  [/^\/push$/, 'bark'],
  [/^\/(?:send\/)?[^/]+\.send$/, 'serverchan'],
  [/^\/send$/, 'pushplus'],
  [/^\/$/, 'ntfy'],
  [/^\/hook/, 'webhook'],
];

export function kindOf(path: string): FakeServiceKind | null {
  return PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

const bytes = (text: string): number => Buffer.byteLength(text);
const isJson = ({ headers }: ReceivedRequest): boolean =>
  headers['content-type']?.startsWith('application/json') === true;
/** A field at a path such as `markdown.content`. */
const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body);
const textAt = (request: ReceivedRequest, path: string): string => {
  const value = at(request.body, path);
  return typeof value === 'string' ? value : '';
};

const wecom = (errcode: number, errmsg: string): FakeReply => json({ errcode, errmsg });
const feishu = (code: number, msg: string): FakeReply => json({ code, msg, data: {} });
const telegram = (error_code: number, description: string): FakeReply =>
  json({ ok: false, error_code, description }, error_code);

function checkFeishu(request: ReceivedRequest): FakeReply | null {
  if (!isJson(request) || bytes(request.raw) > 20 * 1024) return feishu(9499, 'Bad Request');
  const token = request.path.split('/').at(-1);
  if (token !== FAKE_CONFIGS.feishu.token && token !== FAKE_CONFIGS.lark.token) {
    return feishu(19001, 'param invalid: incoming webhook access token invalid');
  }
  if (token === FAKE_CONFIGS.feishu.token && !isSignedFeishu(request)) {
    return feishu(19021, 'sign match fail or timestamp is not within one hour from current time');
  }
  const isCard =
    request.body['msg_type'] === 'interactive' &&
    textAt(request, 'card.header.title.content') !== '' &&
    Array.isArray(at(request.body, 'card.elements'));
  return isCard ? null : feishu(9499, 'Bad Request');
}

function isSignedFeishu(request: ReceivedRequest): boolean {
  const timestamp = textAt(request, 'timestamp');
  const key = `${timestamp}\n${FAKE_CONFIGS.feishu.secret}`;
  const sign = createHmac('sha256', key).update('').digest('base64');
  return textAt(request, 'sign') === sign && Math.abs(Number(timestamp) * 1000 - request.at) < HOUR_MS;
}

function checkDingtalk(request: ReceivedRequest): FakeReply | null {
  if (!isJson(request)) return wecom(43004, '无效的HTTP HEADER Content-Type');
  const { access_token: token, secret } = FAKE_CONFIGS.dingtalk;
  if (request.query.get('access_token') !== token) return wecom(300005, 'token is not exist');
  const timestamp = request.query.get('timestamp') ?? '';
  const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64');
  const isInTime = Math.abs(Number(timestamp) - request.at) < HOUR_MS;
  if (request.query.get('sign') !== sign || !isInTime) {
    return wecom(
      310000,
      'description:机器人发送签名不匹配;solution:请确认签名和生成签名的时间戳必须都放在调用的网址中',
    );
  }
  const hasText = textAt(request, 'markdown.title') !== '' && textAt(request, 'markdown.text') !== '';
  const isMarkdown = request.body['msgtype'] === 'markdown' && hasText;
  return isMarkdown && bytes(request.raw) <= 20_000 ? null : wecom(400035, 'param error');
}

/** The tags that Telegram reads here, each closed. */
function isTelegramHtml(html: string): boolean {
  const rest = html
    .replaceAll(/<b>[^<>]*<\/b>/g, '')
    .replaceAll(/<a href="[^"<>]*">[^<>]*<\/a>/g, '')
    .replaceAll(/&(?:lt|gt|amp|quot);/g, '');
  return !/[<>&]/.test(rest);
}

function checkTelegram(request: ReceivedRequest): FakeReply | null {
  const { bot_token: token, chat_id: chat } = FAKE_CONFIGS.telegram;
  if (request.path !== `/bot${token}/sendMessage`) return telegram(401, 'Unauthorized');
  if (!isJson(request) || textAt(request, 'chat_id') !== chat) return telegram(400, 'Bad Request: chat not found');
  const text = textAt(request, 'text');
  if (text === '') return telegram(400, 'Bad Request: message text is empty');
  if (text.length > 4096) return telegram(400, 'Bad Request: message is too long');
  if (request.body['parse_mode'] !== 'HTML' || isTelegramHtml(text)) return null;
  return telegram(400, "Bad Request: can't parse entities: Unsupported start tag at byte offset 0");
}

function checkWebhook(request: ReceivedRequest): FakeReply | null {
  const { headers } = request;
  const key = Buffer.from(FAKE_CONFIGS.webhook.secret.slice('whsec_'.length), 'base64');
  const timestamp = headers['webhook-timestamp'] ?? '';
  const signed = `${headers['webhook-id'] ?? ''}.${timestamp}.${request.raw}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  const isSigned = (headers['webhook-signature'] ?? '').split(' ').includes(expected);
  const isInTime = Math.abs(Number(timestamp) * 1000 - request.at) < 5 * MINUTE_MS;
  if (!isSigned || !isInTime) return { status: 401, body: 'signature does not match' };
  const fields = Object.keys(request.body).sort().join();
  const isWhole = isJson(request) && bytes(request.raw) < 20_480 && fields === 'data,timestamp,type';
  return isWhole ? null : { status: 400, body: 'bad request' };
}

export const FAKE_RULES: Readonly<Record<FakeServiceKind, FakeRules>> = {
  wecom: {
    limits: [{ requests: 20, perMs: MINUTE_MS }],
    tooMany: wecom(45009, 'api freq out of limit'),
    success: wecom(0, 'ok'),
    check: (request) => {
      if (request.query.get('key') !== FAKE_CONFIGS.wecom.key) return wecom(93000, 'invalid webhook url');
      const content = textAt(request, 'markdown.content');
      const isMarkdown = isJson(request) && request.body['msgtype'] === 'markdown' && content !== '';
      if (!isMarkdown) return wecom(40058, 'invalid Request Parameter');
      return bytes(content) <= 4096 ? null : wecom(40058, 'markdown.content exceed max length 4096');
    },
  },
  feishu: {
    limits: [
      { requests: 5, perMs: 1000 },
      { requests: 100, perMs: MINUTE_MS },
    ],
    tooMany: feishu(9499, 'too many request'),
    success: json({ StatusCode: 0, StatusMessage: 'success', code: 0, data: {}, msg: 'success' }),
    check: checkFeishu,
  },
  dingtalk: {
    limits: [{ requests: 20, perMs: MINUTE_MS }],
    tooMany: wecom(130101, 'send too fast, exceed 20 times per minute'),
    success: wecom(0, 'ok'),
    check: checkDingtalk,
  },
  telegram: {
    limits: [{ requests: 20, perMs: MINUTE_MS }],
    tooMany: json(
      { ok: false, error_code: 429, description: 'Too Many Requests: retry after 31', parameters: { retry_after: 31 } },
      429,
    ),
    success: json({ ok: true, result: { message_id: 42 } }),
    check: checkTelegram,
  },
  bark: {
    limits: [],
    tooMany: json({ code: 429, message: 'too many requests' }, 429),
    success: json({ code: 200, message: 'success', timestamp: 1_764_230_400 }),
    check: (request) => {
      const isKnown = isJson(request) && request.body['device_key'] === FAKE_CONFIGS.bark.device_key;
      if (!isKnown) return json({ code: 400, message: 'failed to get device token' }, 400);
      const isWhole = textAt(request, 'title') !== '' && textAt(request, 'body') !== '';
      return isWhole && bytes(request.raw) <= 4096 ? null : json({ code: 500, message: 'PayloadTooLarge' }, 500);
    },
  },
  serverchan: {
    limits: [],
    tooMany: json({ code: 40001, message: '超过当天的发送次数限制' }),
    success: json({ code: 0, message: '', data: { pushid: '1', readkey: 'x', error: 'SUCCESS', errno: 0 } }),
    check: (request) => {
      const isKnown =
        request.path === `/${FAKE_CONFIGS.serverchan.send_key}.send` || request.path === `/send/${FAKE_SCTP_KEY}.send`;
      if (!isKnown) return json({ code: 40001, message: '[AUTH]错误的Key' });
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
      const [title, text] = [textAt(request, 'title'), textAt(request, 'desp')];
      const isWhole = isForm && title !== '' && Array.from(title).length <= 32 && bytes(text) <= 32_768;
      return isWhole ? null : json({ code: 40002, message: 'title or desp is not valid' });
    },
  },
  pushplus: {
    limits: [],
    tooMany: json({ code: 900, msg: '用户账号使用受限', data: null }),
    success: json({ code: 200, msg: '请求成功', data: 'ce4f1f1f1f1f4b9d' }),
    check: (request) => {
      if (request.body['token'] !== FAKE_CONFIGS.pushplus.token) return json({ code: 903, msg: '无效的用户令牌' });
      const content = textAt(request, 'content');
      const isWhole =
        isJson(request) && content !== '' && content.length <= 20_000 && textAt(request, 'title').length <= 200;
      return isWhole && request.body['template'] === 'markdown' ? null : json({ code: 905, msg: '参数错误' });
    },
  },
  ntfy: {
    limits: [],
    tooMany: json({ code: 42901, http: 429, error: 'limit reached: too many requests' }, 429),
    success: json({ id: 'xE73Iyuabi', time: 1_764_230_400, event: 'message' }),
    check: (request) => {
      if (request.headers['authorization'] !== `Bearer ${FAKE_CONFIGS.ntfy.token}`) {
        return json({ code: 40101, http: 401, error: 'unauthorized' }, 401);
      }
      const isWhole = isJson(request) && request.body['topic'] === FAKE_CONFIGS.ntfy.topic;
      const isSmall = bytes(textAt(request, 'message')) <= 4096 && textAt(request, 'title').length <= 200;
      return isWhole && isSmall ? null : json({ code: 40024, http: 400, error: 'invalid request' }, 400);
    },
  },
  webhook: {
    limits: [],
    tooMany: { status: 429, body: 'slow down', headers: { 'retry-after': '120' } },
    success: { status: 204, body: '' },
    check: checkWebhook,
  },
};

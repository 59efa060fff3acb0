import { createHmac } from 'node:crypto';
import type { Sending } from '../channel';
import { rateLimited, type Verdict } from '../delivery-result';
import type { GuardedResponse } from '../guard/guarded-request';
import { FEISHU_PACE } from '../paces';
import { markdownEnding } from '../rendering/endings';
import { type Dialect, layOutParts, type Part } from '../rendering/lay-out-parts';
import { toMarkdownText } from '../rendering/markdown-text';
import { bytesOf } from '../rendering/readable-text';
import { key, secret, textOf } from '../settings/setting';
import { bodyText, type BodyResult, classifyByCode, type CodeTable, resultOf } from './classify-response';
import { addressOf, httpChannel, jsonRequest, type ServiceRequest } from './http-channel';

/** UTF-8 bytes of a body; the service takes 20 KB, signature and timestamp counted. */
const LARGEST_BODY = 20_000;
const SIGNATURE_BYTES = 200;

const CODES: CodeTable = {
  9499: { outcome: 'failed', reason: 'the body is not valid' },
  11232: { outcome: 'rate', reason: '' },
  19001: { outcome: 'disabled', reason: 'the token is not valid' },
  19007: { outcome: 'disabled', reason: 'the bot is switched off' },
  19021: { outcome: 'failed', reason: 'the signature does not match, or the clock is more than an hour off' },
  19022: { outcome: 'failed', reason: "this server's IP address is not on the bot's list" },
  19024: { outcome: 'failed', reason: "the message has none of the bot's keywords" },
};

const DIALECT: Dialect = {
  longestTitle: 200,
  separator: '\n',
  line: toMarkdownText,
  ending: markdownEnding,
  fits: (part) => bytesOf(JSON.stringify(bodyOf(part))) <= LARGEST_BODY - SIGNATURE_BYTES,
};

function bodyOf({ title, text }: Part): Record<string, unknown> {
  return {
    msg_type: 'interactive',
    card: {
      config: { wide_screen_mode: true },
      header: { title: { tag: 'plain_text', content: title }, template: 'red' },
      elements: [{ tag: 'div', text: { tag: 'lark_md', content: text } }],
    },
  };
}

/**
 * The signature of a custom bot: base64 of HMAC-SHA256 over an empty message, with timestamp and secret as the key.
 * @param timestamp Unix **seconds**.
 */
export function signFeishu(timestamp: string, signingSecret: string): string {
  return createHmac('sha256', `${timestamp}\n${signingSecret}`).update('').digest('base64');
}

function requestOf(sending: Sending, origin: string, part: Part, nowMs: number): ServiceRequest {
  const url = addressOf(sending, origin, `/open-apis/bot/v2/hook/${textOf(sending.config, 'token')}`);
  const signingSecret = textOf(sending.config, 'secret');
  if (signingSecret === '') return jsonRequest(url, bodyOf(part));
  const timestamp = String(Math.floor(nowMs / 1000));
  const sign = signFeishu(timestamp, signingSecret);
  return { ...jsonRequest(url, { timestamp, sign, ...bodyOf(part) }), signatures: [sign] };
}

/** Older answers report `StatusCode` alone. */
function readResult(text: string): BodyResult | null {
  return resultOf(text, 'code', 0) ?? resultOf(text, 'StatusCode', 0);
}

function classify(service: string, response: GuardedResponse, nowMs: number): Verdict {
  const result = readResult(response.text);
  // The code of bad bodies is also the one of too many requests.
  if (result?.code === 9499 && /too many request/i.test(bodyText(response.text, 'msg'))) return rateLimited(service);
  return classifyByCode(service, response, result, CODES, nowMs);
}

const customBot = (service: string, origin: string) =>
  httpChannel({
    settings: [key('token'), secret('secret', { isRequired: false })],
    endpoint: 'origin',
    pace: FEISHU_PACE,
    requests: (sending, nowMs) =>
      layOutParts(sending.message, DIALECT).map((part) => requestOf(sending, origin, part, nowMs)),
    classify: (response, nowMs) => classify(service, response, nowMs),
  });

/** A custom bot of a Feishu (飞书) group, as an interactive card: text messages know no markup. */
export const FEISHU = customBot('Feishu', 'https://open.feishu.cn');

/** The same on the international host. */
export const LARK = customBot('Lark', 'https://open.larksuite.com');

import { createHmac } from 'node:crypto';
import type { Sending } from '../channel';
import { failed, rateLimited, type Verdict } from '../delivery-result';
import type { GuardedResponse } from '../guard/guarded-request';
import { DINGTALK_PACE } from '../paces';
import { markdownEnding } from '../rendering/endings';
import { type Dialect, layOutParts, type Part } from '../rendering/lay-out-parts';
import { toMarkdownText } from '../rendering/markdown-text';
import { bytesOf } from '../rendering/readable-text';
import { key, secret, textOf } from '../settings/setting';
import { bodyText, classifyByCode, type CodeTable, resultOf } from './classify-response';
import { addressOf, httpChannel, jsonRequest, type ServiceRequest } from './http-channel';

/** UTF-8 bytes of a body. */
const LARGEST_BODY = 20_000;

const CODES: CodeTable = {
  [-1]: { outcome: 'retry', reason: 'the system is busy' },
  43004: { outcome: 'failed', reason: 'the content type is not valid' },
  130101: { outcome: 'rate', reason: '' },
  300001: { outcome: 'failed', reason: 'the access token does not exist' },
  300005: { outcome: 'disabled', reason: 'the access token does not exist' },
  310000: { outcome: 'failed', reason: 'a security setting of the robot rejected the message' },
  400013: { outcome: 'failed', reason: 'the group was dissolved' },
  400101: { outcome: 'failed', reason: 'the access token does not exist' },
  400102: { outcome: 'disabled', reason: 'the robot is stopped' },
  400106: { outcome: 'disabled', reason: 'the robot does not exist' },
  410100: { outcome: 'rate', reason: '' },
};

/** Texts of too many messages: the same code means other things in other sources. */
const RATE_WORDS = /too fast|frequency|exceed|限流/i;

/** What of the security settings rejected the message, by the words of the service. */
const SECURITY_REASONS: readonly (readonly [RegExp, string])[] = [
  [/keyword|关键词/i, "the message has none of the robot's keywords"],
  [/sign|timestamp|签名/i, 'the signature does not match, or the clock is more than an hour off'],
  [/\bip\b|whitelist|白名单/i, "this server's IP address is not on the robot's list"],
];

const DIALECT: Dialect = {
  longestTitle: 128,
  // One line break is a space in this dialect.
  separator: '\n\n',
  line: toMarkdownText,
  ending: markdownEnding,
  fits: (part) => bytesOf(JSON.stringify(bodyOf(part))) <= LARGEST_BODY,
};

function bodyOf({ title, text }: Part): Record<string, unknown> {
  return {
    msgtype: 'markdown',
    markdown: { title, text: `### ${toMarkdownText(title)}\n\n${text}` },
    at: { atMobiles: [], isAtAll: false },
  };
}

/**
 * The signature of a custom robot: base64 of HMAC-SHA256 over timestamp and secret, not yet escaped for the query.
 * @param timestamp Unix **milliseconds**.
 */
export function signDingtalk(timestamp: string, signingSecret: string): string {
  return createHmac('sha256', signingSecret).update(`${timestamp}\n${signingSecret}`).digest('base64');
}

function requestOf(sending: Sending, part: Part, nowMs: number): ServiceRequest {
  const query = new URLSearchParams({ access_token: textOf(sending.config, 'access_token') });
  const signingSecret = textOf(sending.config, 'secret');
  const timestamp = String(nowMs);
  const sign = signingSecret === '' ? null : signDingtalk(timestamp, signingSecret);
  if (sign !== null) {
    query.set('timestamp', timestamp);
    query.set('sign', sign);
  }
  const url = addressOf(sending, 'https://oapi.dingtalk.com', `/robot/send?${query.toString()}`);
  return { ...jsonRequest(url, bodyOf(part)), signatures: sign === null ? [] : [sign] };
}

function classify(response: GuardedResponse, nowMs: number): Verdict {
  const result = resultOf(response.text, 'errcode', 0);
  const words = bodyText(response.text, 'errmsg');
  if (result !== null && !result.isSuccess && RATE_WORDS.test(words)) return rateLimited('DingTalk');
  if (result?.code === 310000) {
    const reason = SECURITY_REASONS.find(([pattern]) => pattern.test(words))?.[1];
    if (reason !== undefined) return failed(`DingTalk: ${reason} (code 310000)`);
  }
  return classifyByCode('DingTalk', response, result, CODES, nowMs);
}

/** A custom robot of a DingTalk (钉钉) group, as markdown. */
export const DINGTALK = httpChannel({
  settings: [key('access_token'), secret('secret', { isRequired: false })],
  endpoint: 'origin',
  pace: DINGTALK_PACE,
  requests: (sending, nowMs) => layOutParts(sending.message, DIALECT).map((part) => requestOf(sending, part, nowMs)),
  classify,
});

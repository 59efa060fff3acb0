import type { Sending } from '../channel';
import { UNLIMITED } from '../paces';
import { markdownEnding } from '../rendering/endings';
import { type Dialect, layOutParts, type Part } from '../rendering/lay-out-parts';
import { toMarkdownText } from '../rendering/markdown-text';
import { key, matching, textOf } from '../settings/setting';
import { classifyByCode, type CodeTable, resultOf } from './classify-response';
import { addressOf, httpChannel, jsonRequest, type ServiceRequest } from './http-channel';

/** Characters of `content`. */
const LONGEST_CONTENT = 20_000;

const CODES: CodeTable = {
  900: { outcome: 'failed', reason: 'the account is restricted' },
  903: { outcome: 'disabled', reason: 'the token is not valid' },
  905: { outcome: 'failed', reason: 'a parameter is not valid' },
  907: { outcome: 'disabled', reason: 'the token is not valid' },
  908: { outcome: 'failed', reason: 'the account is blocked' },
  909: { outcome: 'failed', reason: 'the account is under review' },
  912: { outcome: 'failed', reason: 'the account has no package' },
};

const DIALECT: Dialect = {
  longestTitle: 200,
  separator: '\n\n',
  line: toMarkdownText,
  ending: markdownEnding,
  fits: ({ text }) => text.length <= LONGEST_CONTENT,
};

function requestOf(sending: Sending, { title, text }: Part): ServiceRequest {
  const topic = textOf(sending.config, 'topic');
  return jsonRequest(addressOf(sending, 'https://www.pushplus.plus', '/send'), {
    token: textOf(sending.config, 'token'),
    title,
    content: text,
    template: 'markdown',
    channel: 'wechat',
    ...(topic === '' ? {} : { topic }),
  });
}

/** PushPlus (推送加), to WeChat. Its code of success is 200. */
export const PUSHPLUS = httpChannel({
  settings: [
    key('token'),
    matching('topic', /^[\w-]{1,64}$/, 'at most 64 letters, digits, "_" and "-"', { isRequired: false }),
  ],
  endpoint: 'origin',
  pace: UNLIMITED,
  requests: (sending) => layOutParts(sending.message, DIALECT).map((part) => requestOf(sending, part)),
  classify: (response, nowMs) =>
    classifyByCode('PushPlus', response, resultOf(response.text, 'code', 200), CODES, nowMs),
});

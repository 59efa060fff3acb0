import type { Sending } from '../channel';
import { WECOM_PACE } from '../paces';
import { markdownEnding } from '../rendering/endings';
import { type Dialect, layOutParts, type Part } from '../rendering/lay-out-parts';
import { toMarkdownText } from '../rendering/markdown-text';
import { bytesOf } from '../rendering/readable-text';
import { key, textOf } from '../settings/setting';
import { classifyByCode, type CodeTable, resultOf } from './classify-response';
import { addressOf, httpChannel, jsonRequest, type ServiceRequest } from './http-channel';

/** UTF-8 bytes of a markdown message. */
const LARGEST_CONTENT = 4096;

const CODES: CodeTable = {
  [-1]: { outcome: 'retry', reason: 'the system is busy' },
  40058: { outcome: 'failed', reason: 'a parameter is not valid' },
  45009: { outcome: 'rate', reason: '' },
  93000: { outcome: 'disabled', reason: 'the key is not valid, or the robot was removed' },
};

const DIALECT: Dialect = {
  longestTitle: 128,
  separator: '\n',
  line: toMarkdownText,
  ending: markdownEnding,
  fits: (part) => bytesOf(contentOf(part)) <= LARGEST_CONTENT,
};

function contentOf({ title, text }: Part): string {
  return `**${toMarkdownText(title)}**\n${text}`;
}

/** The robot of a group in WeCom (企业微信), as markdown. The key in the address is its only credential. */
export const WECOM = httpChannel({
  settings: [key('key')],
  endpoint: 'origin',
  pace: WECOM_PACE,
  requests: (sending) => layOutParts(sending.message, DIALECT).map((part) => requestOf(sending, part)),
  classify: (response, nowMs) => classifyByCode('WeCom', response, resultOf(response.text, 'errcode', 0), CODES, nowMs),
});

function requestOf(sending: Sending, part: Part): ServiceRequest {
  const query = new URLSearchParams({ key: textOf(sending.config, 'key') });
  const url = addressOf(sending, 'https://qyapi.weixin.qq.com', `/cgi-bin/webhook/send?${query.toString()}`);
  return jsonRequest(url, { msgtype: 'markdown', markdown: { content: contentOf(part) } });
}

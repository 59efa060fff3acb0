import type { Sending } from '../channel';
import { UNLIMITED } from '../paces';
import { markdownEnding } from '../rendering/endings';
import { type Dialect, layOutParts, type Part } from '../rendering/lay-out-parts';
import { toMarkdownText } from '../rendering/markdown-text';
import { bytesOf } from '../rendering/readable-text';
import { key, textOf } from '../settings/setting';
import { classifyByCode, resultOf } from './classify-response';
import { addressOf, httpChannel, type ServiceRequest } from './http-channel';

const LONGEST_TITLE = 32;
/** UTF-8 bytes of `desp`. */
const LARGEST_TEXT = 32 * 1024;

const DIALECT: Dialect = {
  longestTitle: LONGEST_TITLE,
  separator: '\n\n',
  line: toMarkdownText,
  ending: markdownEnding,
  fits: ({ text }) => bytesOf(text) <= LARGEST_TEXT,
};

/** Keys of the third generation name the user, whose number is part of the host. */
const THIRD_GENERATION = /^sctp(\d{1,12})t/;

function addressOfKey(sending: Sending): string {
  const sendKey = textOf(sending.config, 'send_key');
  const uid = THIRD_GENERATION.exec(sendKey)?.[1];
  return uid === undefined
    ? addressOf(sending, 'https://sctapi.ftqq.com', `/${sendKey}.send`)
    : addressOf(sending, `https://${uid}.push.ft07.com`, `/send/${sendKey}.send`);
}

function requestOf(sending: Sending, { title, text }: Part): ServiceRequest {
  return {
    url: addressOfKey(sending),
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams({ title, desp: text }).toString(),
  };
}

/** Server酱, to WeChat: Turbo (`SCT…`) and the third generation (`sctp…`). */
export const SERVERCHAN = httpChannel({
  settings: [key('send_key')],
  endpoint: 'origin',
  pace: UNLIMITED,
  requests: (sending) => layOutParts(sending.message, DIALECT).map((part) => requestOf(sending, part)),
  classify: (response, nowMs) => classifyByCode('ServerChan', response, resultOf(response.text, 'code', 0), {}, nowMs),
});

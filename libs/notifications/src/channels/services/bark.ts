import { UNLIMITED } from '../paces';
import { restEnding } from '../rendering/endings';
import { type Dialect, layOutParts, type Part } from '../rendering/lay-out-parts';
import { bytesOf, toSafeLink } from '../rendering/readable-text';
import { key, textOf } from '../settings/setting';
import type { Sending } from '../channel';
import { classifyByCode, type CodeTable, resultOf } from './classify-response';
import { addressOf, httpChannel, jsonRequest } from './http-channel';

/** UTF-8 bytes of our body. Apple's service takes 4 KB, of which the Bark server needs some for its own fields. */
const LARGEST_BODY = 3584;

const CODES: CodeTable = { 400: { outcome: 'failed', reason: 'the device key is not valid' } };

const dialectOf = (sending: Sending): Dialect => ({
  longestTitle: 100,
  separator: '\n',
  line: (text) => text,
  ending: restEnding,
  fits: (part) => bytesOf(JSON.stringify(bodyOf(sending, part))) <= LARGEST_BODY,
});

function bodyOf(sending: Sending, { title, text }: Part): Record<string, unknown> {
  const url = toSafeLink(sending.message.link);
  return {
    device_key: textOf(sending.config, 'device_key'),
    title,
    body: text,
    group: 'Stock Cycle',
    level: 'timeSensitive',
    // A longer address leaves no room for the message.
    ...(url === null || url.length > 1024 ? {} : { url }),
  };
}

/** The app Bark on iPhones, by its public server or one's own. */
export const BARK = httpChannel({
  settings: [key('device_key')],
  endpoint: 'origin',
  pace: UNLIMITED,
  requests: (sending) =>
    layOutParts(sending.message, dialectOf(sending)).map((part) =>
      jsonRequest(addressOf(sending, 'https://api.day.app', '/push'), bodyOf(sending, part)),
    ),
  classify: (response, nowMs) => classifyByCode('Bark', response, resultOf(response.text, 'code', 200), CODES, nowMs),
});

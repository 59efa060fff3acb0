import type { Sending } from '../channel';
import { UNLIMITED } from '../paces';
import { restEnding } from '../rendering/endings';
import { type Dialect, layOutParts, type Part } from '../rendering/lay-out-parts';
import { bytesOf, toSafeLink } from '../rendering/readable-text';
import { matching, secret, textOf } from '../settings/setting';
import { classifyStatus } from './classify-response';
import { addressOf, httpChannel, jsonRequest, type ServiceRequest } from './http-channel';

/** UTF-8 bytes; a longer message becomes an attachment. */
const LARGEST_MESSAGE = 4096;
/** Above the default of 3. */
const HIGH_PRIORITY = 4;

const DIALECT: Dialect = {
  longestTitle: 200,
  separator: '\n',
  line: (text) => text,
  ending: restEnding,
  fits: ({ text }) => bytesOf(text) <= LARGEST_MESSAGE,
};

function requestOf(sending: Sending, { title, text }: Part): ServiceRequest {
  const click = toSafeLink(sending.message.link);
  const token = textOf(sending.config, 'token');
  const request = jsonRequest(addressOf(sending, 'https://ntfy.sh', '/'), {
    topic: textOf(sending.config, 'topic'),
    title,
    message: text,
    priority: HIGH_PRIORITY,
    ...(click === null ? {} : { click }),
  });
  return token === '' ? request : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

/** A topic of ntfy, on the public server or one's own, as JSON to the server's root. */
export const NTFY = httpChannel({
  settings: [
    matching('topic', /^[\w-]{1,64}$/, 'at most 64 letters, digits, "_" and "-"'),
    secret('token', { isRequired: false }),
  ],
  endpoint: 'origin',
  pace: UNLIMITED,
  requests: (sending) => layOutParts(sending.message, DIALECT).map((part) => requestOf(sending, part)),
  classify: (response, nowMs) => classifyStatus('ntfy', response, nowMs),
});

import type { Sending } from '../channel';
import { disabled, failed, rateLimited, type Verdict } from '../delivery-result';
import type { GuardedResponse } from '../guard/guarded-request';
import { TELEGRAM_PACE } from '../paces';
import { fromHtmlText, htmlLink, toHtmlText } from '../rendering/html-text';
import { type Dialect, layOutParts, type Part } from '../rendering/lay-out-parts';
import { key, matching, type Setting, textOf } from '../settings/setting';
import { bodyText, classifyStatus, parseRetryAfter, readBody } from './classify-response';
import { addressOf, httpChannel, jsonRequest, type ServiceRequest } from './http-channel';

/** Characters after the tags were read; the tags are counted too, to be safe. */
const LONGEST_TEXT = 4096;

const DIALECT: Dialect = {
  longestTitle: 200,
  separator: '\n',
  line: toHtmlText,
  ending: (rest, link) => {
    if (link === null) return rest > 0 ? `其余 ${rest} 条` : null;
    return htmlLink(link, rest > 0 ? `其余 ${rest} 条` : '查看');
  },
  fits: (part) => textOfPart(part).length <= LONGEST_TEXT,
};

function textOfPart({ title, text }: Part): string {
  return `<b>${toHtmlText(title)}</b>\n${text}`;
}

/** Of what `textOfPart` wrote, the text alone, with addresses behind their links. */
function withoutTags(html: string): string {
  return fromHtmlText(
    html
      .replaceAll('<b>', '')
      .replaceAll('</b>', '')
      .replaceAll(/<a href="([^"]{0,4096})">([^<]{0,200})<\/a>/g, '$2 $1'),
  );
}

const CHAT_ID: Setting = {
  ...matching('chat_id', /^(?:-?\d{1,20}|@\w{1,64})$/, 'the number of a chat, or "@" and the name of a channel'),
  read: (value) => {
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
    return typeof text === 'string' && /^(?:-?\d{1,20}|@\w{1,64})$/.test(text.trim()) ? text.trim() : undefined;
  },
};

function requestOf(sending: Sending, part: Part): ServiceRequest {
  const url = addressOf(sending, 'https://api.telegram.org', `/bot${textOf(sending.config, 'bot_token')}/sendMessage`);
  return jsonRequest(url, {
    chat_id: textOf(sending.config, 'chat_id'),
    text: textOfPart(part),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  });
}

/** The same message as plain text, after a response that could not read the markup. */
function fallback(request: ServiceRequest, response: GuardedResponse): ServiceRequest | null {
  const isBadMarkup = response.status === 400 && /\bparse\b/i.test(bodyText(response.text, 'description'));
  if (!isBadMarkup) return null;
  const { parse_mode: _, text, ...rest } = readBody(request.body) ?? {};
  return jsonRequest(request.url, { ...rest, text: withoutTags(String(text)) });
}

function classify(response: GuardedResponse, nowMs: number): Verdict {
  const body = readBody(response.text);
  if (response.status === 200 && body?.['ok'] !== true) return failed('Telegram sent no result');
  if (response.status === 401) return disabled('Telegram: the bot token is not valid (HTTP 401)');
  if (response.status === 403) return disabled('Telegram: the bot was blocked or removed from the chat (HTTP 403)');
  if (response.status === 429) {
    const parameters = body?.['parameters'] as { retry_after?: unknown } | null | undefined;
    const seconds = parameters?.retry_after;
    return rateLimited('Telegram', typeof seconds === 'number' ? seconds : parseRetryAfter(response.retryAfter, nowMs));
  }
  if (response.status === 400) return failed('Telegram rejected the message or the chat (HTTP 400)');
  return classifyStatus('Telegram', response, nowMs);
}

/** A bot of Telegram, as HTML: fewer characters need an escape than in its Markdown. */
export const TELEGRAM = httpChannel({
  settings: [key('bot_token'), CHAT_ID],
  endpoint: 'origin',
  pace: TELEGRAM_PACE,
  requests: (sending) => layOutParts(sending.message, DIALECT).map((part) => requestOf(sending, part)),
  fallback,
  classify,
});

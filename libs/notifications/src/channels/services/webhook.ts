import type { ChannelEvent, Sending } from '../channel';
import { retry, type Verdict } from '../delivery-result';
import type { GuardedResponse } from '../guard/guarded-request';
import { UNLIMITED } from '../paces';
import { bytesOf } from '../rendering/readable-text';
import { type Setting, textOf } from '../settings/setting';
import { isWebhookSecret, webhookHeaders } from '../standard-webhook';
import { classifyStatus } from './classify-response';
import { httpChannel, jsonRequest, type ServiceRequest } from './http-channel';

/** UTF-8 bytes of a body, below the 20 KB that the specification recommends. */
const LARGEST_BODY = 20_000;

const SECRET: Setting = {
  name: 'secret',
  isRequired: false,
  isSecret: true,
  rule: '"whsec_" and the base64 of 24 to 64 bytes',
  read: (value) => (typeof value === 'string' && isWebhookSecret(value.trim()) ? value.trim() : undefined),
};

/** The body of an event. If it is too large, its largest fields are left out, and `data.omitted` names them. */
function webhookBody({ type, timestamp, data }: ChannelEvent): string {
  const bySize = Object.keys(data).sort((left, right) => sizeOf(data[right]) - sizeOf(data[left]));
  for (let omitted = 0; omitted <= bySize.length; omitted += 1) {
    const names = bySize.slice(0, omitted);
    const kept = Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
    const body = JSON.stringify({ type, timestamp, data: omitted === 0 ? data : { ...kept, omitted: names } });
    if (bytesOf(body) < LARGEST_BODY) return body;
  }
  return JSON.stringify({ type, timestamp, data: {} });
}

function sizeOf(value: unknown): number {
  return (JSON.stringify(value) as string | undefined)?.length ?? 0;
}

function requestOf(sending: Sending, nowMs: number): ServiceRequest {
  const request = jsonRequest(sending.endpoint ?? '', JSON.parse(webhookBody(sending.event)));
  const attempt = { id: sending.event.id, seconds: Math.floor(nowMs / 1000), body: request.body };
  const signed = webhookHeaders(textOf(sending.config, 'secret'), attempt);
  return {
    ...request,
    headers: { ...request.headers, ...signed },
    signatures: [signed['webhook-signature'].slice('v1,'.length)],
  };
}

/** Only 2xx is success. A receiver under repair may reject anything for a while, so all but redirects and 410 is retried. */
function classify(response: GuardedResponse, nowMs: number): Verdict {
  const verdict = classifyStatus('The receiver', response, nowMs);
  const isRejection = verdict.outcome === 'failed' && response.status >= 400;
  return isRejection ? retry(verdict.reason) : verdict;
}

/** Any address that takes events signed by Standard Webhooks. */
export const WEBHOOK = httpChannel({
  settings: [SECRET],
  endpoint: 'url',
  pace: UNLIMITED,
  requests: (sending, nowMs) => [requestOf(sending, nowMs)],
  classify,
});

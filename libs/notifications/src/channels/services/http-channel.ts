import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, Sending } from '../channel';
import { type DeliveryResult, failed, retry, type Verdict } from '../delivery-result';
import { type GuardedRequest, type GuardedResponse, postGuarded } from '../guard/guarded-request';
import { showAnswer } from '../guard/mask-secrets';
import type { Outgoing } from '../guard/outgoing';
import { type OutgoingError, toOutgoingError } from '../guard/outgoing-error';

/** A request and what may not be shown of it. */
export interface ServiceRequest extends GuardedRequest {
  /** Signatures made for this request; the values of the config and the address are secret anyway. */
  readonly signatures?: readonly string[];
}

/** What of a channel differs between services that take HTTP requests. */
export interface HttpService extends Omit<Channel, 'send' | 'countParts'> {
  /** A request for each part of the message, in order. */
  requests(sending: Sending, nowMs: number): readonly ServiceRequest[];
  classify(response: GuardedResponse, nowMs: number): Verdict;
  /** The same part once more in another form, after a response that asks for it. */
  fallback?(request: ServiceRequest, response: GuardedResponse): ServiceRequest | null;
}

/** A channel of an HTTP service: its parts in order, until one is not taken. */
export function httpChannel(service: HttpService): Channel {
  return {
    settings: service.settings,
    endpoint: service.endpoint,
    pace: service.pace,
    countParts: (sending) => service.requests(sending, 0).length,
    send: async (sending, outgoing) => {
      let result: DeliveryResult = { ...failed('There is nothing to send'), status: null, answer: null };
      for (const [index, request] of service.requests(sending, outgoing.now()).entries()) {
        if (index > 0) await waitForNextPart(service, outgoing.signal);
        result = await attempt(service, sending, request, outgoing);
        if (result.outcome !== 'sent') break;
      }
      return result;
    },
  };
}

/** A service that limits the requests of a second gets the parts at that pace. Aborted, it returns: the attempt then says so. */
async function waitForNextPart({ pace }: HttpService, signal: AbortSignal): Promise<void> {
  const gaps = pace.limits.filter(({ perMs }) => perMs <= 1000).map(({ messages, perMs }) => perMs / messages);
  await sleep(Math.max(0, ...gaps), undefined, { signal }).catch(() => undefined);
}

async function attempt(
  service: HttpService,
  sending: Sending,
  request: ServiceRequest,
  outgoing: Outgoing,
): Promise<DeliveryResult> {
  try {
    const first = await postGuarded(request, outgoing);
    const other = service.fallback?.(request, first) ?? null;
    const response = other === null ? first : await postGuarded(other, outgoing);
    return {
      ...service.classify(response, outgoing.now()),
      status: response.status,
      answer: showAnswer(response.text, secretsOf(service, sending, request)),
    };
  } catch (error) {
    return { ...toVerdict(toOutgoingError(error)), status: null, answer: null };
  }
}

/** What the guard or the network did to an attempt. */
export function toVerdict(error: OutgoingError): Verdict {
  return error.kind === 'blocked' ? failed(error.message) : retry(error.message);
}

function secretsOf(service: HttpService, sending: Sending, request: ServiceRequest): string[] {
  const { pathname, search } = new URL(request.url);
  const values = service.settings
    .filter(({ isSecret }) => isSecret)
    .flatMap(({ name }) => sending.config[name] ?? [])
    .map(String);
  // Of a webhook the address itself may hold a token.
  const address =
    service.endpoint === 'url' ? [request.url, pathname.slice(1) + search, search.slice(1)] : [request.url];
  return [...values, ...address, ...(request.signatures ?? [])];
}

/** The whole address of a service: its own origin, or the one that was set. */
export function addressOf(sending: Sending, origin: string, path: string): string {
  return new URL(path, sending.endpoint ?? origin).href;
}

export function jsonRequest(url: string, body: unknown): ServiceRequest {
  return { url, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) };
}

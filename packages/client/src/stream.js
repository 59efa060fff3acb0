import { setTimeout as wait } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { StockCycleError, toStockCycleError, toUnreachable } from './stock-cycle-error.js';

/** @typedef {import('../index.js').StreamPath} StreamPath */
/** @typedef {import('openapi-fetch').Client<import('../index.js').paths>} Api */

const LONGEST_WAIT_MS = 30_000;

/**
 * The events of a stream over as many connections as it takes.
 * @template {StreamPath} Path
 * @param {Api} api
 * @param {Path} path
 * @param {import('../index.js').StreamOptions<Path>} options
 * @returns {AsyncGenerator<import('../index.js').StreamEvent<import('../index.js').StreamData<Path>>, void, undefined>}
 */
export async function* readStream(api, path, { params, signal, attempts = 10, retryMs = 1000, silenceMs = 60_000 }) {
  let failed = 0;
  let pauseMs = retryMs;
  for (;;) {
    signal?.throwIfAborted();
    const connection = new Connection(signal, silenceMs);
    /** @type {StockCycleError} */
    let lost;
    try {
      for await (const { event, data } of connection.open(api, path, params, (ms) => (pauseMs = ms))) {
        // The server's word that it could not read on.
        if (event === 'error') throw toUnreachable(new Error(data));
        failed = 0;
        yield { type: event ?? 'progress', data: parseData(data) };
        if (event !== undefined && event !== 'progress') return;
      }
      lost = toUnreachable(new Error('the stream ended before its last event'));
    } catch (error) {
      signal?.throwIfAborted();
      lost = error instanceof StockCycleError ? error : toUnreachable(error);
    } finally {
      connection.close();
    }
    failed += 1;
    if (!mayPass(lost) || failed >= attempts) throw lost;
    const pause = Math.min(pauseMs * 2 ** (failed - 1), LONGEST_WAIT_MS);
    // An abort ends the wait; the loop throws its reason.
    await wait(Math.max(pause, (lost.retryAfter ?? 0) * 1000), undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Whether the same request may succeed a moment later.
 * @param {StockCycleError} error
 */
function mayPass({ status }) {
  return status === 0 || status >= 500;
}

/** @param {string} text */
function parseData(text) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StockCycleError('an event carries no JSON', { status: 200, code: 'unreadable_event', cause });
  }
}

/** One connection, which ends with the signal, on `close`, and when nothing comes for too long. */
class Connection {
  #ended = new AbortController();
  #silenceMs;
  #signal;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /**
   * @param {AbortSignal | undefined} signal
   * @param {number} silenceMs
   */
  constructor(signal, silenceMs) {
    this.#silenceMs = silenceMs;
    this.#signal = signal === undefined ? this.#ended.signal : AbortSignal.any([this.#ended.signal, signal]);
  }

  /**
   * @param {Api} api
   * @param {StreamPath} path
   * @param {{ readonly path: object }} params
   * @param {(ms: number) => void} onRetry
   * @returns {AsyncGenerator<import('eventsource-parser/stream').EventSourceMessage, void, undefined>}
   */
  async *open(api, path, params, onRetry) {
    this.#listen();
    const { response, error } = await api.GET(path, {
      params: /** @type {{ path: { id: number } }} */ (params),
      parseAs: 'stream',
      signal: this.#signal,
      headers: { accept: 'text/event-stream' },
    });
    if (!response.ok) throw toStockCycleError(response, error);
    if (response.body === null || response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
      throw new StockCycleError('the response is no event stream', {
        status: response.status,
        code: 'no_event_stream',
      });
    }
    const heard = new TransformStream({
      transform: (bytes, controller) => {
        this.#listen();
        controller.enqueue(bytes);
      },
    });
    yield* response.body
      .pipeThrough(heard)
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onRetry }));
  }

  close() {
    clearTimeout(this.#timer);
    this.#ended.abort();
  }

  #listen() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#ended.abort(new TypeError(`nothing came for ${this.#silenceMs} ms`));
    }, this.#silenceMs);
  }
}

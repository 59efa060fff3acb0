import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  buildRequest,
  CONNECT_FRAME,
  QUOTE_TYPES,
  type QuoteFrame,
  QuoteFrameError,
  QuoteFrameReader,
} from './domain/quote-frames';

const CONNECT_TIMEOUT_MS = 5000;
const RESPONSE_TIMEOUT_MS = 10_000;
/** Id of the first packet, as its bytes have it. */
const CONNECT_ID = 0x0093_1802;

/** A quote server gave no usable response. The connection is of no use any more. */
export class QuoteServerError extends Error {}

/** One connection to a quote server, with one request under way at a time. */
export class QuoteClient {
  private readonly reader = new QuoteFrameReader();
  private readonly frames: QuoteFrame[] = [];
  private failure: Error | undefined;
  private wake: (() => void) | undefined;
  private lastId = 0;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      try {
        this.frames.push(...this.reader.push(chunk));
      } catch (error) {
        this.fail(error instanceof Error ? error : new QuoteFrameError(String(error)));
      }
      this.wake?.();
    });
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new QuoteServerError('the server closed the connection')));
  }

  /** @param host `host:port`. @throws QuoteServerError if no connection comes up. */
  static async open(host: string, signal: AbortSignal): Promise<QuoteClient> {
    const [name = '', port = ''] = host.split(':');
    const socket = connect({ host: name, port: Number(port) });
    const client = new QuoteClient(socket);
    try {
      await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]) });
      socket.write(CONNECT_FRAME);
      await client.receive(CONNECT_ID, QUOTE_TYPES.connect, signal);
      return client;
    } catch (cause) {
      client.close();
      signal.throwIfAborted();
      throw new QuoteServerError(`${host} does not respond`, { cause });
    }
  }

  /** Sends a request. @returns the body of its response. @throws QuoteServerError; what `signal` was aborted with. */
  async request(type: number, data: Buffer, signal: AbortSignal): Promise<Buffer> {
    this.lastId += 1;
    this.socket.write(buildRequest(this.lastId, type, data));
    return this.receive(this.lastId, type, signal);
  }

  close(): void {
    this.socket.destroy();
  }

  private async receive(id: number, type: number, signal: AbortSignal): Promise<Buffer> {
    const deadline = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const both = AbortSignal.any([signal, deadline]);
    for (;;) {
      // Of a request that was given up a response may come late.
      const at = this.frames.findIndex((frame) => frame.type === type && frame.id === id);
      const [frame] = at === -1 ? [] : this.frames.splice(0, at + 1).slice(-1);
      if (frame !== undefined) return frame.body;
      if (this.failure !== undefined) throw new QuoteServerError(this.failure.message, { cause: this.failure });
      if (both.aborted) {
        signal.throwIfAborted();
        throw new QuoteServerError(`no response within ${RESPONSE_TIMEOUT_MS} ms`);
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        both.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.wake?.();
  }
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buildRequest, CONNECT_FRAME, QUOTE_TYPES, type QuoteFrame, QuoteFrameReader } from './domain/quote-frames';
import { inflateBody } from './inflate-body';

const CONNECT_TIMEOUT_MS = 5000;
const RESPONSE_MS = 10_000;
/** Id of the first packet, as its bytes have it. */
const CONNECT_ID = 0x0093_1802;

/** A quote server gave no usable response. The connection is of no use any more. */
export class QuoteServerError extends Error {}

/** The request under way. */
interface PendingRequest {
  readonly id: number;
  readonly type: number;
  readonly settle: (outcome: Buffer | QuoteServerError) => void;
}

/**
 * One connection to a quote server, with one request under way at a time. Between requests it does not keep the process
 * alive.
 */
export class QuoteClient {
  private readonly reader = new QuoteFrameReader(inflateBody);
  private pending: PendingRequest | undefined;
  private failure: QuoteServerError | undefined;
  private lastId = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly responseMs: number,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('error', (error) => this.fail(error.message));
    socket.on('close', () => this.fail('the server closed the connection'));
  }

  /**
   * Connects, and sends the one packet after which servers give data.
   * @param host `host:port`.
   * @param responseMs How long each request waits for its response.
   * @throws QuoteServerError if no connection comes up; what `signal` was aborted with.
   */
  static async open(host: string, signal: AbortSignal, responseMs = RESPONSE_MS): Promise<QuoteClient> {
    const [name = '', port = ''] = host.split(':');
    const socket = connect({ host: name, port: Number(port) });
    const client = new QuoteClient(socket, responseMs);
    const timer = setTimeout(() => socket.destroy(new Error('no connection came up')), CONNECT_TIMEOUT_MS);
    try {
      await once(socket, 'connect', { signal });
      clearTimeout(timer);
      await client.send(CONNECT_FRAME, CONNECT_ID, QUOTE_TYPES.connect, signal);
      return client;
    } catch (cause) {
      client.close();
      signal.throwIfAborted();
      throw new QuoteServerError(cause instanceof Error ? cause.message : String(cause), { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether a request may still get a response. */
  get isOpen(): boolean {
    return this.failure === undefined;
  }

  /** Sends a request. @returns the body of its response. @throws QuoteServerError; what `signal` was aborted with. */
  request(type: number, data: Buffer, signal: AbortSignal): Promise<Buffer> {
    this.lastId += 1;
    return this.send(buildRequest(this.lastId, type, data), this.lastId, type, signal);
  }

  close(): void {
    this.socket.destroy();
  }

  private async send(frame: Buffer, id: number, type: number, signal: AbortSignal): Promise<Buffer> {
    signal.throwIfAborted();
    if (this.pending !== undefined) throw new Error('a request is under way');
    if (this.failure !== undefined) throw this.failure;
    this.socket.ref();
    let timer: NodeJS.Timeout | undefined;
    const abort = (): void => this.close();
    signal.addEventListener('abort', abort);
    try {
      const outcome = await new Promise<Buffer | QuoteServerError>((settle) => {
        this.pending = { id, type, settle };
        timer = setTimeout(() => this.fail(`no response within ${this.responseMs / 1000} s`), this.responseMs);
        this.socket.write(frame);
      });
      if (outcome instanceof QuoteServerError) throw outcome;
      return outcome;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      this.pending = undefined;
      this.socket.unref();
    }
  }

  private receive(chunk: Buffer): void {
    try {
      for (const frame of this.reader.push(chunk)) this.take(frame);
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Servers send frames that nobody requested. */
  private take({ id, type, body }: QuoteFrame): void {
    if (this.pending?.id === id && this.pending.type === type) this.pending.settle(body);
  }

  private fail(message: string): void {
    this.failure ??= new QuoteServerError(message);
    this.pending?.settle(this.failure);
    this.socket.destroy();
  }
}

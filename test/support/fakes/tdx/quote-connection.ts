import type { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { CalendarDay } from '#lib/kernel';
import { QUOTE_TYPES, type QuoteRequest, readRequests, responseFrame } from './quote-frames';
import { quoteResponse, symbolOfRequest } from './quote-responses';
import type { TdxMarket } from './tdx-market';

/**
 * `old-client`: the refusal of an old client, then no bars; records still come. `empty`: neither. `hang`: no responses.
 * `closes`: closes at a request for bars or records. `garbage`: bytes before each response. `lots`: category 4 in lots.
 */
export type QuoteMode = 'normal' | 'old-client' | 'empty' | 'slow' | 'hang' | 'closes' | 'garbage' | 'lots';

/** `whole`: a response a chunk. `split`: in several. `joined`: after a frame that nobody requested, in one chunk with it. */
export type QuoteWire = 'whole' | 'split' | 'joined';

export interface QuoteCall {
  /** Number of the connection, from 1. */
  readonly connection: number;
  readonly type: number;
  readonly symbol: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a connection needs of its server. */
interface QuoteServerState {
  readonly calls: QuoteCall[];
  mostAtOnce: number;
  readonly mode: QuoteMode;
  readonly slowMs: number;
  readonly wire: QuoteWire;
  readonly unfinishedDay: CalendarDay | undefined;
  readonly market: TdxMarket;
}

const CHUNK_BYTES = 7;
/** Begins like a frame, and is none. */
const GARBAGE = Buffer.from('00ffb1cb0074b1cb', 'hex');
const UNREQUESTED_ID = 0xffff_fffe;

/** One client's connection: reads its requests and responds one by one. */
export class QuoteConnection {
  private received: Buffer = Buffer.alloc(0);
  private open = 0;
  /** Whether the client has sent the packet after which servers give it no bars. */
  private isOldClient = false;
  private responses: Promise<void> = Promise.resolve();

  constructor(
    private readonly number: number,
    private readonly socket: Socket,
    private readonly server: QuoteServerState,
  ) {}

  listen(): void {
    this.socket.on('error', () => this.socket.destroy());
    this.socket.on('data', (chunk: Buffer) => {
      try {
        this.receive(chunk);
      } catch {
        this.socket.destroy();
      }
    });
  }

  private receive(chunk: Buffer): void {
    const { requests, rest } = readRequests(Buffer.concat([this.received, chunk]));
    this.received = rest;
    for (const request of requests) {
      const call = { connection: this.number, type: request.type, symbol: symbolOfRequest(request), at: Date.now() };
      this.server.calls.push(call);
      this.open += 1;
      this.server.mostAtOnce = Math.max(this.server.mostAtOnce, this.open);
      this.responses = this.responses.then(() => this.respond(request));
    }
  }

  private async respond(request: QuoteRequest): Promise<void> {
    const { mode, market, unfinishedDay } = this.server;
    if (mode === 'hang') return;
    await (mode === 'slow' ? sleep(this.server.slowMs, undefined, { ref: false }) : turn());
    const isForData = request.type === QUOTE_TYPES.bars || request.type === QUOTE_TYPES.records;
    if (mode === 'closes' && isForData) {
      this.socket.destroy();
      return;
    }
    this.isOldClient ||= request.type === QUOTE_TYPES.setup;
    const body = quoteResponse(request, {
      ...{ market, unfinishedDay, empty: mode === 'empty', lots: mode === 'lots' },
      starved: mode === 'old-client' || this.isOldClient,
    });
    const frame = responseFrame(request.id, request.type, body);
    this.open -= 1;
    await this.send(mode === 'garbage' ? Buffer.concat([GARBAGE, frame]) : frame);
  }

  private async send(frame: Buffer): Promise<void> {
    switch (this.server.wire) {
      case 'whole':
        this.socket.write(frame);
        return;
      case 'joined': {
        const unrequested = responseFrame(UNREQUESTED_ID, QUOTE_TYPES.heartbeat, Buffer.alloc(10));
        this.socket.write(Buffer.concat([unrequested, frame]));
        return;
      }
      case 'split':
        for (let at = 0; at < frame.length; at += CHUNK_BYTES) {
          this.socket.write(frame.subarray(at, at + CHUNK_BYTES));
          // The head arrives in pieces of its own; the rest need not wait for each piece.
          if (at < 10 * CHUNK_BYTES) await turn();
        }
    }
  }
}

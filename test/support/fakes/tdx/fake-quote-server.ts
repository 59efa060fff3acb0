import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { CalendarDay } from '#lib/kernel';
import { QuoteConnection, type QuoteCall, type QuoteMode, type QuoteWire } from './quote-connection';
import type { TdxMarket } from './tdx-market';

export interface FakeQuoteServerOptions {
  readonly market: TdxMarket;
  readonly port?: number;
  /** How responses are cut into chunks; default `whole`. */
  readonly wire?: QuoteWire;
  /** Milliseconds without a request after which a connection is closed; default 60,000. */
  readonly idleMs?: number;
}

/** A quote server of TongDaXin: daily bars and records of single stocks over TCP, with ways to fail. */
export class FakeQuoteServer {
  /** Requests in the order of their arrival, heartbeats too. */
  readonly calls: QuoteCall[] = [];
  /** Connections so far, and the greatest number of requests that one of them had open at once. */
  connections = 0;
  mostAtOnce = 0;
  mode: QuoteMode = 'normal';
  /** How long each response takes in the mode `slow`, in milliseconds. */
  slowMs = 1000;
  wire: QuoteWire;
  /** A day whose bar is not finished; every stock has it after its last one. */
  unfinishedDay: CalendarDay | undefined;
  market: TdxMarket;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    options: FakeQuoteServerOptions,
  ) {
    this.market = options.market;
    this.wire = options.wire ?? 'whole';
    server.on('connection', (socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.setTimeout(options.idleMs ?? 60_000, () => socket.destroy());
      socket.on('close', () => this.sockets.delete(socket));
      new QuoteConnection(this.connections, socket, this).listen();
    });
  }

  static async start(options: FakeQuoteServerOptions): Promise<FakeQuoteServer> {
    const server = createServer();
    const fake = new FakeQuoteServer(server, options);
    server.listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    return fake;
  }

  /** `host:port`, as the setting has it. */
  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get environment(): Record<string, string> {
    return { TDX_QUOTE_HOSTS: this.host };
  }

  /** Calls of a type, or those of one symbol. */
  count(type: number, symbol?: string): number {
    return this.calls.filter((call) => call.type === type && (symbol === undefined || call.symbol === symbol)).length;
  }

  /** Closes all connections; new ones are accepted. */
  disconnect(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.server.close();
    this.disconnect();
    await once(this.server, 'close');
  }
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export type ProxyMode = 'pass' | 'refuse' | 'blackhole';

/** A wire between a client and a server that can be cut, or go silent with its connections open. */
export class TcpProxy {
  private mode: ProxyMode = 'pass';
  private readonly sockets = new Set<Socket>();
  private statement: string | undefined;
  private delayMs = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: { host: string; port: number },
  ) {
    server.on('connection', (client) => this.accept(client));
  }

  static async to(host: string, port: number): Promise<TcpProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, { host, port });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** `refuse` cuts every connection, and each new one at once; `blackhole` swallows all bytes from now on. */
  set(mode: ProxyMode): void {
    this.mode = mode;
    if (mode === 'refuse') this.cut();
  }

  /** Every byte arrives so much later, in both directions. */
  delay(ms: number): void {
    this.delayMs = ms;
  }

  /** The next connection that sends `statement` is cut when the server answers the commit that follows. */
  loseCommitOf(statement: string): void {
    this.statement = statement;
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private accept(client: Socket): void {
    this.keep(client);
    if (this.mode === 'refuse') {
      client.destroy();
      return;
    }
    const upstream = connect(this.target);
    this.keep(upstream);
    this.cutAtAnswerToCommit(client, upstream);
    this.carry(client, upstream);
    this.carry(upstream, client);
  }

  private cutAtAnswerToCommit(client: Socket, upstream: Socket): void {
    let armed = false;
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (this.statement !== undefined && text.includes(this.statement)) {
        armed = true;
        this.statement = undefined;
      }
      // Whoever listens first gets the answer first: the client is gone before it would be passed on.
      if (armed && text.includes('COMMIT')) upstream.prependOnceListener('data', () => client.destroy());
    });
  }

  private carry(from: Socket, to: Socket): void {
    from.on('data', (bytes) => {
      if (this.mode !== 'pass') return;
      if (this.delayMs === 0) to.write(bytes);
      else setTimeout(() => to.write(bytes), this.delayMs);
    });
    from.on('close', () => to.destroy());
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
  }
}

import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A mail as it was taken. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they were sent, lines ended by \r\n. */
  readonly source: string;
}

/** The command at which a refusal is sent, and the whole response line. */
export interface MailRefusal {
  readonly at: 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'greeting';
  readonly line: string;
}

export const FAKE_MAIL_LOGIN = { username: 'alerts@example.com', password: 'mail-password-77' } as const;

/** A mail server that knows one login (AUTH PLAIN), has no TLS and keeps what it takes. */
export class FakeMailServer {
  readonly mails: ReceivedMail[] = [];
  private refusal: MailRefusal | 'hang' | null = null;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      this.converse(socket);
    });
  }

  static async start(address = { host: '127.0.0.1', port: 0 }): Promise<FakeMailServer> {
    const server = createServer();
    const fake = new FakeMailServer(server);
    server.listen(address.port, address.host);
    await once(server, 'listening');
    return fake;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** A channel's `config` that this server takes. */
  get config() {
    return {
      ...FAKE_MAIL_LOGIN,
      host: '127.0.0.1',
      port: this.port,
      secure: false,
      from: 'alerts@example.com',
      to: 'a@example.org',
    };
  }

  /** How many connections are open. */
  get connections(): number {
    return this.sockets.size;
  }

  /** From now on refuses so, or says nothing; null: takes mail. */
  refuse(refusal: MailRefusal | 'hang' | null): void {
    this.refusal = refusal;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private converse(socket: Socket): void {
    if (this.refusal === 'hang') return;
    const session = new MailSession(this.refusal, (mail) => this.mails.push(mail));
    socket.write(`${session.greet()}\r\n`);
    let pending = '';
    socket.on('data', (chunk) => {
      pending += chunk.toString('utf8');
      for (let end = pending.indexOf('\r\n'); end !== -1; end = pending.indexOf('\r\n')) {
        const response = session.read(pending.slice(0, end));
        pending = pending.slice(end + 2);
        if (response !== null) socket.write(`${response}\r\n`);
        if (session.isOver) socket.end();
      }
    });
  }
}

/** The state of one connection: a line in, a response out. */
class MailSession {
  isOver = false;
  private isKnown = false;
  private from = '';
  private to: string[] = [];
  private lines: string[] | null = null;

  constructor(
    private readonly refusal: MailRefusal | null,
    private readonly take: (mail: ReceivedMail) => void,
  ) {}

  greet(): string {
    return this.refused('greeting') ?? '220 fake.example ESMTP';
  }

  read(line: string): string | null {
    if (this.lines !== null) return this.readData(this.lines, line);
    const [command = '', argument = ''] = line.split(' ');
    switch (command.toUpperCase()) {
      case 'EHLO':
      case 'HELO':
        return '250-fake.example\r\n250-AUTH PLAIN\r\n250 8BITMIME';
      case 'AUTH':
        return this.refused('AUTH') ?? this.login(line.split(' ')[2] ?? '');
      case 'MAIL':
        this.from = addressIn(line);
        return this.refused('MAIL') ?? (this.isKnown ? '250 ok' : '530 5.7.0 Authentication required');
      case 'RCPT':
        this.to.push(addressIn(line));
        return this.refused('RCPT') ?? '250 ok';
      case 'DATA':
        this.lines = [];
        return '354 go on';
      case 'QUIT':
        this.isOver = true;
        return '221 bye';
      default:
        return `502 ${argument === '' ? 'unknown command' : 'unknown'}`;
    }
  }

  private readData(lines: string[], line: string): string | null {
    if (line !== '.') {
      lines.push(line.startsWith('..') ? line.slice(1) : line);
      return null;
    }
    this.lines = null;
    const refusal = this.refused('DATA');
    if (refusal === null) this.take({ from: this.from, to: this.to, source: lines.join('\r\n') });
    this.to = [];
    return refusal ?? '250 2.0.0 queued';
  }

  private login(credentials: string): string {
    const { username, password } = FAKE_MAIL_LOGIN;
    this.isKnown = Buffer.from(credentials, 'base64').toString('utf8') === `\0${username}\0${password}`;
    return this.isKnown ? '235 2.7.0 Authentication successful' : '535 5.7.8 Authentication failed';
  }

  private refused(at: MailRefusal['at']): string | null {
    return this.refusal?.at === at ? this.refusal.line : null;
  }
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { FAKE_RULES, kindOf } from './fake-rules';
import type { FakeReply, ReceivedRequest } from './fake-reply';
import { RateCounter } from './rate-counter';

/** A scripted response: a reply, one that is held until the promise is kept, or something a server does to a connection. */
export type FakeScript = FakeReply | Promise<FakeReply> | 'hang' | 'drop' | 'drip' | 'giant';

/**
 * All HTTP services that notifications go to, on one port of this machine, told apart by their paths. They check credentials,
 * signatures, required fields, content types, sizes and rates, and answer in the services' own forms: most of them with status
 * 200 whatever happened. A channel reaches it by `endpoint: fake.url` (webhooks: `fake.url + '/hook'`) if `fake.host` is among the
 * allowed hosts.
 */
export class FakeNotificationServices {
  /** What arrived, in order, taken or not. */
  readonly received: ReceivedRequest[] = [];
  /** What was taken. */
  readonly taken: ReceivedRequest[] = [];
  private readonly scripts: FakeScript[] = [];
  private readonly rates = new RateCounter();

  private constructor(
    private readonly server: Server,
    private readonly now: () => number,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.respond(request, response).catch(() => response.destroy());
    });
  }

  static async start(options: { now?: () => number } = {}): Promise<FakeNotificationServices> {
    const server = createServer({ keepAliveTimeout: 1000 });
    const fake = new FakeNotificationServices(server, options.now ?? Date.now);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return fake;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  /** The next requests get these, one each, in order. */
  script(...scripts: FakeScript[]): void {
    this.scripts.push(...scripts);
  }

  /** Forgets requests, scripts and rates. */
  reset(): void {
    this.received.length = 0;
    this.taken.length = 0;
    this.scripts.length = 0;
    this.rates.reset();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await this.read(request);
    if (received === null) {
      response.writeHead(404).end();
      return;
    }
    this.received.push(received);
    const script = await this.scripts.shift();
    if (script !== undefined) {
      playScript(script, response);
      return;
    }
    const { reply, isTaken } = this.decide(received);
    if (isTaken) this.taken.push(received);
    write(reply, response);
  }

  private decide(received: ReceivedRequest): { reply: FakeReply; isTaken: boolean } {
    const rules = FAKE_RULES[received.kind];
    if (rules.limits.some((limit) => this.rates.isOver(received.kind, limit, received.at))) {
      return { reply: rules.tooMany, isTaken: false };
    }
    this.rates.count(received.kind, received.at);
    const refusal = rules.check(received);
    return { reply: refusal ?? rules.success, isTaken: refusal === null };
  }

  private async read(request: IncomingMessage): Promise<ReceivedRequest | null> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const kind = kindOf(url.pathname);
    const raw = await text(request);
    if (kind === null || request.method !== 'POST') return null;
    const headers = request.headers as Record<string, string | undefined>;
    return {
      kind,
      path: url.pathname,
      query: url.searchParams,
      headers,
      raw,
      body: readBody(headers['content-type'] ?? '', raw),
      at: this.now(),
    };
  }
}

function readBody(contentType: string, raw: string): Record<string, unknown> {
  if (contentType.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(raw));
  try {
    return JSON.parse(raw) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function write({ status, body, headers }: FakeReply, response: ServerResponse): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

const GIANT_BYTES = 64 * 2 ** 20;

function playScript(script: Awaited<FakeScript>, response: ServerResponse): void {
  if (script === 'hang') return;
  if (script === 'drop') response.destroy();
  else if (script === 'drip') drip(response);
  else if (script === 'giant') pour(response);
  else write(script, response);
}

/** A byte now and then, without an end. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}

/** 64 MB, as long as somebody reads. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(2 ** 16, ' ');
  let sent = 0;
  const more = (): void => {
    while (sent < GIANT_BYTES && !response.destroyed) {
      sent += chunk.length;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', more);
  more();
}

import { request as httpRequest } from 'node:http';
import { Writable } from 'node:stream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApi } from '../../../apps/api/src/create-app';
import { ensureAdministrator } from '#lib/accounts';
import { loadConfig } from '#lib/config';
import { Database } from '#lib/database';
import type { Clock } from '#lib/kernel';
import { createLogger } from '#lib/observability';
import { OPENAPI_DOCUMENT } from '../openapi/openapi-operations';
import { ReplyChecker } from '../openapi/reply-checker';
import { createTestDatabase } from '../database/test-database';
import { PgBouncer } from '../processes/pgbouncer';
import { makeScratchFolder } from '../processes/scratch-folder';

export const ADMIN = { username: 'admin', password: 'correct horse battery' };

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined where it is not JSON. */
  body: ReplyBody;
}

export interface ReplyBody {
  success?: boolean;
  error?: string;
  code?: string;
  fields?: { field: string; message: string }[];
  /** Of many shapes: a test says which one it expects. */
  data?: unknown;
}

export interface CallOptions {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
  bearer?: string;
  /** The reply is not held against the OpenAPI document: for what no client of ours would send or get. */
  unchecked?: boolean;
}

export interface TestApiOptions {
  clock?: Clock;
  environment?: Record<string, string>;
  databaseUrl?: string;
  template?: string;
}

/** Of all APIs of a suite: they have the same document. */
let checker: ReplyChecker | undefined;

/** The API in this process, on a port and a database of its own; through PgBouncer where `TEST_PGBOUNCER` is set. */
export class TestApi {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    readonly databaseUrl: string,
    private readonly logLines: string[],
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  /**
   * @param options.databaseUrl a database that is there and stays, such as another API's.
   * @param options.template the database to clone, in place of the empty one.
   */
  static async start(options: TestApiOptions = {}): Promise<TestApi> {
    const database =
      options.databaseUrl === undefined
        ? await createTestDatabase(options.template)
        : { url: options.databaseUrl, drop: () => Promise.resolve(undefined) };
    const isAsked = process.env['TEST_PGBOUNCER'] !== undefined && options.environment?.['DATABASE_URL'] === undefined;
    const bouncer = isAsked ? await PgBouncer.start(database.url) : undefined;
    const logLines: string[] = [];
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        logLines.push(chunk.toString());
        done();
      },
    });
    const config = loadConfig({
      NODE_ENV: 'test',
      PORT: '0',
      DATABASE_URL: database.url,
      ...(bouncer === undefined ? {} : { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: database.url }),
      JWT_SECRET: 'a secret of the tests, long enough',
      // Suites hammer; those about the limits turn them on.
      RATE_LIMIT: 'off',
      DATA_DIR: await makeScratchFolder(),
      // Suites write bars by hand, which no data version tells of; those about the bars in memory turn them on.
      BAR_MATRIX: 'off',
      ...options.environment,
    });
    const logger = createLogger({ level: 'debug', process: 'api', destination });
    const parts = options.clock === undefined ? { logger } : { logger, clock: options.clock };
    const app = await createApi(config, parts).catch(async (error: unknown) => {
      await bouncer?.remove();
      throw error;
    });
    await ensureAdministrator(app.get(Database), ADMIN);
    await app.listen(0, '127.0.0.1');
    return new TestApi(app, await app.getUrl(), database.url, logLines, async () => {
      await bouncer?.remove();
      await database.drop();
    });
  }

  get logs(): string {
    return this.logLines.join('');
  }

  get database(): Database {
    return this.app.get(Database);
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    const headers = new Headers(options.headers);
    if (options.json !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
    if (options.bearer !== undefined) headers.set('authorization', `Bearer ${options.bearer}`);
    const body = options.json === undefined ? options.raw : JSON.stringify(options.json);
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    const text = await response.text();
    if (options.unchecked !== true) this.check(method, path, response, text);
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }

  /** A request with headers that `fetch` would merge or refuse, as a flat list of names and values. */
  rawCall(
    method: string,
    path: string,
    headers: string[],
    host = 'localhost',
  ): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(`${this.url}${path}`, {
        method,
        headers: ['host', host, ...headers] as never,
      });
      request.on('error', reject);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      });
      request.end();
    });
  }

  /** @throws Error where the reply is not what the OpenAPI document promises. */
  private check(method: string, path: string, response: Response, text: string): void {
    checker ??= new ReplyChecker(OPENAPI_DOCUMENT);
    const reply = { status: response.status, contentType: response.headers.get('content-type'), text };
    const fault = checker.faultOf(method, path, reply);
    if (fault === undefined) return;
    throw new Error(
      `${method} ${path}: ${response.status} against the OpenAPI document: ${fault}\n${text.slice(0, 2000)}`,
    );
  }

  /** Logs in and returns the token. */
  async login(user: { username: string; password: string } = ADMIN): Promise<string> {
    const reply = await this.call('POST', '/api/auth/login', { json: user });
    if (reply.status !== 200) throw new Error(`login failed: ${reply.text}`);
    return (reply.body.data as { token: string }).token;
  }

  async stop(): Promise<void> {
    this.app.getHttpAdapter().getInstance().server.closeAllConnections();
    await this.app.close();
    await this.dropDatabase();
  }
}

function parse(text: string): ReplyBody {
  try {
    return JSON.parse(text) as ReplyBody;
  } catch {
    return {};
  }
}

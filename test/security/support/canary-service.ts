import { randomBytes } from 'node:crypto';
import { ensureAdministrator } from '#lib/accounts';
import { createDataSource, Database } from '#lib/database';
import { ENTITIES } from '#lib/schema';
import { FaultyProcess, freePort } from '../../faults/support/faulty-process';
import { build } from '../../support/processes/running-program';
import { makeScratchFolder } from '../../support/processes/scratch-folder';
import { putSmallMarket } from '../../support/database/small-market';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { until } from '../../support/until';
import { EchoServer } from './echo-server';

const READY_MS = 60_000;
const TODAY = '2025-12-19';

/** The configured secrets, each with a word in it that nothing else says. */
export const CONFIGURED = {
  JWT_SECRET: 'c4n4ry-jwt-secret-that-is-long-enough',
  ADMIN_PASSWORD: 'c4n4ry admin pass/phrase "1"',
  AI_API_KEY: 'sk-c4n4ry/ai+key==1',
  TUSHARE_TOKEN: 'c4n4ry/tushare+token==1',
  DATABASE_PASSWORD: 'c4n4ry-database-password',
} as const;

/** A reply as a search reads it. */
export interface WholeReply {
  request: string;
  status: number;
  text: string;
}

/** API and worker as real processes with secrets to be searched for, on a database with a password, beside servers that echo. */
export class CanaryService {
  readonly replies: WholeReply[] = [];

  private constructor(
    readonly database: Database,
    readonly databaseUrl: string,
    readonly dataDir: string,
    readonly echo: EchoServer,
    readonly url: string,
    private readonly testDatabase: TestDatabase,
    private readonly role: string,
    private readonly processes: FaultyProcess[],
  ) {}

  static async start(): Promise<CanaryService> {
    build();
    const testDatabase = await createTestDatabase();
    const database = new Database(
      await createDataSource({
        url: testDatabase.url,
        entities: ENTITIES,
        migrations: [],
        applicationName: 'canary',
        poolSize: 2,
        statementTimeoutMs: 30_000,
      }).initialize(),
    );
    const role = `canary_${randomBytes(6).toString('hex')}`;
    await database.query(`create role ${role} superuser login password '${CONFIGURED.DATABASE_PASSWORD}'`);
    const databaseUrl = new URL(testDatabase.url);
    databaseUrl.username = role;
    databaseUrl.password = CONFIGURED.DATABASE_PASSWORD;
    await ensureAdministrator(database, { username: 'admin', password: CONFIGURED.ADMIN_PASSWORD });
    await putSmallMarket(database, { from: '2025-06-02', to: TODAY }, [{ code: '600519' }, { code: '000001' }]);
    const echo = await EchoServer.start();
    const dataDir = await makeScratchFolder();
    const port = await freePort();
    const settings = {
      DATABASE_URL: databaseUrl.href,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'trace',
      CLOCK_START: `${TODAY}T12:00:00Z`,
      JWT_SECRET: CONFIGURED.JWT_SECRET,
      ADMIN_PASSWORD: CONFIGURED.ADMIN_PASSWORD,
      MARKET_SOURCE: 'tushare',
      TUSHARE_TOKEN: CONFIGURED.TUSHARE_TOKEN,
      TUSHARE_BASE_URL: echo.url,
      AI_BASE_URL: `${echo.url}/v1`,
      AI_API_KEY: CONFIGURED.AI_API_KEY,
      AI_MODELS: ['answer', 'redirect', 'broken', '401', '400', '500', '429'].map((how) => `echo@${how}`).join(),
      RATE_LIMIT: 'off',
      JOB_WAIT_SECONDS: '10',
    };
    const processes = [new FaultyProcess('api', settings), new FaultyProcess('worker', settings)];
    const url = `http://127.0.0.1:${port}`;
    const service = new CanaryService(database, databaseUrl.href, dataDir, echo, url, testDatabase, role, processes);
    await until('API and worker run', READY_MS, async () => {
      const dead = processes.find(({ isRunning }) => !isRunning);
      if (dead !== undefined) throw new Error(`${dead.name} died:\n${dead.output}`);
      const health = await fetch(`${url}/health/ready`).catch(() => undefined);
      return health?.status === 200 && service.output.includes('the worker runs');
    });
    return service;
  }

  /** All that both processes wrote. */
  get output(): string {
    return this.processes.map(({ output }) => output).join('\n');
  }

  /** Sends a request and keeps the whole reply, unless it is the one that hands a secret out. */
  async call(method: string, path: string, init: RequestInit = {}, handsOut = false): Promise<WholeReply> {
    const response = await fetch(`${this.url}${path}`, { method, redirect: 'manual', ...init });
    const head = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    const body = await response.text();
    const reply = { request: `${method} ${path}`, status: response.status, text: [...head, '', body].join('\n') };
    if (!handsOut) this.replies.push(reply);
    return { ...reply, text: handsOut ? body : reply.text };
  }

  /** Every row of every table, of the queue's own store too, by table. */
  async rows(): Promise<Map<string, string>> {
    const tables = await this.database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'bullmq')`,
    );
    const dump = new Map<string, string>();
    for (const { name } of tables) {
      const [row] = await this.database.query<{ text: string | null }>(
        `select string_agg(t::text, E'\\n') as text from ${name} t`,
      );
      dump.set(name, row?.text ?? '');
    }
    return dump;
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.kill()));
    await this.echo.stop();
    await this.database.query(`reassign owned by ${this.role} to current_user`);
    await this.database.query(`drop role ${this.role}`);
    await this.database.dataSource.destroy();
    await this.testDatabase.drop();
  }
}

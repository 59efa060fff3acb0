import { setTimeout as sleep } from 'node:timers/promises';
import { ensureAdministrator } from '#lib/accounts';
import { createDataSource, Database } from '#lib/database';
import { ENTITIES } from '#lib/schema';
import { build } from '../../support/processes/running-program';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { putFaultMarket, SCAN_REQUEST } from './fault-market';
import { FaultyProcess, freePort } from './faulty-process';
import { until } from '../../support/until';

export const ADMIN = { username: 'admin', password: 'correct horse battery' };
const READY_MS = 60_000;
/** The shortest lease that the settings allow, so that a lost worker is noticed soon. */
export const LEASE_SECONDS = 2;

export interface Reply {
  status: number;
  /** The error code of a failed request. */
  code: string | undefined;
  data: unknown;
  ms: number;
}

interface Body {
  code?: string;
  data?: unknown;
}

/** A database with the fault market, and API and worker as real processes on it that a test kills and starts. */
export class RealService {
  private readonly processes: FaultyProcess[] = [];
  private token = '';
  private keeping = false;
  private root: string | undefined;
  private keepingApi = false;
  private currentWorker: FaultyProcess | undefined;
  private currentApi: FaultyProcess | undefined;

  private constructor(
    private readonly testDatabase: TestDatabase,
    /** The test's own connections, which no fault touches. */
    readonly database: Database,
    private readonly environment: Record<string, string>,
    /** Of the first API. */
    readonly url: string,
  ) {}

  /**
   * @param environment settings of both processes. Neither runs yet.
   * @param own a migrated database of the test's own; default is one on the server of all tests.
   */
  static async create(
    environment: Record<string, string> = {},
    own?: Pick<TestDatabase, 'url' | 'drop'>,
  ): Promise<RealService> {
    build();
    const testDatabase = own ?? (await createTestDatabase());
    const dataSource = createDataSource({
      url: testDatabase.url,
      entities: ENTITIES,
      migrations: [],
      applicationName: 'faults',
      poolSize: 4,
      statementTimeoutMs: 60_000,
    });
    const database = new Database(await dataSource.initialize());
    await putFaultMarket(database);
    await ensureAdministrator(database, ADMIN);
    const { sql } = JSON.parse(process.env['FAULTS_MUTATION'] ?? '{}') as { sql?: string };
    if (sql !== undefined) await database.query(sql);
    const port = await freePort();
    const settings = {
      DATABASE_URL: testDatabase.url,
      JWT_SECRET: 'a secret of the tests, long enough',
      MARKET_SOURCE: 'files',
      PORT: String(port),
      JOB_LEASE_SECONDS: String(LEASE_SECONDS),
      LOG_LEVEL: 'debug',
      ...environment,
    };
    return new RealService(testDatabase, database, settings, `http://127.0.0.1:${port}`);
  }

  get databaseUrl(): string {
    return this.testDatabase.url;
  }

  get worker(): FaultyProcess {
    if (this.currentWorker === undefined) throw new Error('no worker was started');
    return this.currentWorker;
  }

  get api(): FaultyProcess {
    if (this.currentApi === undefined) throw new Error('no API was started');
    return this.currentApi;
  }

  /** Starts processes of the build at `root` from now on; undefined: of this one. */
  useBuild(root: string | undefined): void {
    this.root = root;
  }

  /** @param environment settings that differ from those of the service. */
  async startApi(environment: Record<string, string> = {}): Promise<void> {
    const api = this.launch('api', environment);
    this.currentApi = api;
    await until('the API answers', READY_MS, async () => {
      if (!api.isRunning) throw new Error(`the API died:\n${api.output}`);
      return (await this.call('GET', '/health/live').catch(() => undefined))?.status === 200;
    });
    if (this.token === '') {
      const { data } = await this.call('POST', '/api/auth/login', ADMIN);
      this.token = (data as { token: string }).token;
    }
  }

  /** Starts one more API next to the first one, at `PORT` of `environment` or a free one. @returns its address, for {@link call}. */
  async startAnotherApi(environment: Record<string, string> = {}): Promise<string> {
    const port = environment['PORT'] ?? String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const api = this.launch('api', { ...environment, PORT: port });
    await until('the other API answers', READY_MS, async () => {
      if (!api.isRunning) throw new Error(`the API died:\n${api.output}`);
      return (await this.call('GET', '/health/live', undefined, url).catch(() => undefined))?.status === 200;
    });
    return url;
  }

  /** Starts a worker and waits until it takes jobs. */
  async startWorker(environment: Record<string, string> = {}): Promise<FaultyProcess> {
    const worker = this.launch('worker', environment);
    this.currentWorker = worker;
    await until('the worker runs', READY_MS, () => {
      if (!worker.isRunning) throw new Error(`the worker died:\n${worker.output}`);
      return worker.output.includes('the worker runs');
    });
    return worker;
  }

  /** Starts a worker that need not come far. */
  launchWorker(environment: Record<string, string>): FaultyProcess {
    return this.launch('worker', environment);
  }

  /** Starts a worker, and another one each time it dies, until {@link stopWorkers}. */
  keepWorker(environment: Record<string, string> = {}): void {
    this.keeping = true;
    const worker = this.launch('worker', environment);
    this.currentWorker = worker;
    worker.onExit(() => {
      if (this.keeping) this.keepWorker(environment);
    });
  }

  /** Starts the API, and another one on its port each time it dies. */
  async keepApi(): Promise<void> {
    await this.startApi();
    const again = (): void => {
      if (!this.keepingApi) return;
      this.currentApi = this.launch('api', {});
      this.currentApi.onExit(again);
    };
    this.keepingApi = true;
    this.api.onExit(again);
  }

  /** The APIs that live now, in the order of their starts. */
  get apis(): FaultyProcess[] {
    return this.processes.filter(({ name, isRunning }) => name === 'api' && isRunning);
  }

  /** The workers that live now. */
  get workers(): FaultyProcess[] {
    return this.processes.filter(({ name, isRunning }) => name === 'worker' && isRunning);
  }

  async stopWorkers(): Promise<void> {
    this.keeping = false;
    await Promise.all(this.processes.filter(({ name }) => name === 'worker').map((worker) => worker.kill()));
  }

  /** The administrator's, once there is one. */
  get credential(): Record<string, string> {
    return this.token === '' ? {} : { authorization: `Bearer ${this.token}` };
  }

  /** A call by the administrator. Rejects where the connection breaks or nothing comes in 30 s. */
  async call(method: string, path: string, json?: unknown, url = this.url): Promise<Reply> {
    const start = performance.now();
    const response = await fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(30_000),
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.credential,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const { code, data } = (await response.json()) as Body;
    return { status: response.status, code, data, ms: Math.round(performance.now() - start) };
  }

  /** Sends a CSV file of bars in BaoStock's form. @returns the import's id. */
  async sendBars(csv: string): Promise<number> {
    const response = await fetch(`${this.url}/api/market/imports?format=baostock-csv`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${this.token}` },
      body: csv,
    });
    if (response.status !== 202) throw new Error(`the file was not accepted: ${await response.text()}`);
    return ((await response.json()) as { data: { importId: number } }).data.importId;
  }

  async metrics(): Promise<string> {
    return (await fetch(`${this.url}/metrics`, { headers: { authorization: `Bearer ${this.token}` } })).text();
  }

  /** Starts a scan of the whole market. @returns its id. */
  async startScan(): Promise<number> {
    const { status, data } = await this.call('POST', '/api/stock-cycle/scans', SCAN_REQUEST);
    if (status !== 202) throw new Error(`the scan was not accepted: ${status}`);
    return (data as { scanId: number }).scanId;
  }

  /** Waits until the scan has ended. @returns milliseconds. */
  async untilEnded(scanId: number, timeoutMs: number): Promise<number> {
    return until(`scan ${scanId} ends`, timeoutMs, () => this.hasEnded(scanId));
  }

  async untilJobEnded(jobId: number, timeoutMs: number): Promise<number> {
    return until(`job ${jobId} ends`, timeoutMs, async () => {
      const rows = await this.database.query('select 1 from job where id = $1 and finished_at is not null', [jobId]);
      return rows.length > 0;
    });
  }

  /** Waits until no job is in flight. */
  async untilIdle(): Promise<void> {
    await until('no job is in flight', READY_MS, async () => {
      return (await this.database.query('select 1 from job where finished_at is null')).length === 0;
    });
  }

  async hasEnded(scanId: number): Promise<boolean> {
    const [scan] = await this.database.query<{ ended: boolean }>(
      'select finished_at is not null as ended from scan_run where id = $1',
      [scanId],
    );
    return scan?.ended === true;
  }

  /** Waits until at least `count` ranges of the scan are in that state of their job. */
  async untilRanges(scanId: number, state: 'running' | 'completed', count = 1): Promise<void> {
    await until(`${count} ranges of scan ${scanId} are ${state}`, READY_MS, async () => {
      const rows = await this.database.query(
        'select 1 from scan_range g join job j on j.id = g.job_id where g.scan_id = $1 and j.state = $2',
        [scanId, state],
      );
      return rows.length >= count;
    });
  }

  /** How much of the scan is still to be done, from 1 to 0. */
  async shareLeft(scanId: number): Promise<number> {
    const [scan] = await this.database.query<{ share: number }>(
      `select avg((status = 'pending')::int)::float8 as share from scan_range where scan_id = $1`,
      [scanId],
    );
    return scan?.share ?? 0;
  }

  /** Leases of jobs that a worker holds, or held when it died and that nobody took back yet. */
  async leases(): Promise<string[]> {
    const rows = await this.database.query<{ token: string }>(
      `select lease_token as token from job where state = 'running'`,
    );
    return rows.map(({ token }) => token);
  }

  /**
   * Makes every range hold its finished work for so long before it commits, by a trigger: what would be a few
   * milliseconds on a small market is then a time in which a fault can land.
   */
  async slowDown(ms: number): Promise<void> {
    await this.database.query(`
      create or replace function hold_finished_range() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(${ms / 1000});
        return new;
      end $$`);
    await this.database.query(`
      create or replace trigger hold_finished_range before update on scan_range
      for each row when (new.status = 'done') execute function hold_finished_range()`);
  }

  /** Forgets scans, sessions and jobs. Nothing may be in flight. */
  async clear(): Promise<void> {
    await this.database.query(
      'truncate scan_run, scan_range, scan_hit, tracking_session, job, job_outbox restart identity cascade',
    );
  }

  async remove(): Promise<void> {
    this.keeping = false;
    this.keepingApi = false;
    await Promise.all(this.processes.map((process) => process.kill()));
    await sleep(50);
    await this.database.dataSource.destroy();
    await this.testDatabase.drop();
  }

  private launch(name: 'api' | 'worker', environment: Record<string, string>): FaultyProcess {
    const process = new FaultyProcess(name, { ...this.environment, ...environment }, this.root);
    this.processes.push(process);
    return process;
  }
}

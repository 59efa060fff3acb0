import { once } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type AppConfig, childEnvironment } from '#lib/config';
import { removeRuntimeFile, writeRuntimeFile } from '#lib/embedded-postgres';
import { SupervisedDatabase } from './supervised-database';
import { SupervisedProcess } from './supervised-process';
import { claimPort } from './listen-port';
import { prepareApart } from './preparation';
import { untilReady } from './readiness';
import { sharePort, untilListening } from './shared-port';
import { readOrMakeJwtSecret } from './jwt-secret';

const PROCESS_GRACE_MS = 6000;
/** The checkpoint before leaves little to write, and an end that is cut short makes the next start a recovery. */
const DATABASE_GRACE_MS = 60_000;
/** npm passes Ctrl-C on to us although the terminal has sent it already: what follows so soon is the same Ctrl-C. */
const SAME_SIGNAL_MS = 500;

const APPS_DIR = join(__dirname, '../..');

/**
 * Runs the whole program on one machine: database, migrations, first-start data, then API and worker as processes of
 * their own, which it starts again when they die and stops when it is told to.
 */
export class Supervisor {
  private readonly stopping = new AbortController();
  private stoppingSince = 0;
  private database: SupervisedDatabase | undefined;
  private processes: SupervisedProcess[] = [];

  constructor(
    private readonly config: AppConfig,
    private readonly say: (sentence: string) => void,
  ) {}

  /** Ends {@link run}; a second call kills what still runs. */
  stop(): void {
    if (this.isStopping()) {
      if (Date.now() - this.stoppingSince < SAME_SIGNAL_MS) return;
      for (const process of this.processes) process.kill();
      this.database?.kill();
      return;
    }
    this.stoppingSince = Date.now();
    this.say('Stopping …');
    this.stopping.abort();
  }

  /** Resolves when all has stopped after {@link stop}; rejects, with all stopped too, where the program can't start. */
  async run(): Promise<void> {
    const stopped = once(this.stopping.signal, 'abort');
    try {
      await this.openDatabase();
      await Promise.race([this.startProgram(), stopped]);
      await stopped;
    } finally {
      await this.shutDown();
    }
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Not left half-way by a stop: a database that is half open could not be closed. */
  private async openDatabase(): Promise<void> {
    try {
      this.database = await SupervisedDatabase.open(this.config, this.say, this.stopping.signal);
    } catch (error) {
      if (!this.isStopping()) throw error;
    }
  }

  private async startProgram(): Promise<void> {
    const { config, database, say } = this;
    if (database === undefined || this.isStopping()) return;
    const port = await claimPort(config.host, config.port);
    const settings = {
      DATABASE_URL: database.url,
      DATA_DIR: config.dataDir,
      JWT_SECRET: config.jwtSecret ?? (await readOrMakeJwtSecret(config.dataDir)),
      PORT: String(port),
      ...(database.isEmbedded ? { WORKER_NICE_DATABASE: 'on', DATABASE_EMBEDDED: 'on' } : {}),
    };
    const generatedPassword = await prepareApart(childEnvironment(settings), this.stopping.signal);
    if (this.isStopping()) return;
    const environment = childEnvironment({ ...settings, ADMIN_PASSWORD: undefined });
    await writeRuntimeFile(config.dataDir, {
      pid: process.pid,
      host: hostname(),
      port,
      databaseUrl: database.directUrl,
    });
    if (this.isStopping()) return;
    const { signal } = this.stopping;
    const apis = this.createApis(environment);
    const worker = new SupervisedProcess('worker', mainOf('worker'), environment, say);
    const [first, ...others] = apis;
    this.processes = [...apis, worker];
    const [one, all] = [untilListening(1, signal), untilListening(apis.length, signal)];
    const failures = [first?.start(), worker.start()];
    if (others.length > 0) {
      // What one can't do none can, and it is said once.
      await Promise.race([one, ...failures]);
      if (this.isStopping()) return;
      failures.push(...others.map((api) => api.start()));
      await Promise.race([all, ...failures]);
    }
    await Promise.race([untilReady(config.host, port, signal, say), ...failures]);
    if (this.isStopping()) return;
    for (const process of this.processes) process.expectToRun();
    this.announce(port, generatedPassword);
  }

  private createApis(environment: NodeJS.ProcessEnv): SupervisedProcess[] {
    const { apiProcesses } = this.config;
    const main = mainOf('api');
    if (apiProcesses === 1) return [new SupervisedProcess('api', main, environment, this.say)];
    const forkProgram = sharePort(main);
    return Array.from({ length: apiProcesses }, (_, index) => {
      const ofProcess = { ...environment, API_PROCESS: String(index + 1) };
      return new SupervisedProcess(`api ${index + 1}`, main, ofProcess, this.say, forkProgram);
    });
  }

  private announce(port: number, generatedPassword: string | undefined): void {
    const address =
      this.config.publicUrl ??
      `http://${this.config.host.includes(':') ? `[${this.config.host}]` : this.config.host}:${port}`;
    const lines = [
      `Stock Cycle is ready after ${process.uptime().toFixed(1)} s.`,
      `  address     ${address}/`,
      `  API pages   ${address}/api/docs`,
      `  data        ${this.database?.place ?? this.config.dataDir}`,
    ];
    if (generatedPassword !== undefined) {
      lines.push(
        `  log in as   ${this.config.adminUsername}`,
        `  password    ${generatedPassword}   (made at this first start and not shown again)`,
      );
    }
    lines.push('Ctrl-C stops it.');
    this.say(lines.join('\n'));
  }

  private async shutDown(): Promise<void> {
    this.stopping.abort();
    await Promise.all([
      ...this.processes.map((process) => process.stop(PROCESS_GRACE_MS)),
      this.database?.prepareToClose(),
    ]);
    await removeRuntimeFile(this.config.dataDir);
    await this.database?.close(DATABASE_GRACE_MS);
  }
}

function mainOf(name: 'api' | 'worker'): string {
  return join(APPS_DIR, name, 'src/main.js');
}

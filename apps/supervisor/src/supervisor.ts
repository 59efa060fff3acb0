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
    this.processes = ['api', 'worker'].map(
      (name) => new SupervisedProcess(name, join(APPS_DIR, name, 'src/main.js'), environment, say),
    );
    const failure = Promise.race(this.processes.map((process) => process.start()));
    await Promise.race([untilReady(config.host, port, this.stopping.signal, say), failure]);
    if (this.isStopping()) return;
    for (const process of this.processes) process.expectToRun();
    this.announce(port, generatedPassword);
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

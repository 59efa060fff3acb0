import { setTimeout as sleep } from 'node:timers/promises';
import type { AppConfig } from '#lib/config';
import { type EmbeddedPostgres, lockDataDir, startEmbeddedPostgres } from '#lib/embedded-postgres';
import { messageOf } from '#lib/kernel';

type Say = (sentence: string) => void;

const COMMAND = 'npm start';
const RETRY_MS = 2000;

/** The database of a running program: an outer server, or our own, which is started again at the same address when it dies. */
export abstract class SupervisedDatabase {
  /** @param signal Cancels a start that takes long. */
  static async open(config: AppConfig, say: Say, signal: AbortSignal): Promise<SupervisedDatabase> {
    if (config.databaseUrl === undefined) return EmbeddedDatabase.start(config, say, signal);
    const lock = await lockDataDir(config.dataDir, COMMAND);
    return new OuterDatabase(config.databaseUrl, config.databaseDirectUrl ?? config.databaseUrl, () => lock.release());
  }

  abstract readonly url: string;
  /** Of the server itself, which a pooler may stand in front of. */
  abstract readonly directUrl: string;
  /** Whether its processes are those of this machine. */
  abstract readonly isEmbedded: boolean;
  /** Where the data lies, for people; no secrets. */
  abstract readonly place: string;
  /** Has written to the disk what {@link close} would have to write, while others still work on it. Never fails. */
  abstract prepareToClose(): Promise<void>;
  /** Stops what we started and gives the data folder free. */
  abstract close(graceMs: number): Promise<void>;
  /** Ends what {@link close} waits for at once; the next start recovers. */
  abstract kill(): void;
}

class OuterDatabase extends SupervisedDatabase {
  readonly isEmbedded = false;
  readonly place: string;

  constructor(
    readonly url: string,
    readonly directUrl: string,
    readonly close: () => Promise<void>,
  ) {
    super();
    const { host, pathname } = new URL(directUrl);
    this.place = `database ${pathname.slice(1)} on ${host}`;
  }

  async prepareToClose(): Promise<void> {
    // Somebody else's server.
  }

  kill(): void {
    // Somebody else's server.
  }
}

class EmbeddedDatabase extends SupervisedDatabase {
  readonly isEmbedded = true;
  private readonly closing = new AbortController();
  private restarting: Promise<void> | undefined;

  static async start(config: AppConfig, say: Say, signal: AbortSignal): Promise<EmbeddedDatabase> {
    const { dataDir } = config;
    const maxConnections = connectionsFor(config);
    const server = await startEmbeddedPostgres({ dataDir, maxConnections, command: COMMAND, log: say, signal });
    return new EmbeddedDatabase(server, dataDir, maxConnections, say);
  }

  private constructor(
    private server: EmbeddedPostgres,
    private readonly dataDir: string,
    private readonly maxConnections: number,
    private readonly say: Say,
  ) {
    super();
    this.watch();
  }

  get url(): string {
    return this.server.url;
  }

  get directUrl(): string {
    return this.server.url;
  }

  get place(): string {
    return this.server.dataDir;
  }

  async prepareToClose(): Promise<void> {
    // A server that is down or recovering has nothing to write.
    await this.server.checkpoint().catch(() => undefined);
  }

  async close(graceMs: number): Promise<void> {
    this.closing.abort();
    await this.restarting;
    await this.server.stop(graceMs);
  }

  kill(): void {
    this.server.kill();
  }

  private watch(): void {
    void this.server.exited.then(() => {
      if (this.isClosing()) return;
      this.say('PostgreSQL has died; starting it again.');
      this.restarting = this.restart();
    });
  }

  /** The same port and password, so that every connection pool finds it again. */
  private async restart(): Promise<void> {
    await this.server.stop();
    const { dataDir, maxConnections, say: log } = this;
    const { signal } = this.closing;
    while (!this.isClosing()) {
      try {
        const { port } = this.server;
        this.server = await startEmbeddedPostgres({ dataDir, port, maxConnections, command: COMMAND, log, signal });
        this.watch();
        return;
      } catch (error) {
        if (this.isClosing()) return;
        this.say(`PostgreSQL does not start again (${messageOf(error)}); the next try is in ${RETRY_MS / 1000} s.`);
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private isClosing(): boolean {
    return this.closing.signal.aborted;
  }
}

/** 100 are enough for one API and the worker, with room for the command line; each further API may hold its pool and five more. */
function connectionsFor({ apiProcesses, databasePoolSize }: AppConfig): number {
  return 100 + (apiProcesses - 1) * (databasePoolSize + 5);
}

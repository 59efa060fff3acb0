import { setTimeout as sleep } from 'node:timers/promises';
import type { AppConfig } from '#lib/config';
import { type EmbeddedPostgres, lockDataDir, startEmbeddedPostgres } from '#lib/embedded-postgres';
import { messageOf } from '#lib/kernel';

type Say = (sentence: string) => void;

const COMMAND = 'npm start';
const RETRY_MS = 2000;

/** The database of a running program: an outer server, or our own, which is started again at the same address when it dies. */
export abstract class KeptDatabase {
  static async open(config: AppConfig, say: Say): Promise<KeptDatabase> {
    if (config.databaseUrl === undefined) return EmbeddedDatabase.start(config.dataDir, say);
    const lock = await lockDataDir(config.dataDir, COMMAND);
    return new OuterDatabase(config.databaseUrl, () => lock.release());
  }

  abstract readonly url: string;
  /** Whether its processes are those of this machine. */
  abstract readonly isEmbedded: boolean;
  /** Where the data lies, for people; no secrets. */
  abstract readonly place: string;
  /** Stops what we started and gives the data folder free. */
  abstract close(graceMs: number): Promise<void>;
}

class OuterDatabase extends KeptDatabase {
  readonly isEmbedded = false;
  readonly place: string;

  constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {
    super();
    const { host, pathname } = new URL(url);
    this.place = `database ${pathname.slice(1)} on ${host}`;
  }
}

class EmbeddedDatabase extends KeptDatabase {
  readonly isEmbedded = true;
  private closing = false;
  private restarting: Promise<void> | undefined;

  static async start(dataDir: string, say: Say): Promise<EmbeddedDatabase> {
    const server = await startEmbeddedPostgres({ dataDir, command: COMMAND, log: say });
    return new EmbeddedDatabase(server, dataDir, say);
  }

  private constructor(
    private server: EmbeddedPostgres,
    private readonly dataDir: string,
    private readonly say: Say,
  ) {
    super();
    this.watch();
  }

  get url(): string {
    return this.server.url;
  }

  get place(): string {
    return this.server.dataDir;
  }

  async close(graceMs: number): Promise<void> {
    this.closing = true;
    await this.restarting;
    await this.server.stop(graceMs);
  }

  private watch(): void {
    void this.server.exited.then(() => {
      if (this.closing) return;
      this.say('PostgreSQL has died; starting it again.');
      this.restarting = this.restart();
    });
  }

  /** The same port and password, so that every connection pool finds it again. */
  private async restart(): Promise<void> {
    await this.server.stop();
    while (!this.closing) {
      try {
        const { port } = this.server;
        this.server = await startEmbeddedPostgres({ dataDir: this.dataDir, port, command: COMMAND, log: this.say });
        this.watch();
        return;
      } catch (error) {
        this.say(`PostgreSQL does not start again (${messageOf(error)}); the next try is in ${RETRY_MS / 1000} s.`);
        await sleep(RETRY_MS);
      }
    }
  }
}

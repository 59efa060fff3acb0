import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#lib/embedded-postgres';
import { databaseUrl } from '../../support/database/database-url';
import { openMigratedDatabase } from '../../support/database/migrated-database';
import { until } from '../../support/until';
import { freePort } from './faulty-process';

const READY_MS = 60_000;

interface PostgresServerSettings {
  /** Where its data go, for a disk of its own. */
  parent?: string;
  /** Default is that of the program's own server. */
  maxConnections?: number;
  /** Default true: it syncs to the disk as a real one does. */
  durable?: boolean;
}

type LaunchOptions = Omit<PostgresServerSettings, 'parent'> & { port: number };

/** A PostgreSQL of the test's own on one port for all its lives, to be killed. */
export class PostgresServer {
  private constructor(
    private readonly folder: string,
    private readonly options: LaunchOptions,
    private server: EmbeddedPostgres,
  ) {}

  /** With the schema of this build and nothing in it. */
  static async start({ parent = tmpdir(), ...settings }: PostgresServerSettings = {}): Promise<PostgresServer> {
    const folder = await mkdtemp(join(parent, 'stock-cycle-faults-postgres-'));
    await chmod(folder, 0o711);
    const options = { ...settings, port: await freePort() };
    const postgres = new PostgresServer(folder, options, await launch(folder, options));
    const dataSource = await openMigratedDatabase({
      url: postgres.url,
      applicationName: 'faults-migrate',
      poolSize: 2,
      statementTimeoutMs: 60_000,
    });
    await dataSource.destroy();
    return postgres;
  }

  get url(): string {
    return this.server.url;
  }

  /** One more database with what is in the first, which nobody may be connected to. @returns its address. */
  async copy(name: string): Promise<string> {
    const client = new Client({ connectionString: databaseUrl(this.url, 'postgres') });
    await client.connect();
    await client.query(`create database ${name} template ${new URL(this.url).pathname.slice(1)}`);
    await client.end();
    return databaseUrl(this.url, name);
  }

  /** One more database, with nothing in it. @returns its address. */
  async empty(name: string): Promise<string> {
    const client = new Client({ connectionString: databaseUrl(this.url, 'postgres') });
    await client.connect();
    await client.query(`create database ${name} template template0`);
    await client.end();
    return databaseUrl(this.url, name);
  }

  /** SIGQUIT: every connection ends in the middle of what it does, and the next start recovers from the log. */
  async killAndStart(downMs: number): Promise<void> {
    try {
      process.kill(this.server.pid, 'SIGQUIT');
    } catch {
      // It has gone by itself.
    }
    await this.server.exited;
    await this.server.stop();
    await new Promise((done) => setTimeout(done, downMs));
    this.server = await launch(this.folder, this.options);
    await until('PostgreSQL answers', READY_MS, () => this.answers());
  }

  /** Starts it where it gave up by itself. */
  async startIfGone(): Promise<void> {
    if (await this.answers()) return;
    await this.killAndStart(0).catch(async () => {
      this.server = await launch(this.folder, this.options);
    });
  }

  async remove(): Promise<void> {
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async answers(): Promise<boolean> {
    const client = new Client({ connectionString: this.url });
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function launch(dataDir: string, options: LaunchOptions): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, ...options, command: 'npm run test:faults', log: () => undefined });
}

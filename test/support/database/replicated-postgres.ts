import { appendFile, chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#lib/embedded-postgres';
import { until } from '../until';
import { openMigratedDatabase } from './migrated-database';

const READY_MS = 60_000;

/** Folders whose content a server makes for itself. */
const OWN_CONTENT = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_subtrans'];
const OWN_FILES = ['postmaster.pid', 'postmaster.opts', 'standby.signal'];

interface ReplicatedSettings {
  /** Settings of the replica, such as `max_standby_streaming_delay`. */
  replica?: Readonly<Record<string, string>>;
  /** What a person typed to get here. */
  command?: string;
  /** Where both put their data. Default: a folder of its own that {@link ReplicatedPostgres.remove} deletes. */
  parent?: string;
}

/** A PostgreSQL with the schema of this build and a streaming replica of it, each on one port for all its lives. */
export class ReplicatedPostgres {
  private frozen: number[] = [];

  private constructor(
    private readonly folder: string,
    private readonly command: string,
    private readonly primary: EmbeddedPostgres,
    private standby: EmbeddedPostgres,
  ) {}

  static async start(settings: ReplicatedSettings = {}): Promise<ReplicatedPostgres> {
    const { parent = tmpdir(), command = 'npm run test:faults', replica = {} } = settings;
    const folder = await mkdtemp(join(parent, 'stock-cycle-replicated-'));
    await chmod(folder, 0o711);
    const primary = await launch(join(folder, 'primary'), command);
    try {
      const dataSource = await openMigratedDatabase({ url: primary.url, applicationName: 'replicated-migrate' });
      await dataSource.destroy();
      await copyCluster(primary, join(folder, 'replica'), join(folder, 'primary'), replica);
      const standby = await launch(join(folder, 'replica'), command);
      const servers = new ReplicatedPostgres(folder, command, primary, standby);
      await servers.untilCaughtUp();
      return servers;
    } catch (error) {
      await primary.stop();
      throw error;
    }
  }

  get url(): string {
    return this.primary.url;
  }

  get replicaUrl(): string {
    return this.standby.url;
  }

  /** Of the servers: each is the parent of its other processes. */
  get pids(): { primary: number; replica: number } {
    return { primary: this.primary.pid, replica: this.standby.pid };
  }

  /** SIGQUIT: every connection ends in the middle of what it does. */
  async killReplica(): Promise<void> {
    this.standby.kill();
    await this.standby.exited;
    await this.standby.stop();
  }

  /** On the port and the data that it had. */
  async startReplica(): Promise<void> {
    this.standby = await launch(join(this.folder, 'replica'), this.command, this.standby.port);
  }

  /** Stops all its processes where they are; its connections stay open. Linux only. */
  async freezeReplica(): Promise<void> {
    const { pid } = this.standby;
    const children = await readFile(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
    // The parent first, or it would see stopped children and start others.
    this.frozen = [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
    for (const one of this.frozen) signal(one, 'SIGSTOP');
  }

  thawReplica(): void {
    for (const one of this.frozen.reverse()) signal(one, 'SIGCONT');
    this.frozen = [];
  }

  /** It goes on to receive the log and answers with the data that it has. */
  async pauseReplay(): Promise<void> {
    await onServer(this.replicaUrl, 'select pg_wal_replay_pause()');
    await until('replay is paused', READY_MS, async () => {
      const [row] = await onServer(this.replicaUrl, 'select pg_get_wal_replay_pause_state() as state');
      return row?.['state'] === 'paused';
    });
  }

  async resumeReplay(): Promise<void> {
    await onServer(this.replicaUrl, 'select pg_wal_replay_resume()');
  }

  /** Waits until the replica holds what is written now. */
  async untilCaughtUp(): Promise<void> {
    const [row] = await onServer(this.url, 'select pg_switch_wal(), pg_current_wal_flush_lsn()::text as position');
    const position = String(row?.['position']);
    await until('the replica has caught up', READY_MS, async () => {
      const [now] = await onServer(this.replicaUrl, `select pg_last_wal_replay_lsn() >= '${position}'::pg_lsn as done`);
      return now?.['done'] === true;
    });
  }

  async remove(): Promise<void> {
    this.thawReplica();
    await this.standby.stop();
    await this.primary.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function launch(dataDir: string, command: string, port?: number): Promise<EmbeddedPostgres> {
  const settings = { dataDir, command, durable: false, replicated: true, log: () => undefined };
  return startEmbeddedPostgres({ ...settings, ...(port === undefined ? {} : { port }) });
}

/** A base backup by hand: the package with the server's programs brings no `pg_basebackup`. */
async function copyCluster(
  primary: EmbeddedPostgres,
  dataDir: string,
  primaryDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  await mkdir(dataDir, { mode: 0o711 });
  const label = await duringBackup(primary.url, async () => {
    await cp(primary.dataDir, cluster, {
      recursive: true,
      filter: (path) => isCopied(relative(primary.dataDir, path)),
    });
  });
  await chmod(cluster, 0o700);
  await writeFile(join(cluster, 'backup_label'), label);
  await writeFile(join(cluster, 'standby.signal'), '');
  const { hostname, port, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password} application_name=replica`;
  const own = { primary_conninfo: source, wal_retrieve_retry_interval: '200ms', ...settings };
  const lines = Object.entries(own).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(join(cluster, 'postgresql.auto.conf'), lines.join(''));
  await cp(join(primaryDir, 'postgres-password'), join(dataDir, 'postgres-password'));
}

function isCopied(path: string): boolean {
  const [top, ...below] = path.split('/');
  if (OWN_FILES.includes(basename(path))) return false;
  return top === undefined || below.length === 0 || !OWN_CONTENT.includes(top);
}

/** @returns the label that the copy needs. */
async function duringBackup(url: string, work: () => Promise<void>): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('replica', true)`);
    await work();
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    return rows[0]?.labelfile ?? '';
  } finally {
    await client.end();
  }
}

async function onServer(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { AppError } from '#lib/kernel';
import { awaitReady } from './await-ready';
import { type Cluster, readIds, openCluster, ROLE } from './cluster';
import { lockDataDir } from './data-dir-lock';
import { freePort } from './free-port';
import { hydrateSymlinks } from './hydrate-symlinks';
import { signal, stopLeftoverServer, waitUntil } from './leftover-server';
import { readMachineResources } from './machine-resources';
import { findPlatformBinaries, resolveProgram } from './platform-binaries';
import { ServerLog, type ServerLogBounds } from './server-log';
import { serverSettings } from './server-settings';
import { SERVER_ENVIRONMENT, type ServerLocation, prepareServerLocation } from './server-location';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Default: a free one, another at each start. */
  port?: number;
  /** `false` gives up safety against a power cut for speed, and keeps the server small. For tests only. Default true. */
  durable?: boolean;
  /** For many processes on one machine, as tests start them. Default 100. */
  maxConnections?: number;
  /** It feeds a replica, or is one: `standby.signal` in its folder says which. For tests and trials. Default false. */
  replicated?: boolean;
  /** What a person typed to get here; a second start shows it. */
  command: string;
  /** Called with sentences: where the data went, what was found and repaired, why a start takes long. */
  log: (sentence: string) => void;
  /** Stops a server that is still starting. */
  signal?: AbortSignal;
  /** How often a start that takes long is reported. Default 15 s. */
  tellEveryMs?: number;
  /** Default: 10 MB, looked at every ten seconds. */
  logBounds?: ServerLogBounds;
}

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  /** Where the data really is; differs from the requested folder if the database's user can't enter that. */
  readonly dataDir: string;
  readonly pid: number;
  /** Ends with the server's process, wanted or not. */
  readonly exited: Promise<void>;
  /** Writes to the disk what a later stop would have to write. Statements go on meanwhile. */
  checkpoint(): Promise<void>;
  /** Fast shutdown; after `timeoutMs` an immediate one, from which the next start recovers. Releases the data folder. */
  stop(timeoutMs?: number): Promise<void>;
  /** Immediate shutdown; {@link stop}, called before or after, ends with it. */
  kill(): void;
}

/** A fast shutdown writes and syncs up to all of `shared_buffers`; cut short, the next start has to recover. */
const STOP_MS = 60_000;
const PORT_TRIES = 5;

/**
 * Takes the data folder for this process, makes the cluster if there is none, clears what a killed start left, and
 * starts PostgreSQL on 127.0.0.1. The server runs in a session of its own, so that Ctrl-C reaches us first.
 * @throws AppError with one sentence: folder in use, other major version, no programs for this platform, …
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const binaries = await findPlatformBinaries();
  const lock = await lockDataDir(dataDir, options.command);
  try {
    await hydrateSymlinks(binaries.nativeDir);
    const place = await prepareServerLocation(binaries.nativeDir, dataDir, options.log);
    if (await stopLeftoverServer(join(place.baseDir, 'postgres'))) {
      options.log('stopped a PostgreSQL server that an earlier, killed start had left running');
    }
    const cluster = await openCluster(place, dataDir, { major: binaries.major, durable: options.durable ?? true });
    const serverLog = new ServerLog(join(place.baseDir, 'postgres.log'), options.logBounds);
    const { child, port } = await startServer(place, cluster, serverLog, options);
    serverLog.watch();
    const exited = waitForExit(child).finally(() => serverLog.release());
    await createDatabase(port, cluster.password);
    return {
      url: buildUrl(port, cluster.password, ROLE),
      port,
      dataDir: cluster.dir,
      pid: requirePid(child),
      exited,
      checkpoint: () => withClient(buildUrl(port, cluster.password, ROLE), (client) => client.query('checkpoint')),
      kill: () => {
        if (!hasExited(child)) signal(requirePid(child), 'SIGQUIT');
      },
      stop: async (timeoutMs = STOP_MS) => {
        await stopServer(child, exited, place, cluster, timeoutMs);
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startServer(
  place: ServerLocation,
  cluster: Cluster,
  serverLog: ServerLog,
  options: EmbeddedPostgresOptions,
): Promise<{ child: ChildProcess; port: number }> {
  await serverLog.rotate();
  const { durable = true, maxConnections = 100, replicated = false } = options;
  const machine = await readMachineResources(cluster.dir);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const logStart = await serverLog.size();
    const child = spawnServer(
      place,
      cluster,
      serverSettings({ port, durable, maxConnections, replicated, machine }),
      serverLog.file,
    );
    const readiness = await awaitReady(child, cluster.dir, options);
    if (readiness === 'ready') return { child, port };
    if (readiness === 'cancelled') {
      await stopServer(child, waitForExit(child), place, cluster, STOP_MS);
      throw AppError.conflict('start_cancelled', 'the start of PostgreSQL was cancelled');
    }
    const reason = await serverLog.lastComplaint(logStart);
    const portTaken = /could not bind|Address already in use|could not create any TCP/i.test(reason);
    if (attempt >= PORT_TRIES || options.port !== undefined || !portTaken) {
      throw new AppError('unavailable', 'postgres_did_not_start', `PostgreSQL did not start: ${reason}`, {
        details: { reason },
      });
    }
  }
}

function spawnServer(place: ServerLocation, cluster: Cluster, settings: string[], logFile: string): ChildProcess {
  const [command = '', ...args] = [
    ...place.runAs.prefix,
    resolveProgram(place.nativeDir, 'postgres'),
    ...['-D', cluster.dir, ...settings],
  ];
  const output = openSync(logFile, 'a', 0o600);
  try {
    const child = spawn(command, args, {
      detached: true,
      windowsHide: true,
      stdio: ['ignore', output, output],
      env: SERVER_ENVIRONMENT,
      cwd: place.baseDir,
      ...readIds(place),
    });
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

async function stopServer(
  child: ChildProcess,
  exited: Promise<void>,
  place: ServerLocation,
  cluster: Cluster,
  timeoutMs: number,
): Promise<void> {
  const pid = requirePid(child);
  const gone = (): boolean => hasExited(child);
  if (gone()) return;
  if (process.platform === 'win32') {
    spawnSync(resolveProgram(place.nativeDir, 'pg_ctl'), ['stop', '-D', cluster.dir, '-m', 'fast', '-w']);
    return;
  }
  child.ref();
  signal(pid, 'SIGINT');
  if (!(await waitUntil(gone, timeoutMs))) {
    signal(pid, 'SIGQUIT');
    if (!(await waitUntil(gone, 5000))) signal(pid, 'SIGKILL');
  }
  await exited;
}

/** initdb makes no database of our name; this one inherits its locale. */
async function createDatabase(port: number, password: string): Promise<void> {
  await withClient(buildUrl(port, password, 'postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [ROLE]);
    if (rowCount === 0) await client.query(`create database ${ROLE}`);
  });
}

async function withClient(connectionString: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // A server that ends while we wait emits this event and fails the statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function buildUrl(port: number, password: string, database: string): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

function waitForExit(child: ChildProcess): Promise<void> {
  return hasExited(child) ? Promise.resolve() : once(child, 'exit').then(() => undefined);
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function requirePid(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the server has no process');
  return child.pid;
}

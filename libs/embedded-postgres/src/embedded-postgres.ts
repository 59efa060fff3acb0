import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { AppError } from '#lib/kernel';
import { type Cluster, idsOf, openCluster, ROLE } from './cluster';
import { lockDataDir } from './data-dir-lock';
import { hydrateSymlinks } from './hydrate-symlinks';
import { signal, stopLeftoverServer, waitUntil } from './leftover-server';
import { findPlatformBinaries, programOf } from './platform-binaries';
import { serverSettings } from './server-settings';
import { SERVER_ENVIRONMENT, type ServerPlace, settleServerPlace } from './server-place';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Default: a free one, another at each start. */
  port?: number;
  /** `false` gives up safety against a power cut for speed. For tests only. Default true. */
  durable?: boolean;
  /** For many processes on one machine, as tests start them. Default 100. */
  maxConnections?: number;
  /** What a person typed to get here; a second start shows it. */
  command: string;
  /** Told in sentences: where the data went, what was found and mended. */
  log: (sentence: string) => void;
}

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  /** Where the data really is; differs from the folder that was asked for where the database's user can't enter that. */
  readonly dataDir: string;
  readonly pid: number;
  /** Ends with the server's process, wanted or not. */
  readonly exited: Promise<void>;
  /** Fast shutdown; after `timeoutMs` an immediate one, from which the next start recovers. Releases the data folder. */
  stop(timeoutMs?: number): Promise<void>;
}

const READY_MS = 60_000;
const STOP_MS = 10_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const PORT_TRIES = 5;

/**
 * Takes the data folder for this process, makes the cluster where there is none, clears what a killed start left, and
 * starts PostgreSQL on 127.0.0.1. The server runs in a session of its own, so that Ctrl-C reaches us first.
 * @throws AppError with one sentence: folder in use, other major version, no programs for this platform, …
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const binaries = await findPlatformBinaries();
  const lock = await lockDataDir(dataDir, options.command);
  try {
    await hydrateSymlinks(binaries.nativeDir);
    const place = await settleServerPlace(binaries.nativeDir, dataDir, options.log);
    if (await stopLeftoverServer(join(place.baseDir, 'postgres'))) {
      options.log('stopped a PostgreSQL server that an earlier, killed start had left running');
    }
    const cluster = await openCluster(place, dataDir, binaries.major);
    const { child, port } = await startServer(place, cluster, options);
    const exited = exitOf(child);
    await createDatabase(port, cluster.password);
    return {
      url: urlOf(port, cluster.password, ROLE),
      port,
      dataDir: cluster.dir,
      pid: pidOf(child),
      exited,
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
  place: ServerPlace,
  cluster: Cluster,
  options: EmbeddedPostgresOptions,
): Promise<{ child: ChildProcess; port: number }> {
  const logFile = join(place.baseDir, 'postgres.log');
  await rotate(logFile);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const logStart = await sizeOf(logFile);
    const { durable = true, maxConnections = 100 } = options;
    const child = spawnServer(place, cluster, serverSettings({ port, durable, maxConnections }), logFile);
    if (await becomesReady(child, cluster.dir)) return { child, port };
    const reason = await lastComplaint(logFile, logStart);
    const portTaken = /could not bind|Address already in use|could not create any TCP/i.test(reason);
    if (attempt >= PORT_TRIES || options.port !== undefined || !portTaken) {
      throw new AppError('unavailable', 'postgres_did_not_start', `PostgreSQL did not start: ${reason}`);
    }
  }
}

function spawnServer(place: ServerPlace, cluster: Cluster, settings: string[], logFile: string): ChildProcess {
  const [command = '', ...args] = [
    ...place.runAs.prefix,
    programOf(place.nativeDir, 'postgres'),
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
      ...idsOf(place),
    });
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

/** The server writes its state as the eighth line of its pid file. @returns false where it died instead. */
async function becomesReady(child: ChildProcess, clusterDir: string): Promise<boolean> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return false;
    const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true;
    await sleep(10);
  }
  signal(pidOf(child), 'SIGQUIT');
  return false;
}

async function stopServer(
  child: ChildProcess,
  exited: Promise<void>,
  place: ServerPlace,
  cluster: Cluster,
  timeoutMs: number,
): Promise<void> {
  const pid = pidOf(child);
  const gone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  if (gone()) return;
  if (process.platform === 'win32') {
    spawnSync(programOf(place.nativeDir, 'pg_ctl'), ['stop', '-D', cluster.dir, '-m', 'fast', '-w']);
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
  const client = new Client({ connectionString: urlOf(port, password, 'postgres'), connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [ROLE]);
    if (rowCount === 0) await client.query(`create database ${ROLE}`);
  } finally {
    await client.end();
  }
}

function urlOf(port: number, password: string, database: string): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

function exitOf(child: ChildProcess): Promise<void> {
  return once(child, 'exit').then(() => undefined);
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the server has no process');
  return child.pid;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function rotate(logFile: string): Promise<void> {
  if ((await sizeOf(logFile)) > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`);
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

/** What the server said last, from byte `start` of its log. */
async function lastComplaint(logFile: string, start: number): Promise<string> {
  const text = (await readFile(logFile).catch(() => Buffer.alloc(0))).subarray(start).toString('utf8');
  const lines = text.split('\n').filter((line) => /FATAL|PANIC|ERROR|could not|error while/.test(line));
  const line = lines.at(-1) ?? text.trim().split('\n').at(-1) ?? '';
  return line.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') || 'it said nothing; see postgres.log in the data folder';
}

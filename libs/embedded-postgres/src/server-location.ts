import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, cp, lchown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#lib/kernel';
import { resolveProgram } from './platform-binaries';

/** How to start a program of the server: PostgreSQL does not run with the privileges of root. */
export interface RunAs {
  /** Arguments before the program, such as `unshare …`. */
  readonly prefix: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** Where the server's programs and its data are, and which account it runs as. */
export interface ServerLocation {
  readonly nativeDir: string;
  /** Folder that holds `postgres/` (the cluster) and the server's log. */
  readonly baseDir: string;
  readonly runAs: RunAs;
}

/** The server's environment: nothing of ours, which may hold secrets. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' };

const NOBODY = 65_534;
/** initdb wants the user to have a name, so only users with a passwd entry will do. */
const ACCOUNTS = ['postgres', 'nobody'];
const ELSEWHERE = '/var/lib/stock-cycle';
/** File in the data folder that records where the cluster went, so that no later start begins an empty one. */
const MOVED_NOTE = 'postgres-moved-to';

/**
 * Decides where and as which account the server runs, by trying:
 * a normal user: as that user; root: as an account without privileges, if it can enter the folders; else in a user namespace
 * if root looks like `nobody`; else from a copy under /var/lib/stock-cycle.
 * @throws AppError `embedded_postgres_unusable` with the reason.
 */
export async function prepareServerLocation(
  nativeDir: string,
  dataDir: string,
  log: (sentence: string) => void,
): Promise<ServerLocation> {
  if (process.getuid?.() !== 0) {
    const runAs = { prefix: [] };
    const trial = tryProgram(nativeDir, dataDir, runAs);
    if (trial.status === 0) return { nativeDir, baseDir: dataDir, runAs };
    throw unusable(trial);
  }
  const moved = await readMovedNote(dataDir);
  if (moved !== undefined) return elsewhere(nativeDir, moved, log);
  for (const runAs of [...accounts(await passwd()), namespaceAccount()]) {
    if (tryProgram(nativeDir, dataDir, runAs).status !== 0) continue;
    await giveTo(runAs, join(dataDir, 'postgres'));
    return { nativeDir, baseDir: dataDir, runAs };
  }
  const target = join(ELSEWHERE, createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  await moveData(dataDir, target);
  return elsewhere(nativeDir, target, log);
}

/** Makes `path` and all in it the server's, if it exists and isn't yet. */
export async function giveTo(runAs: RunAs, path: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync(path)) return;
  const uid = runAs.uid ?? 0;
  if ((await stat(path)).uid === uid) return;
  const gid = runAs.gid ?? 0;
  for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), uid, gid);
  await chown(path, uid, gid);
}

/** Copies the programs to a folder that an account without privileges can enter, and runs there. */
async function elsewhere(nativeDir: string, baseDir: string, log: (sentence: string) => void): Promise<ServerLocation> {
  const copy = join(baseDir, 'native');
  if (!existsSync(resolveProgram(copy, 'postgres'))) {
    const draft = `${copy}.new`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(baseDir, { recursive: true, mode: 0o711 });
    await cp(nativeDir, draft, { recursive: true, verbatimSymlinks: true });
    await rename(draft, copy);
  }
  let trial: SpawnSyncReturns<string> | undefined;
  for (const runAs of accounts(await passwd())) {
    trial = tryProgram(copy, baseDir, runAs);
    if (trial.status !== 0) continue;
    await giveTo(runAs, join(baseDir, 'postgres'));
    log(`PostgreSQL may not enter the data folder, so its programs and data are in ${baseDir}`);
    return { nativeDir: copy, baseDir, runAs };
  }
  throw unusable(trial);
}

async function moveData(dataDir: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o711 });
  const source = join(dataDir, 'postgres');
  if (existsSync(source)) {
    const draft = join(target, 'postgres.copy');
    await rm(draft, { recursive: true, force: true });
    await cp(source, draft, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await rename(draft, join(target, 'postgres'));
  }
  await writeFile(join(dataDir, MOVED_NOTE), `${target}\n`);
  await rm(source, { recursive: true, force: true });
}

async function readMovedNote(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, MOVED_NOTE), 'utf8')).trim();
  } catch {
    return undefined;
  }
}

function accounts(lines: string[][]): RunAs[] {
  return ACCOUNTS.flatMap((name) => lines.filter((fields) => fields[0] === name)).map((fields) => ({
    prefix: [],
    uid: Number(fields[2]),
    gid: Number(fields[3]),
  }));
}

function namespaceAccount(): RunAs {
  return { prefix: ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'] };
}

async function passwd(): Promise<string[][]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').map((line) => line.split(':'));
}

/** Runs `postgres --version` as the account would, after it has entered the data folder. */
function tryProgram(nativeDir: string, dataDir: string, runAs: RunAs): SpawnSyncReturns<string> {
  const program = [resolveProgram(nativeDir, 'postgres'), '--version'];
  const words =
    process.platform === 'win32'
      ? program
      : [...runAs.prefix, '/bin/sh', '-c', 'cd "$0" && exec "$@"', dataDir, ...program];
  const [command = '', ...args] = words;
  return spawnSync(command, args, {
    encoding: 'utf8',
    env: SERVER_ENVIRONMENT,
    cwd: '/',
    ...(runAs.uid === undefined ? {} : { uid: runAs.uid }),
    ...(runAs.gid === undefined ? {} : { gid: runAs.gid }),
  });
}

function unusable(trial: SpawnSyncReturns<string> | undefined): AppError {
  const reason = trial?.error?.message ?? trial?.stderr.trim().split('\n')[0] ?? 'no user without root power exists';
  return new AppError(
    'precondition_failed',
    'embedded_postgres_unusable',
    `the embedded PostgreSQL does not run on this machine (${reason}); set DATABASE_URL to a PostgreSQL server instead`,
  );
}

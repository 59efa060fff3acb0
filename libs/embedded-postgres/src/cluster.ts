import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '#lib/kernel';
import { resolveProgram } from './platform-binaries';
import { giveTo, SERVER_ENVIRONMENT, type ServerLocation } from './server-location';

/** Role and database that the program uses; the role owns the cluster. */
export const ROLE = 'stock_cycle';

export interface Cluster {
  readonly dir: string;
  readonly password: string;
}

export interface ClusterOptions {
  /** Of the programs that are installed. */
  readonly major: string;
  /** `false`: a new cluster need not survive a power cut. */
  readonly durable: boolean;
}

/**
 * Opens the cluster of a data folder, and makes it if there is none. A new one is built next to its location and renamed
 * when its files and its password are on the disk, so that a start that is killed, or a power cut, leaves a whole cluster
 * or none.
 * @throws AppError `postgres_major_differs`, `postgres_password_missing`, `initdb_failed`.
 */
export async function openCluster(
  place: ServerLocation,
  dataDir: string,
  { major, durable }: ClusterOptions,
): Promise<Cluster> {
  const dir = join(place.baseDir, 'postgres');
  const passwordFile = join(dataDir, 'postgres-password');
  if (existsSync(join(dir, 'PG_VERSION'))) {
    const found = (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim();
    if (found !== major) throw majorDiffers(found, major);
    return { dir, password: await readPassword(passwordFile) };
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (durable) await syncToDisk(passwordFile, dataDir);
  await initialise(place, dir, password, durable);
  return { dir, password };
}

/** The locale matters: under LC_CTYPE=C (or ICU) Chinese text has no trigrams. */
async function initialise(place: ServerLocation, dir: string, password: string, durable: boolean): Promise<void> {
  const draft = `${dir}.new`;
  const passwordDraft = join(place.baseDir, 'initdb-password');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await giveTo(place.runAs, draft);
  await writeFile(passwordDraft, password, { mode: 0o600 });
  if (place.runAs.uid !== undefined) await chown(passwordDraft, place.runAs.uid, place.runAs.gid ?? place.runAs.uid);
  const [command = '', ...args] = [
    ...place.runAs.prefix,
    resolveProgram(place.nativeDir, 'initdb'),
    ...['-D', draft, '-U', ROLE, '-E', 'UTF8', '-A', 'scram-sha-256', `--pwfile=${passwordDraft}`],
    ...(durable ? [] : ['--no-sync']),
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-collate=C', '--lc-ctype=C.UTF-8'],
  ];
  try {
    await promisify(execFile)(command, args, { env: SERVER_ENVIRONMENT, cwd: place.baseDir, ...readIds(place) });
  } catch (cause) {
    const reason = (cause as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? String(cause);
    throw new AppError('internal', 'initdb_failed', `PostgreSQL could not make its data folder: ${reason}`, { cause });
  } finally {
    await rm(passwordDraft, { force: true });
  }
  await rm(dir, { recursive: true, force: true });
  await rename(draft, dir);
  if (durable) await syncToDisk(dirname(dir));
}

/** Content of files, and names in folders; Windows can't open a folder, and writes names by itself. */
async function syncToDisk(...paths: string[]): Promise<void> {
  for (const path of paths) {
    const handle = await open(path, 'r').catch(() => undefined);
    try {
      await handle?.sync();
    } catch (error) {
      if (process.platform !== 'win32') throw error;
    } finally {
      await handle?.close();
    }
  }
}

/** User and group for a spawn, if they differ from ours. */
export function readIds(place: ServerLocation): { uid?: number; gid?: number } {
  const { uid, gid } = place.runAs;
  return { ...(uid === undefined ? {} : { uid }), ...(gid === undefined ? {} : { gid }) };
}

async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    throw new AppError(
      'precondition_failed',
      'postgres_password_missing',
      'the file postgres-password is missing from the data folder; put it back from a backup, the database can not be opened without it',
      { cause },
    );
  }
}

function majorDiffers(found: string, major: string): AppError {
  return new AppError(
    'precondition_failed',
    'postgres_major_differs',
    `the data folder was made by PostgreSQL ${found} and this build runs PostgreSQL ${major}; make a backup with the build that made it and restore it here`,
  );
}

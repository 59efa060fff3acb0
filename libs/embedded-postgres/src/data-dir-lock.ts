import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#lib/kernel';
import { isAlive, readStartMark } from './process-table';

/** Who holds a data folder. */
export interface LockHolder {
  readonly pid: number;
  /** What the person typed, such as `npm start`. */
  readonly command: string;
  readonly host: string;
  /** Distinguishes two processes with the same id. */
  readonly startMark: string | undefined;
}

export interface DataDirLock {
  readonly holder: LockHolder;
  release(): Promise<void>;
}

const HEARTBEAT_MS = 5000;
/** A holder on another host (a container that shares the folder) can't be looked up, so its heartbeat decides. */
const FOREIGN_SILENCE_MS = 4 * HEARTBEAT_MS;

/**
 * Takes a data folder for this process, and creates it if missing. A lock whose process is gone (kill -9) is taken over.
 * @throws AppError `data_dir_in_use` naming the holder.
 */
export async function lockDataDir(dataDir: string, command: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const file = join(dataDir, 'lock');
  const holder: LockHolder = { pid: process.pid, command, host: hostname(), startMark: readStartMark(process.pid) };
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(holder), { mode: 0o644 });
  try {
    while (!(await linkIfFree(draft, file))) await takeOver(file);
  } finally {
    await rm(draft, { force: true });
  }
  const heartbeat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    holder,
    release: async () => {
      clearInterval(heartbeat);
      await rm(file, { force: true });
    },
  };
}

/** The live holder of a data folder, if any. */
export async function readHolder(dataDir: string): Promise<LockHolder | undefined> {
  const file = join(dataDir, 'lock');
  const text = await readIfThere(file);
  return text === undefined ? undefined : liveHolder(file, text);
}

/** A hard link appears whole or not at all, so nobody ever reads half a lock. */
async function linkIfFree(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a dead holder; rejects if the holder lives, or if another process takes over right now. */
async function takeOver(file: string): Promise<void> {
  const text = await readIfThere(file);
  if (text === undefined) return;
  const holder = await liveHolder(file, text);
  if (holder !== undefined) throw inUse(holder);
  const aside = `${file}.stale.${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = await readFile(aside, 'utf8');
  // Another start may have put its own lock there between our look and our move: then it gets it back.
  if (moved !== text) await linkIfFree(aside, file);
  await rm(aside, { force: true });
}

async function liveHolder(file: string, text: string): Promise<LockHolder | undefined> {
  const holder = parseHolder(text);
  if (holder === undefined) return undefined;
  if (holder.host !== hostname()) {
    const beat = await stat(file).catch(() => undefined);
    return beat !== undefined && Date.now() - beat.mtimeMs < FOREIGN_SILENCE_MS ? holder : undefined;
  }
  if (!isAlive(holder.pid)) return undefined;
  return readStartMark(holder.pid) === holder.startMark ? holder : undefined;
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(text) as LockHolder;
    return Number.isInteger(holder.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function inUse(holder: LockHolder): AppError {
  const { command, pid } = holder;
  const host = holder.host === hostname() ? null : holder.host;
  const where = host === null ? '' : ` on ${host}`;
  return new AppError(
    'conflict',
    'data_dir_in_use',
    `the data folder is in use by "${command}" (process ${pid}${where}); stop it first, or set another DATA_DIR`,
    { details: { command, pid, host } },
  );
}

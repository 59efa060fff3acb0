import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A running backup writes to its file all the time; one that has been unchanged for so long is abandoned. */
const ABANDONED_MS = 86_400_000;

/** The file that a backup is written to until it is whole. Names the writer: several hosts may share a folder. */
export function unfinishedName(file: string): string {
  return `${file}.${hostname()}.${process.pid}.part`;
}

/** Removes what killed processes left of earlier backups to the same file. */
export async function sweepUnfinished(file: string): Promise<void> {
  await sweepUnfinishedIn(dirname(file), basename(file));
}

/** Removes what killed processes left of backups in `folder` whose name begins with `start`. */
export async function sweepUnfinishedIn(folder: string, start: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(start) || !name.endsWith('.part')) continue;
    const file = join(folder, name);
    if (await isAbandoned(file, name)) await rm(file, { force: true });
  }
}

/** A process of this host is looked up; of another host, or of a build that named none, only the file's age counts. */
async function isAbandoned(file: string, name: string): Promise<boolean> {
  const here = `.${hostname()}.`;
  const at = name.lastIndexOf(here);
  const pid = at === -1 ? undefined : /^(\d+)\.part$/.exec(name.slice(at + here.length))?.[1];
  if (pid !== undefined) return !isAlive(Number(pid));
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

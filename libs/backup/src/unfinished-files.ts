import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Whoever writes a backup touches its file all the time; what has been still for so long is nobody's. */
const ABANDONED_MS = 86_400_000;

/** Where a backup is written until it is whole. Names the writer: several hosts may share a folder. */
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

/** A process of this host is asked for; of another host, or of a build that named none, only silence tells. */
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

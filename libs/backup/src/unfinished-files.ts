import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Where a backup is written until it is whole. */
export function unfinishedName(file: string): string {
  return `${file}.${process.pid}.part`;
}

/** Removes what killed processes left of earlier backups to the same file. */
export async function sweepUnfinished(file: string): Promise<void> {
  const folder = dirname(file);
  const start = `${basename(file)}.`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(start)) continue;
    const pid = /^(\d+)\.part$/.exec(name.slice(start.length))?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

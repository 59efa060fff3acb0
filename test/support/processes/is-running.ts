import { spawnSync } from 'node:child_process';

/** Whether a process runs; one that is dead but not yet reaped by its parent does not. */
export function isRunning(pid: number): boolean {
  const ps = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return ps.status === 0 && !ps.stdout.startsWith('Z');
}

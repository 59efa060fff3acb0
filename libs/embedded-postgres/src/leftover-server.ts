import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, processesIn } from './process-table';

const POLL_MS = 20;
const FAST_MS = 60_000;
const IMMEDIATE_MS = 4000;

/**
 * Stops a server that a killed process of ours left behind on this cluster, and clears its pid file once none of its
 * processes lives. Without that a dead server whose id is still visible (a zombie in a container without an init) or
 * was given to another program would keep the next one from starting.
 *
 * If the platform doesn't show working directories, nothing is cleared and PostgreSQL's own checks decide.
 * @returns whether a live server was found.
 */
export async function stopLeftoverServer(clusterDir: string): Promise<boolean> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => undefined);
  if (text === undefined || process.platform !== 'linux') return false;
  const directory = await realpath(clusterDir);
  const running = (): number[] => processesIn(directory);
  const found = running();
  const postmaster = Number(text.split('\n')[0]);
  if (found.includes(postmaster)) await signalUntilGone(postmaster, running);
  // Helpers of a killed server see its death and leave by themselves, within moments.
  if (!(await waitUntil(() => running().length === 0, IMMEDIATE_MS))) {
    for (const pid of running()) signal(pid, 'SIGKILL');
    await waitUntil(() => running().length === 0, IMMEDIATE_MS);
  }
  await rm(pidFile, { force: true });
  return found.length > 0;
}

/** Fast shutdown (with a checkpoint), then an immediate one, which the next start recovers from. */
async function signalUntilGone(postmaster: number, running: () => number[]): Promise<void> {
  signal(postmaster, 'SIGINT');
  if (await waitUntil(() => !isAlive(postmaster), FAST_MS)) return;
  signal(postmaster, 'SIGQUIT');
  await waitUntil(() => running().length === 0, IMMEDIATE_MS);
}

/** Looks every 20 ms. @returns whether `condition` came true within `ms`. */
export async function waitUntil(condition: () => boolean, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (!condition()) {
    if (Date.now() >= end) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** Sends a signal to a process that may be gone already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

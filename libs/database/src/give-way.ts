import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import type { Client } from 'pg';

/**
 * Raises the nice value of a process with all its threads, never lowers it: one that already gives way further stays so.
 * @returns false where the system does not allow it or the process is gone, which nobody needs to mind.
 */
export function giveWay(nice: number, pid = process.pid): boolean {
  try {
    for (const thread of threadsOf(pid)) {
      if (getPriority(thread) < nice) setPriority(thread, nice);
    }
    return true;
  } catch {
    return false;
  }
}

/** Lets the server's process behind a connection give way from its first statement on. */
export function giveWayOnServer(client: Client, nice: number): void {
  if (nice <= 0) return;
  client.once('connect', () => {
    const { processID } = client as unknown as { processID?: number | null };
    if (typeof processID === 'number' && processID > 0) giveWay(nice, processID);
  });
}

/** Linux has a nice value for each thread, and counts a process's for its first one. */
function threadsOf(pid: number): number[] {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import type { Client } from 'pg';

/**
 * Raises the nice value of a process with all its threads, never lowers it: one with an even lower priority keeps it.
 * @returns false if the system does not allow it or the process is gone, which does no harm.
 */
export function lowerPriority(nice: number, pid = process.pid): boolean {
  try {
    for (const thread of listThreads(pid)) {
      if (getPriority(thread) < nice) setPriority(thread, nice);
    }
    lowerSessionPriority(nice, pid);
    return true;
  } catch {
    return false;
  }
}

/** Lowers the priority of the server's process behind a connection, from its first statement on. */
export function lowerServerPriority(client: Client, nice: number): void {
  if (nice <= 0) return;
  client.once('connect', () => {
    const { processID } = client as unknown as { processID?: number | null };
    if (typeof processID === 'number' && processID > 0) lowerPriority(nice, processID);
  });
}

/** Linux has a nice value for each thread, and counts a process's for its first one. */
function listThreads(pid: number): number[] {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
}

/**
 * If Linux shares the processors among sessions first (autogroup), nice values count within a session only. Each process of
 * PostgreSQL leads a session of its own, so that of the session is what counts. Sessions with others in them are left alone.
 */
function lowerSessionPriority(nice: number, pid: number): void {
  if (process.platform !== 'linux') return;
  // pid (name) state parent group session …: the name may hold anything.
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]) !== pid) return;
  const file = `/proc/${pid}/autogroup`;
  const now = autogroupNice(file);
  if (now !== undefined && now < nice) writeFileSync(file, String(nice));
}

/** Of `/autogroup-25 nice 0`; undefined if the system has none. */
function autogroupNice(file: string): number | undefined {
  try {
    const nice = /nice (-?\d+)/.exec(readFileSync(file, 'latin1'))?.[1];
    return nice === undefined ? undefined : Number(nice);
  } catch {
    return undefined;
  }
}

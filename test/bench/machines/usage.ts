import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const TICKS_A_SECOND = 100;

/** Seconds of processor time that the processes have used; undefined where there is no /proc. */
export function processorSeconds(pids: readonly number[]): number | undefined {
  try {
    return pids.reduce((sum, pid) => sum + ownTicks(pid), 0) / TICKS_A_SECOND;
  } catch {
    return undefined;
  }
}

/** The same of a server and its children, those that have ended included. */
export function processorSecondsOfTree(pid: number): number | undefined {
  try {
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
    const ended = statOf(String(pid)).slice(13, 15).map(Number);
    const ticks = [pid, ...children.map(Number)].reduce((sum, one) => sum + ownTicks(one), 0);
    return (ticks + (ended[0] ?? 0) + (ended[1] ?? 0)) / TICKS_A_SECOND;
  } catch {
    return undefined;
  }
}

/** Processor time of the whole machine so far, whoever used it, in milliseconds. */
export function machineBusyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

function ownTicks(pid: number): number {
  const [user = 0, system = 0] = statOf(String(pid)).slice(11, 13).map(Number);
  return user + system;
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    // It has ended since.
    return undefined;
  }
}

/** The fields of /proc/<pid>/stat after the name, which may contain anything. */
function statOf(pid: string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

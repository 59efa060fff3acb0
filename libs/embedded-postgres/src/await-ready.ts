import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;
const READY = new Set(['ready', 'standby']);
const TELL_EVERY_MS = 15_000;

export interface ReadyWait {
  /** Ends the wait early. */
  readonly signal?: AbortSignal | undefined;
  /** How often a start that takes long is reported. Default 15 s. */
  readonly tellEveryMs?: number | undefined;
  readonly log: (sentence: string) => void;
}

/** What became of a server that was started. */
export type Readiness = 'ready' | 'died' | 'cancelled';

/**
 * Waits as long as the server lives. After a power cut it repeats its log before it is ready, for minutes if there is
 * much of it, and a server that is killed meanwhile begins again from the same point at the next start.
 */
export async function awaitReady(
  child: ChildProcess,
  clusterDir: string,
  { signal, tellEveryMs = TELL_EVERY_MS, log }: ReadyWait,
): Promise<Readiness> {
  const start = Date.now();
  let tellAt = start + tellEveryMs;
  for (;;) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return 'died';
    // The server writes its state as the eighth line of its pid file: starting, ready, standby (a replica), stopping.
    const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === child.pid && READY.has(lines[7]?.trim() ?? '')) return 'ready';
    if (signal?.aborted === true) return 'cancelled';
    if (Date.now() >= tellAt) {
      tellAt += tellEveryMs;
      const seconds = Math.round((Date.now() - start) / 1000);
      log(
        `PostgreSQL has been starting for ${seconds} s: it repeats what a crash or a power cut interrupted. Leave it running.`,
      );
    }
    await sleep(LOOK_EVERY_MS);
  }
}

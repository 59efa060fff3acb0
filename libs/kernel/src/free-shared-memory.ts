import { collectGarbage } from './collect-garbage';

/** For less than this a collection, for which the thread stands still, costs more than the memory is worth. */
const WORTH_A_PAUSE = 64 * 2 ** 20;

/** Bytes that this thread has dropped since the last collection. */
let dropped = 0;

/**
 * Frees shared memory that this thread no longer reaches, as soon as there are 64 MiB of it.
 * @param bytes Of what the caller has just dropped.
 */
export function freeSharedMemory(bytes: number): void {
  dropped += bytes;
  if (dropped < WORTH_A_PAUSE) return;
  dropped = 0;
  collectGarbage();
}

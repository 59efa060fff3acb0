import { collectGarbage } from '#lib/kernel';

/** For less than this a collection, for which the thread stands still, costs more than the memory is worth. */
const WORTH_A_PAUSE = 64 * 2 ** 20;

/** Bytes of bars that this process has dropped since the last collection. */
let dropped = 0;

/**
 * Frees bars that nobody reaches any more, as soon as there are 64 MiB of them.
 * @param bytes Of the bars that the caller has just dropped.
 */
export function freeBars(bytes: number): void {
  dropped += bytes;
  if (dropped < WORTH_A_PAUSE) return;
  dropped = 0;
  collectGarbage();
}

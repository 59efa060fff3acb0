import { performance } from 'node:perf_hooks';
import { collectGarbage } from '#lib/kernel';

const LOOK_EVERY_MS = 30_000;
/** Share of the time in which the loop has work. */
const QUIET = 0.05;
/** What a collection has to be able to free, so that a process that idles is left alone. */
const WORTH_BYTES = 16 * 2 ** 20;

/**
 * Collects garbage where the process has grown and has nothing to do. V8 collects when a heap grows: what a start or an import
 * leaves behind would stay for as long as the process idles.
 * @param lookEveryMs and what follows are for tests; `residentBytes` tells the memory of the process. @returns ends it.
 */
export function collectWhenQuiet(
  lookEveryMs = LOOK_EVERY_MS,
  collect = collectGarbage,
  residentBytes = () => process.memoryUsage.rss(),
): () => void {
  let seen = performance.eventLoopUtilization();
  let smallest = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    const resident = residentBytes();
    smallest = Math.min(smallest, resident);
    if (utilization > QUIET || resident < smallest + WORTH_BYTES) return;
    collect();
    smallest = residentBytes();
  }, lookEveryMs).unref();
  return () => clearInterval(timer);
}

import { setTimeout as sleep } from 'node:timers/promises';

const OFTEN_MS = 20;
const SELDOM_MS = 100;

/**
 * Looks every 20 ms until `condition` holds, and less often the longer it takes: a look is a request of its own, which
 * takes time from what is waited for. @returns milliseconds that it took. @throws after `timeoutMs`.
 */
export async function until(
  what: string,
  timeoutMs: number,
  condition: () => Promise<boolean> | boolean,
): Promise<number> {
  const start = performance.now();
  while (!(await condition())) {
    const waited = performance.now() - start;
    if (waited > timeoutMs) throw new Error(`within ${timeoutMs} ms it did not happen that ${what}`);
    await sleep(Math.min(Math.max(OFTEN_MS, waited / 20), SELDOM_MS));
  }
  return Math.round(performance.now() - start);
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Looks every 20 ms until `condition` holds. @returns milliseconds that it took. @throws after `timeoutMs`. */
export async function until(
  what: string,
  timeoutMs: number,
  condition: () => Promise<boolean> | boolean,
): Promise<number> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > timeoutMs) throw new Error(`within ${timeoutMs} ms it did not happen that ${what}`);
    await sleep(20);
  }
  return Math.round(performance.now() - start);
}

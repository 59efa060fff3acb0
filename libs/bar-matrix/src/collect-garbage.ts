import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Frees what this thread no longer reaches. V8 gives shared memory no weight: dropped bars of hundreds of megabytes would stay
 * until the heap itself has grown. For the moment after they were dropped alone, as the thread stands still meanwhile.
 */
export function collectGarbage(): void {
  collect ??= findCollect();
  collect();
}

function findCollect(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

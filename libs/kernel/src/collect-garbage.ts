import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Frees what this thread no longer reaches; the thread stands still meanwhile. For who has dropped shared memory, which V8 gives
 * no weight, so that hundreds of megabytes stay until the heap itself has grown; and for a process with nothing to do.
 */
export function collectGarbage(): void {
  collect ??= findCollect();
  collect();
}

function findCollect(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

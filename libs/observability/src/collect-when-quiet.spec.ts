import { setTimeout as sleep } from 'node:timers/promises';
import { collectWhenQuiet } from './collect-when-quiet';

const LOOK_EVERY_MS = 20;
const LONGEST_MS = 60_000;

it('frees what a process dropped, once it has nothing to do', async () => {
  const dropped = growAndForget();
  const stop = collectWhenQuiet(LOOK_EVERY_MS);
  try {
    const end = performance.now() + LONGEST_MS;
    while (dropped.deref() !== undefined && performance.now() < end) await sleep(LOOK_EVERY_MS);
    expect(dropped.deref()).toBeUndefined();
  } finally {
    stop();
  }
}, 120_000);

it('leaves a process that works alone', async () => {
  const stop = collectWhenQuiet(LOOK_EVERY_MS);
  try {
    const dropped = growAndForget();
    for (let turn = 0; turn < 20; turn += 1) {
      workFor(2 * LOOK_EVERY_MS);
      await sleep(0);
    }
    expect(dropped.deref()).toBeDefined();
  } finally {
    stop();
  }
});

/** Shared memory, which V8 does not collect for its size. */
function growAndForget(): WeakRef<SharedArrayBuffer> {
  const buffer = new SharedArrayBuffer(64 * 2 ** 20);
  new Uint8Array(buffer).fill(1);
  return new WeakRef(buffer);
}

function workFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { freeSharedMemory } from './free-shared-memory';

const MIB = 2 ** 20;

it('collects once what was dropped is worth it together', async () => {
  const dropped = new WeakRef(new SharedArrayBuffer(8));
  // A weak reference holds its target until the turn ends.
  await nextTurn();
  freeSharedMemory(40 * MIB);
  freeSharedMemory(40 * MIB);
  await nextTurn();
  expect(dropped.deref()).toBeUndefined();
});

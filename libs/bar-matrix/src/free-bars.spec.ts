import { setImmediate as nextTurn } from 'node:timers/promises';
import { freeBars } from './free-bars';

const MIB = 2 ** 20;

it('collects once the bars that were dropped are worth it together', async () => {
  const dropped = new WeakRef(new SharedArrayBuffer(8));
  // A weak reference holds its target until the turn ends.
  await nextTurn();
  freeBars(40 * MIB);
  freeBars(40 * MIB);
  await nextTurn();
  expect(dropped.deref()).toBeUndefined();
});

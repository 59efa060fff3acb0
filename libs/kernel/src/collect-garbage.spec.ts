import { setImmediate as turn } from 'node:timers/promises';
import { collectGarbage } from './collect-garbage';

it('frees shared memory that nobody reaches, at once', async () => {
  const dropped = allocateAndForget();
  await turn();
  expect(dropped.deref()).toBeDefined();
  await turn();
  collectGarbage();
  expect(dropped.deref()).toBeUndefined();
});

function allocateAndForget(): WeakRef<SharedArrayBuffer> {
  return new WeakRef(new SharedArrayBuffer(2 ** 20));
}

import { once } from 'node:events';

/** Ends the keeper's input, upon which it stops PostgreSQL and removes its folder. */
export default async function globalTeardown(): Promise<void> {
  const keeper = globalThis.testDatabaseKeeper;
  if (keeper?.exitCode !== null) return;
  const exit = once(keeper, 'exit');
  keeper.stdin?.end();
  await exit;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

declare global {
  var testDatabaseKeeper: ChildProcess | undefined;
}

/** Starts the tests' PostgreSQL in a keeper process, which stops it when jest is gone, however that went. */
export default async function globalSetup(): Promise<void> {
  const root = join(__dirname, '../../..');
  const keeper = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--require',
      join(__dirname, 'swc-register.cjs'),
      join(__dirname, '../database/database-keeper.ts'),
    ],
    { cwd: root, detached: true, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  globalThis.testDatabaseKeeper = keeper;
  const lines = createInterface({ input: keeper.stdout });
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => text as string),
    once(keeper, 'exit').then(() => undefined),
  ]);
  if (line === undefined) throw new Error('the PostgreSQL for the tests did not start; its own words are above');
  const { url, scratchDir } = JSON.parse(line) as { url: string; scratchDir: string };
  process.env['TEST_DATABASE_SERVER_URL'] = url;
  process.env['TEST_SCRATCH_DIR'] = scratchDir;
}

import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A folder for one test that starts servers. The keeper removes it after the run, and stops a PostgreSQL left in it or in
 * its `data`, so that a killed run leaves nothing.
 */
export async function makeScratchFolder(): Promise<string> {
  const parent = process.env['TEST_SCRATCH_DIR'];
  if (parent === undefined) throw new Error('jest.config.cjs was not used: its globalSetup makes the scratch folder');
  const folder = await mkdtemp(join(parent, 'test-'));
  // The user that the database runs as must be able to pass.
  await chmod(folder, 0o711);
  return folder;
}

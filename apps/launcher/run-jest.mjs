import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureConsoleBuilt } from './build-console.mjs';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './root.mjs';

/** Runs one project of jest.config.cjs, with the console built, since the API serves it; gives the exit code. */
export async function runJest(suite, args) {
  ensureInstalled();
  await ensureConsoleBuilt();
  const jest = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/jest/bin/jest.js'), ...args, '--selectProjects', suite],
    { cwd: ROOT, stdio: 'inherit' },
  );
  return jest.status ?? 1;
}

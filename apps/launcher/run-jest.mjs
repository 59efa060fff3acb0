import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './root.mjs';

/** Runs one project of jest.config.cjs; gives the exit code. */
export function runJest(suite, args) {
  ensureInstalled();
  const jest = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/jest/bin/jest.js'), ...args, '--selectProjects', suite],
    { cwd: ROOT, stdio: 'inherit' },
  );
  return jest.status ?? 1;
}

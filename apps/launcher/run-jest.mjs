import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureConsoleBuilt } from './build-console.mjs';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './root.mjs';

/** Room for short-lived objects: a twelfth less of the processor goes to collecting garbage. */
const YOUNG_MB = 64;

/** Runs projects of jest.config.cjs, with the console built where an API may serve it; gives the exit code. */
export async function runJest(projects, args) {
  ensureInstalled();
  if (projects.some((project) => project !== 'unit')) await ensureConsoleBuilt();
  const jest = spawnSync(
    process.execPath,
    [
      `--max-semi-space-size=${YOUNG_MB}`,
      join(ROOT, 'node_modules/jest/bin/jest.js'),
      ...args,
      '--selectProjects',
      ...projects,
    ],
    { cwd: ROOT, stdio: 'inherit' },
  );
  return jest.status ?? 1;
}

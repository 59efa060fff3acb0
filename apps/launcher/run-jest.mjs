import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureConsoleBuilt } from './build-console.mjs';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './root.mjs';

/** Room for short-lived objects: a twelfth less of the processor goes to collecting garbage. */
const YOUNG_MB = 64;

/** Runs projects of jest.config.cjs, with the programs and the console built if they may start; gives the exit code. */
export async function runJest(projects, args) {
  ensureInstalled();
  if (projects.some((project) => project !== 'unit')) {
    // Before the suites that start them: two suites that build at once remove each other's files.
    await ensureBuilt();
    await ensureConsoleBuilt();
  }
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

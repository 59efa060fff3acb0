import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureConsoleBuilt } from './build-console.mjs';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './root.mjs';

/** Room for objects, young ones and those of a suite's modules, before garbage is collected: a seventh less of the processor. */
const ROOM = ['--max-semi-space-size=64', '--min-semi-space-size=32', '--initial-old-space-size=1024'];

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
    [...ROOM, join(ROOT, 'node_modules/jest/bin/jest.js'), ...args, '--selectProjects', ...projects],
    { cwd: ROOT, stdio: 'inherit' },
  );
  return jest.status ?? 1;
}

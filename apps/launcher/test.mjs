// npm test, npm run test:real …: node test.mjs SUITE [jest arguments]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './root.mjs';

const [suite, ...args] = process.argv.slice(2);
ensureInstalled();
const jest = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/jest/bin/jest.js'), ...args, '--selectProjects', suite],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(jest.status ?? 1);

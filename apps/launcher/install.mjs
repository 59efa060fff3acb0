import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.mjs';

/** Installs the packages where node_modules is missing or is not what package-lock.json says. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.error('Installing packages …');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    stdio: ['ignore', process.stderr, 'inherit'],
    // On Windows npm is a script that only a shell can start.
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error('npm ci failed; its own words are above.');
    process.exit(1);
  }
}

/** npm writes what it installed to a lock file of its own, last of all, so half an install counts as none. */
function isInstalled() {
  const wanted = readPackages(join(ROOT, 'package-lock.json'));
  const present = readPackages(join(ROOT, 'node_modules/.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && (entry.optional !== true || present[path] !== undefined))
    .every(([path, { version }]) => present[path]?.version === version);
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

import { spawnSync } from 'node:child_process';

/**
 * Whether Python 3 is there. Where it is not, a line says what is skipped; with CI=true that is an error, so that a green run
 * has always run the scripts.
 */
export function hasPython(): boolean {
  if (spawnSync('python3', ['--version']).status === 0) return true;
  if (process.env['CI'] === 'true') throw new Error('python3 is missing, and CI=true');
  process.stderr.write('\n!!! SKIPPED: the examples in Python need python3\n');
  return false;
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The real market data that lies beside the repository. Nothing of it is ours to copy. */
const SHARED_DATA = resolve(__dirname, '../../../../shared/data');

/** A file or folder of the real data. */
export function sharedDataPath(path: string): string {
  return resolve(SHARED_DATA, path);
}

/**
 * `describe` for suites on real data. Where the data is missing the suite is skipped with a line that nobody overlooks;
 * with CI=true that is an error, so that a green run has always tried them.
 */
export function describeWithSharedData(name: string, suite: () => void): void {
  if (existsSync(SHARED_DATA)) {
    describe(name, suite);
    return;
  }
  if (process.env['CI'] === 'true') throw new Error(`the real market data is missing (${SHARED_DATA}), and CI=true`);
  process.stderr.write(`\n!!! SKIPPED: "${name}" needs the real market data at ${SHARED_DATA}\n`);
  describe.skip(name, suite);
}

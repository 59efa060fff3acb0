import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Real market data for tests lie beside the checkout, not in it. */
const SHARED_DATA = join(__dirname, '../../../shared/data');

export function sharedDataPath(name: string): string {
  return join(SHARED_DATA, name);
}

/**
 * `describe` for suites on real data. Where the data are missing the suite is skipped with a loud line; in CI it fails,
 * because a proof that did not run is no proof.
 */
export function describeWithSharedData(name: string, suite: () => void): void {
  if (existsSync(SHARED_DATA)) {
    describe(name, suite);
    return;
  }
  if (process.env['CI'] !== undefined) throw new Error(`CI needs the real market data in ${SHARED_DATA}`);
  process.stderr.write(`\n!!! SKIPPED: ${name}: no real market data in ${SHARED_DATA}\n\n`);
  describe.skip(name, () => {
    it('needs the real market data', () => undefined);
  });
}

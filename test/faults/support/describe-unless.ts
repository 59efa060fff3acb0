/**
 * `describe` for suites that need something of the machine. Without it they are skipped with a loud line; in CI that fails, because
 * a proof that did not run is no proof.
 * @param missing what is missing and how to get it; undefined where nothing is.
 */
export function describeUnless(missing: string | undefined, name: string, suite: () => void): void {
  if (missing === undefined) {
    describe(name, suite);
    return;
  }
  if (process.env['CI'] !== undefined) throw new Error(`CI needs ${missing}`);
  process.stderr.write(`\n!!! SKIPPED: ${name}: it needs ${missing}\n\n`);
  describe.skip(name, () => {
    it(`needs ${missing}`, () => undefined);
  });
}

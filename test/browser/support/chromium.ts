import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const present = existsSync(CHROMIUM);
if (!present && process.env['CI'] === undefined) {
  process.stderr.write(
    `\n!! there is no ${CHROMIUM}, so no page was opened: apt install chromium, or set CHROMIUM\n\n`,
  );
}

/** Skips where there is no Chromium; in CI a missing browser is a failure. */
export function describePages(name: string, suite: () => void): void {
  // Of the spec file that asks: this module stays loaded, and `describe` belongs to one file.
  (present || process.env['CI'] !== undefined ? describe : describe.skip)(name, suite);
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

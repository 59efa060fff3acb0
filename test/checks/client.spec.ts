import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const GENERATOR = resolve(ROOT, 'node_modules/openapi-typescript/bin/cli.js');
const CLIENT = resolve(ROOT, 'apps/console/src/api/openapi.d.ts');

it('the console’s client is generated from docs/openapi.json (npm run openapi:write after a change of a route)', () => {
  const generate = (...options: string[]): string =>
    execFileSync(process.execPath, [GENERATOR, 'docs/openapi.json', ...options], {
      cwd: ROOT,
      encoding: 'utf8',
      // The client is larger than the mebibyte that is read by default.
      maxBuffer: 16 * 2 ** 20,
    });
  if (process.env['WRITE_OPENAPI'] === '1') generate('--output', CLIENT);
  expect(generate()).toBe(readFileSync(CLIENT, 'utf8'));
});

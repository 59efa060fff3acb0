import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const GENERATOR = resolve(ROOT, 'node_modules/openapi-typescript/bin/cli.js');
const TYPES = resolve(ROOT, 'packages/client/openapi.d.ts');

interface Manifest {
  version: string;
  engines: object;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(resolve(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

it('the client’s types are generated from docs/openapi.json (npm run openapi:write after a change of a route)', () => {
  const generate = (...options: string[]): string =>
    // A field of a body with a default may be left out.
    execFileSync(process.execPath, [GENERATOR, 'docs/openapi.json', '--default-non-nullable=false', ...options], {
      cwd: ROOT,
      encoding: 'utf8',
      // The client is larger than the mebibyte that is read by default.
      maxBuffer: 16 * 2 ** 20,
    });
  if (process.env['WRITE_OPENAPI'] === '1') generate('--output', TYPES);
  expect(generate()).toBe(readFileSync(TYPES, 'utf8'));
});

it('the client has the version of the program, and the packages that its tests run with', () => {
  const program = readManifest('.');
  const client = readManifest('packages/client');
  expect(client).toMatchObject({ version: program.version, engines: program.engines });
  const installed = { ...program.devDependencies, ...program.dependencies };
  for (const [name, version] of Object.entries(client.dependencies))
    expect([name, installed[name]]).toEqual([name, version]);
});

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installClient, listExamples } from '../support/deployment/client-package';
import { makeScratchFolder } from '../support/processes/scratch-folder';

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

/** A program of a user, with what must not compile. */
const PROGRAM = `
import { createStockCycleClient, readData, type Schemas } from 'stock-cycle-client';

const client = createStockCycleClient({ baseUrl: 'http://127.0.0.1:3000', apiKey: 'sck_' });
const body = { start_date: '2025-12-01', end_date: '2025-12-31' };
const { scanId: id } = await readData(client.POST('/api/stock-cycle/scans', { body }));
for await (const { data } of client.stream('/api/stock-cycle/scans/{id}/events', { params: { path: { id } } })) {
  const scan: Schemas['ScanResponse'] = data;
  const count: number = scan.matchedCount;
  // @ts-expect-error: a scan has no such field
  console.log(count, data.portfolio);
}
// @ts-expect-error: a route without a stream
client.stream('/api/stock-cycle/scans/{id}', { params: { path: { id } } });
// @ts-expect-error: no such route
await readData(client.GET('/api/stock-cycle/scan'));
// @ts-expect-error: a field is missing
await readData(client.POST('/api/stock-cycle/scans', { body: { start_date: '2025-12-01' } }));
`;

/** The blocks of the client's page as one program. */
function readProgramOfPage(): string {
  const page = readFileSync(resolve(ROOT, 'packages/client/README.md'), 'utf8');
  return [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join('\n');
}

const PROJECT_SETTINGS = {
  compilerOptions: {
    ...{ target: 'es2022', module: 'nodenext', strict: true, exactOptionalPropertyTypes: true, noEmit: true },
    ...{ types: ['node'], typeRoots: [resolve(ROOT, 'node_modules/@types')] },
  },
  files: ['program.ts', 'page.ts'],
};

it('the client is installed as a folder: the files that it needs, its names and its types', async () => {
  const project = await makeScratchFolder();
  const examples = [...listExamples('.ts'), ...listExamples('.py')].map((name) => `examples/${name}`);
  const sources = ['client', 'read', 'stock-cycle-error', 'stream'].map((name) => `src/${name}.js`);
  const others = ['README.md', 'index.d.ts', 'index.js', 'openapi.d.ts', 'package.json'];
  expect(installClient(project)).toEqual([...examples, ...others, ...sources].sort());

  const names = "import('stock-cycle-client').then((client) => console.log(Object.keys(client).sort().join(' ')))";
  const printed = execFileSync(process.execPath, ['--eval', names], { cwd: project, encoding: 'utf8' });
  expect(printed.trim()).toBe('StockCycleError createStockCycleClient logIn readData readPages');

  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'program.ts'), PROGRAM);
  writeFileSync(join(project, 'page.ts'), readProgramOfPage());
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(PROJECT_SETTINGS));
  const compiler = resolve(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler], { cwd: project, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
});

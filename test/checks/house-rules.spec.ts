import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/**
 * The rules that only a tool guards are worth what the tool's configuration is worth. So they run here over a small
 * house in a folder of its own, in which every file but the clean ones breaks one rule.
 */
const ROOT = resolve(__dirname, '../..');

const CLEAN = {
  'libs/kernel/src/index.ts': `export { one } from './one';`,
  'libs/kernel/src/one.ts': `export const one = 1;`,
  'libs/config/src/index.ts': `export const home = process.env['HOME'];`,
  'libs/tracking/src/index.ts': `export { open } from './domain/open';`,
  'libs/tracking/src/domain/open.ts': `import { one } from '#lib/kernel';\nexport const open = (): number => one;`,
  'libs/scan/src/index.ts': `export { open } from '#lib/tracking';`,
  'apps/api/src/main.ts': `import { open } from '#lib/tracking';\nexport const answer = open();`,
  'apps/worker/src/main.ts': `export { open } from '#lib/scan';`,
  'libs/seo/src/persistence/row.query.ts': `export { kind } from '../domain/kind';`,
  'libs/seo/src/domain/kind.ts': `export const kind = 1;`,
  'libs/scan/src/open.spec.ts': `export { walk } from '../../../test/support/inputs/bar-series';`,
  'test/support/inputs/bar-series.ts': `export const walk = 1;`,
  'test/support/database/test-database.ts': `export const createTestDatabase = 1;`,
};

/** In no tsconfig.json of the house, so that lint does not read them. */
const CLEAN_BORDERS = {
  'packages/client/client.ts': `export type Paths = string;\nexport const createClient = 1;`,
  'apps/console/src/types.ts': `export type { Paths } from '../../../packages/client/client';`,
};

const LINT_VIOLATIONS: [rule: string, file: string, source: string][] = [
  ['no-restricted-syntax', 'apps/api/src/environment.ts', `export const home = process.env['HOME'];`],
  ['no-restricted-syntax', 'apps/api/src/taken-apart.ts', `const { env } = process;\nexport const home = env['HOME'];`],
  [
    'no-restricted-syntax',
    'apps/api/src/imported.ts',
    `import { env } from 'node:process';\nexport const home = env['A'];`,
  ],
  ['no-restricted-syntax', 'libs/scan/src/domain/now.ts', `export const now = (): number => Date.now();`],
  ['no-restricted-syntax', 'libs/scan/src/domain/today.ts', `export const today = (): Date => new Date();`],
  ['no-restricted-syntax', 'libs/scan/src/domain/luck.ts', `export const luck = (): number => Math.random();`],
  ['no-restricted-syntax', 'apps/api/src/nameless.ts', `export default 1;`],
  ['no-restricted-syntax', 'apps/api/src/scan-service.ts', `export class ScanServiceImpl {\n  readonly a = 1;\n}`],
  ['no-restricted-syntax', 'apps/api/src/prefixed.ts', `export interface IScan {\n  a: number;\n}`],
  ['house/file-name', 'apps/api/src/utils.ts', `export const a = 1;`],
  ['house/file-name', 'apps/api/src/scan-helpers.ts', `export const a = 1;`],
  [
    'no-restricted-imports',
    'apps/api/src/scan/scan.responses.ts',
    `import { ApiProperty } from '@nestjs/swagger';\nexport class A {\n  @ApiProperty({ type: String, format: 'date' }) day!: string;\n}`,
  ],
  ['no-console', 'apps/api/src/shouts.ts', `console.log('a');`],
  ['@typescript-eslint/no-floating-promises', 'apps/api/src/floats.ts', `Promise.resolve(1);`],
  ['@typescript-eslint/no-explicit-any', 'apps/api/src/anything.ts', `export const a = (b: any): boolean => b === 1;`],
  [
    '@typescript-eslint/no-non-null-assertion',
    'apps/api/src/sure.ts',
    `export const a = (b: string[]): string => b[0]!;`,
  ],
];

const BORDER_VIOLATIONS: [rule: string, file: string, source: string][] = [
  ['no-cycles', 'libs/tracking/src/egg.ts', `import { hen } from './hen';\nexport const egg = (): unknown => hen;`],
  ['resolvable', 'apps/api/src/lost.ts', `export { a } from '#lib/nowhere';`],
  ['resolvable', 'apps/api/src/typed-lost.ts', `import type { A } from '#lib/nowhere';\nexport type B = A;`],
  ['libs-only-through-their-index', 'apps/api/src/deep.ts', `export { one } from '../../../libs/kernel/src/one';`],
  ['libs-by-their-name', 'apps/api/src/by-path.ts', `export { one } from '../../../libs/kernel/src/index';`],
  ['lib-to-lib-only-through-the-index', 'libs/scan/src/deep.ts', `export { one } from '../../kernel/src/one';`],
  ['specs-of-a-lib-only-through-index-or-testing', 'libs/scan/src/deep.spec.ts', `import '../../kernel/src/one';`],
  ['tests-only-through-index-or-testing', 'apps/api/src/deep.spec.ts', `import '../../../libs/kernel/src/one';`],
  ['no-import-of-the-own-index', 'libs/scan/src/circle.ts', `export { open } from './index';`],
  [
    'libs-never-import-apps-or-tests',
    'libs/scan/src/upward.ts',
    `export { answer } from '../../../apps/api/src/main';`,
  ],
  ['lib-kernel-imports-only-what-it-may', 'libs/kernel/src/outward.ts', `export { home } from '#lib/config';`],
  ['lib-config-imports-only-what-it-may', 'libs/config/src/outward.ts', `export { open } from '#lib/tracking';`],
  ['lib-tracking-imports-only-what-it-may', 'libs/tracking/src/outward.ts', `export { open } from '#lib/scan';`],
  ['libs-listed', 'libs/newcomer/src/index.ts', `export { one } from '#lib/kernel';`],
  ['app-worker-imports-only-what-it-may', 'apps/worker/src/reaches.ts', `export { answer } from '../../api/src/main';`],
  ['app-api-imports-only-what-it-may', 'apps/api/src/reaches.ts', `export { open } from '../../worker/src/main';`],
  ['domain-is-pure-of-packages', 'libs/scan/src/domain/reads.ts', `export { readFileSync } from 'node:fs';`],
  ['domain-is-pure-of-packages', 'libs/scan/src/domain/injects.ts', `export { Module } from '@nestjs/common';`],
  ['domain-is-pure-of-packages', 'libs/scan/src/domain/stores.ts', `export { DataSource } from 'typeorm';`],
  ['domain-is-pure-of-packages', 'libs/vendors/src/tdx/domain/reads.ts', `export { readFileSync } from 'node:fs';`],
  ['domain-is-pure-of-layers', 'libs/scan/src/domain/leans.ts', `export { row } from '../persistence/row';`],
  [
    'persistence-imports-the-domain-only',
    'libs/seo/src/persistence/import.query.ts',
    `export { start } from '../imports.service';`,
  ],
  [
    'persistence-imports-the-domain-only',
    'libs/seo/src/persistence/typed.query.ts',
    `import type { Start } from '../imports.service';\nexport type Row = Start;`,
  ],
  [
    'unit-specs-need-no-server',
    'libs/scan/src/stored.spec.ts',
    `export { createTestDatabase } from '../../../test/support/database/test-database';`,
  ],
  ['unit-specs-need-no-server', 'libs/scan/src/connected.spec.ts', `export { Client } from 'pg';`],
  [
    'inputs-need-no-server',
    'test/support/inputs/stored.ts',
    `export { createTestDatabase } from '../database/test-database';`,
  ],
  ['client-stands-alone', 'packages/client/leans.ts', `export { one } from '../../libs/kernel/src/index';`],
  [
    'programs-take-types-of-the-client-only',
    'apps/console/src/calls.ts',
    `export { createClient } from '../../../packages/client/client';`,
  ],
  ['declared-packages-only', 'apps/api/src/tests.ts', `import { format } from 'prettier';\nexport const a = format;`],
];

let house: string;

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'house-rules-'));
  const sources = [
    ...Object.entries({ ...CLEAN, ...CLEAN_BORDERS }),
    ['libs/scan/src/persistence/row.ts', `export const row = 1;`],
    ['libs/seo/src/imports.service.ts', `export type Start = number;\nexport const start = 1;`],
    ['libs/tracking/src/hen.ts', `import { egg } from './egg';\nexport const hen = (): unknown => egg;`],
    ...[...LINT_VIOLATIONS, ...BORDER_VIOLATIONS].map(([, file, source]) => [file, source]),
  ] as [string, string][];
  for (const [file, source] of sources) {
    await mkdir(dirname(join(house, file)), { recursive: true });
    await writeFile(join(house, file), `${source}\n`);
  }
  for (const file of ['package.json', 'tsconfig.json', 'eslint.config.mjs', '.dependency-cruiser.cjs']) {
    await copyFile(join(ROOT, file), join(house, file));
  }
  await symlink(join(ROOT, 'node_modules'), join(house, 'node_modules'));
});

afterAll(() => rm(house, { recursive: true, force: true }));

describe('the lint rule', () => {
  let found: Map<string, string[]>;

  beforeAll(async () => {
    const files = [...Object.keys(CLEAN), ...LINT_VIOLATIONS.map(([, file]) => file)];
    const reports = await reportOf<{ filePath: string; messages: { ruleId: string | null; message: string }[] }[]>(
      'eslint/bin/eslint.js',
      ['--format', 'json', ...files],
    );
    found = new Map(
      reports.map((report) => [
        report.filePath.slice(house.length + 1),
        report.messages.map((message) => message.ruleId ?? message.message),
      ]),
    );
  }, 60_000);

  it.each(LINT_VIOLATIONS)('%s is found in %s', (rule, file) => {
    expect(found.get(file)).toEqual(expect.arrayContaining([rule]));
  });

  it.each(Object.keys(CLEAN))('%s is clean', (file) => {
    expect(found.get(file)).toEqual([]);
  });
});

describe('the import rule', () => {
  let found: { rule: string; file: string }[];

  beforeAll(async () => {
    const report = await reportOf<{ summary: { violations: { from: string; rule: { name: string } }[] } }>(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'apps', 'libs', 'packages', 'test'],
    );
    found = report.summary.violations.map((violation) => ({ rule: violation.rule.name, file: violation.from }));
  }, 60_000);

  it.each(BORDER_VIOLATIONS)('%s is found in %s', (rule, file) => {
    expect(found).toContainEqual({ rule, file });
  });

  it.each(Object.keys({ ...CLEAN, ...CLEAN_BORDERS }))('%s is clean', (file) => {
    expect(found.filter((violation) => violation.file === file)).toEqual([]);
  });
});

/** Runs a tool of node_modules in the house. A tool that finds something ends with an exit code of its own. */
function reportOf<Report>(program: string, parameters: string[]): Promise<Report> {
  return new Promise((done, fail) => {
    const options = { cwd: house, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [join(ROOT, 'node_modules', program), ...parameters], options, (_error, out, errors) => {
      try {
        done(JSON.parse(out) as Report);
      } catch {
        fail(new Error(`${program} gave no report: ${errors || out}`));
      }
    });
  });
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const MESSAGES = 'apps/console/src/parts/failure-messages.ts';

/** How the sources name the code of an error: by hand, or by one of the shorthands. */
const NAMED = [
  /AppError\.(?:conflict|unavailable)\(\s*'([a-z_]+)'/g,
  /new AppError\(\s*'[a-z_]+',\s*'([a-z_]+)'/g,
  /forbidden\(\s*'([a-z_]+)'/g,
  /AppError\.(?:invalid|notFound)\([^;]*?'([a-z]+(?:_[a-z]+)+)',?\s*\)/g,
];

/** What only the command line, the start of a process, an agent or a script's own upload meets. */
const NOT_ON_A_PAGE =
  /^(?:libs\/(?:backup|embedded-postgres)|apps\/(?:cli|supervisor|worker|console)|apps\/api\/src\/mcp)\/|libs\/database\/src\/(?:migrate|unsuitable)/;
const NEVER_ON_A_PAGE = [
  // The routes of the program's own pages and clients always send these right.
  'malformed_json',
  'malformed_multipart',
  'unsupported_media_type',
  // Folders of the operator, by command line.
  'path_not_found',
  // Told by the page's own server in place of the page.
  'console_not_built',
];

it('every failure that a page can meet has a sentence in Chinese', () => {
  const files = execFileSync('git', ['ls-files', 'libs/*.ts', 'apps/*.ts'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !file.endsWith('.spec.ts') && !NOT_ON_A_PAGE.test(file));
  const codes = new Set(
    files.flatMap((file) => {
      const source = readFileSync(resolve(ROOT, file), 'utf8');
      return NAMED.flatMap((pattern) => [...source.matchAll(pattern)].flatMap(([, code]) => code ?? []));
    }),
  );
  expect(codes.size).toBeGreaterThan(40);
  const messages = readFileSync(resolve(ROOT, MESSAGES), 'utf8');
  const entries = messages.split(/^ {2}(?=[a-z_]+:)/m).filter((entry) => /\p{Script=Han}/u.test(entry));
  const said = entries.map((entry) => entry.slice(0, entry.indexOf(':')));
  expect([...codes].filter((code) => !NEVER_ON_A_PAGE.includes(code) && !said.includes(code))).toEqual([]);
});

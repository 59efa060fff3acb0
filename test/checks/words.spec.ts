import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** Folders of the root that every Unix has; any other one that holds this checkout belongs to this machine alone. */
const STANDARD_FOLDERS = ['app', 'home', 'mnt', 'opt', 'private', 'root', 'srv', 'tmp', 'usr', 'Users', 'var'];

/** What belongs to a machine or to the making of the program, not to the program. */
const FORBIDDEN: [what: string, pattern: RegExp, example: string][] = [
  [
    'a path of one machine',
    /(?<![\w.-])\/(?:home|Users)\/\w|(?<![\w.-])\/root\/[\w.]/,
    "cd '/home/somebody/stock-cycle'",
  ],
  ['a path outside of the tree', /shared\/(?:spec|style\.md|hooks)/, 'see ../shared/spec/faults.md'],
  [
    'a package registry',
    /"resolved": "(?!https:\/\/registry\.npmjs\.org\/)|\bregistry\s*=\s*https?:/,
    '"resolved": "https://mirror.example.org/a.tgz"',
  ],
  ['a number of a tracker', /\bissue #?\d+\b/i, 'as issue #2 says'],
  ['work left open', /\b(?:TODO|FIXME|XXX)\b/, '// TODO later'],
];

/**
 * Words of docs/style-terms.md that are wrong in any sentence. Words that are wrong only in some (figures, where, told) are left
 * to the reader.
 */
const STANDARD_TERMS: [term: string, pattern: RegExp, example: string][] = [
  ['again', /\banew\b/i, 'The list is read anew.'],
  ['permanently', /\bfor ever\b/i, 'A vendor would be asked for ever.'],
  ['so that … not', /\blest\b/i, 'Stop it, lest it fails.'],
  ['fix', /\bmend(?:s|ed|ing)?\b/i, 'An address that was mended.'],
  ['has lower priority, yields', /\bg(?:ive|ives|iving|ave) way\b/i, 'Workers give way.'],
  ['heartbeat', /\bsigns? of life\b/i, 'The last sign of life of a worker.'],
  ['action', /\bdeeds?\b/i, 'Deeds on many sessions.'],
  ['unavailable', /\b(?:is|are|was|were|be|goes|went) away\b/i, 'While the store is away.'],
  ['fake', /\bstand-ins?\b/i, 'A stand-in of the vendor.'],
  ['request', /\bwish(?:es|ed|ing)?\b/i, 'A wish for a span of days.'],
  ['next to, compared with, in addition to', /\bbeside\b/i, 'Its tests stand beside it.'],
  ['they, their, them', /\b(?:he|him|his|himself)\b/i, 'What he may do.'],
  ['timeout', /\b(?:im)?patien(?:ce|t)\b/i, 'The patience of a client.'],
  ['silently', /\bwithout a word\b/i, 'It cuts the prompt without a word.'],
];

/** Files that STANDARD_TERMS hold for. A folder of code is added once its comments are rewritten. */
const PROSE = [
  // Documentation
  /^docs\/.*\.md$/,
  /^(?:README|CONTRIBUTING|SECURITY|test\/README)\.md$/,
  // Code
  /^libs\/(?:ai|scan|accounts|audit-trail)\//,
  /^apps\/api\/src\/(?:ai-fill|fundamental|scan|auth)\//,
  /^apps\/worker\/src\/(?:ai-fill|fundamental|scan)\//,
  /^libs\/(?:backup|config|database|embedded-postgres|kernel|observability|queue|rate-limits|schema|upkeep|uploads)\/src\//,
  // Two files hold letters and language codes.
  /^libs\/seo\/(?!src\/domain\/(?:short-grams|file-name)\.)/,
  /^apps\/console\//,
  /^packages\/client\/(?!openapi\.d\.ts$)/,
];
/** The page that lists the words. */
const NOT_PROSE = /^docs\/style-terms\.md$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && !file.endsWith('checks/words.spec.ts') && isText(file));

const prose = files.filter((file) => PROSE.some((pattern) => pattern.test(file)) && !NOT_PROSE.test(file));

it.each(FORBIDDEN)('no file contains %s', (_what, pattern, example) => {
  expect(example).toMatch(pattern);
  expect(findLines(files, pattern)).toEqual([]);
});

it('no file names the folder of this checkout', () => {
  const folder = machineFolder(ROOT);
  expect(machineFolder('/builds/team/stock-cycle')).toBe('builds');
  expect(machineFolder('/home/somebody/stock-cycle')).toBeUndefined();
  expect(folder === undefined ? [] : findLines(files, new RegExp(`(?<![\\w.-])/${folder}/\\w`))).toEqual([]);
});

it.each(STANDARD_TERMS)('the standard term is: %s', (_term, pattern, example) => {
  expect(example).toMatch(pattern);
  expect(prose.length).toBeGreaterThan(50);
  expect(findLines(prose, pattern)).toEqual([]);
});

/** Lines that hold the pattern, with file and number. */
function findLines(among: readonly string[], pattern: RegExp): string[] {
  return among.flatMap((file) =>
    readFileSync(resolve(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${String(index + 1)}: ${line.trim().slice(0, 160)}`] : [],
      ),
  );
}

/** The first folder of a checkout's path, unless every machine has one of that name. */
function machineFolder(root: string): string | undefined {
  const [, folder = ''] = root.split('/');
  return /^[\w-]+$/.test(folder) && !STANDARD_FOLDERS.includes(folder) ? folder : undefined;
}

function isText(file: string): boolean {
  const stats = statSync(resolve(ROOT, file), { throwIfNoEntry: false });
  return stats?.isFile() === true && !/\.(?:png|ico|woff2?|xz|gz|zip|day)$/.test(file);
}

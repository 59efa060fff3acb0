import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** What belongs to a machine or to the making of the program, not to the program. */
const FORBIDDEN: [what: string, pattern: RegExp, example: string][] = [
  [
    'a path of one machine',
    /(?<![\w.-])\/(?:work|Users)\/\w|(?<![\w.-])\/home\/\w|(?<![\w.-])\/root\/[\w.]/,
    "cd '/work/main'",
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

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && !file.endsWith('checks/words.spec.ts') && isText(file));

it.each(FORBIDDEN)('no file holds %s', (_what, pattern, example) => {
  expect(example).toMatch(pattern);
  const found = files.flatMap((file) =>
    readFileSync(resolve(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${String(index + 1)}: ${line.trim().slice(0, 160)}`] : [],
      ),
  );
  expect(found).toEqual([]);
});

function isText(file: string): boolean {
  const stats = statSync(resolve(ROOT, file), { throwIfNoEntry: false });
  return stats?.isFile() === true && !/\.(?:png|ico|woff2?|xz|gz|zip|day)$/.test(file);
}

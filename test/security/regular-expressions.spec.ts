import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../..');

/** What serves requests and reads files. The command line and the supervisor read what their own user types. */
const FOLDERS = ['apps/api', 'apps/worker', 'libs'];

// Small steps first: an exponential expression must be found at a length where it still ends, on a fast machine too.
const LENGTHS = [20, 22, 24, 26, 28, 30, 32, 34, 36, 100, 1000, 30_000];
/** A linear expression needs a millisecond or two for the longest text, a quadratic one seconds. */
const LONGEST_MS = 150;

/** Expressions that are slow on long texts, and why none gets there. */
const BOUNDED: Readonly<Record<string, string>> = {
  '/<link\\b[^>]*https?:\\/\\/[^>]*>/g': 'a page of the package @bull-board/ui, once at the start',
  '/<div id="root">.*<\\/div>(?=\\s*<script)/s': 'the same page',
  '/\\beyJ[\\w-]+\\.[\\w-]*\\.?[\\w-]*/g':
    'addresses of at most 16 kB: libs/observability/src/logger.spec.ts measures them',
  // The passwords of connection strings: bounded repetitions, some ten thousand steps for each sign.
  [String.raw`/([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:"'\\]{0,256}(?::[^\s"'\\]{0,1024})?@/gi`]:
    'addresses of at most 16 kB: libs/observability/src/logger.spec.ts measures them',
  '/\\..*$/': 'the name of a library of the embedded PostgreSQL',
};

/** Signs that make the usual expressions look twice: of texts, numbers, addresses, tags, quotations. */
const PUMPS = [
  '0',
  'a',
  'A',
  ' ',
  '\t',
  '\n',
  '.',
  '-',
  '_',
  '=',
  ':',
  ';',
  ',',
  '/',
  '(',
  ')',
  '{',
  '}',
  '"',
  "'",
  '`',
  '\\',
  '\0',
  '一',
];
const PAIRS = [
  ':(',
  '://a:',
  'eyJ-',
  'eyJa.',
  'a.',
  'a-',
  '0,',
  '0 ',
  'a ',
  '""',
  '{"',
  '<a',
  'A://A',
  '%25',
  "''",
  '，',
  ' ,',
  '): (',
];
const ENDS = ['', '\n\0'];

interface Found {
  literal: string;
  file: string;
}

function expressionsIn(file: string): Found[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, false);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ literal: node.text, file });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const EXPRESSIONS = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
      .flatMap((name) => expressionsIn(join(folder, name))),
  )
    // Without a repetition nothing is looked at twice.
    .filter(({ literal }) => /[*+{]/.test(literal))
    .map(({ literal, file }) => [literal, file]),
);

function compiled(literal: string): RegExp {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

/** Pieces of the expression itself that stand for themselves, which a text must have to get far into it. */
function ownPieces(literal: string): string[] {
  const plain = literal.slice(1, literal.lastIndexOf('/')).replaceAll(/\\([^\w])/g, '$1');
  return [...new Set(plain.match(/[\w<>:=(){}"'/.;，：（）%@ -]{2,}/g) ?? [])].slice(0, 12);
}

/** The shortest of up to three times: another process may have been in the way. */
function msOf(expression: RegExp, text: string): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 3 && shortest > LONGEST_MS; look += 1) {
    const begin = performance.now();
    expression.lastIndex = 0;
    expression.test(text);
    shortest = Math.min(shortest, performance.now() - begin);
  }
  return shortest;
}

/** The first text that takes too long, as the piece that it repeats; undefined where none does. */
function slowText(literal: string): string | undefined {
  const pieces = [...PUMPS, ...PAIRS, ...ownPieces(literal)];
  const heads = ['', 'a', ...ownPieces(literal).slice(0, 2)];
  const expression = compiled(literal);
  for (const length of LENGTHS) {
    for (const piece of pieces) {
      for (const head of heads) {
        for (const end of ENDS) {
          const text = head + piece.repeat(Math.ceil(length / piece.length)) + end;
          const ms = msOf(expression, text);
          if (ms > LONGEST_MS) return `${JSON.stringify(piece)} repeated to ${length} signs took ${Math.round(ms)} ms`;
        }
      }
    }
  }
  return undefined;
}

it('all regular expressions are checked, and no exception is obsolete', () => {
  expect(EXPRESSIONS.size).toBeGreaterThan(80);
  expect(Object.keys(BOUNDED).filter((literal) => !EXPRESSIONS.has(literal))).toEqual([]);
});

it.each([
  '/^(a|a)*$/',
  '/^(a+)+$/',
  '/^[0-9]+\\.?[0-9]*$/',
  '/^(.+?)[:：]\\s*[(（](.*)[)）]$/su',
  '/^[a-z]*[a-z][a-z]*$/i',
])('the measurement finds %s too slow', (literal) => expect(slowText(literal)).toBeDefined());

it.each([...EXPRESSIONS].filter(([literal]) => !(literal in BOUNDED)))('%s (%s) is in time for any text', (literal) => {
  expect(slowText(literal)).toBeUndefined();
});

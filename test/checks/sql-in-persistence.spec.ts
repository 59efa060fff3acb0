import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '../..');

/** Where SQL is allowed outside a `persistence/` folder, and why. */
const EXCEPTIONS: Record<string, string> = {
  'libs/database/': 'the SQL layer itself: connections, migrations, notifications, locks',
  'libs/embedded-postgres/': 'sets up a server before there is a data source',
};

/** Builds SQL from an entity. */
const BUILDERS =
  /^(?:assignmentsOf|columnNamesOf|columnOf|columnsOf|insertOf|isoInstant|jsonPairsOf|prepareStatement|tableOf|unnestOf|wireColumnsOf)$/;

const TABLE = '["$\\w]';

/** What a statement looks like in a text. One keyword alone is English, so most patterns need two. */
const STATEMENTS: [statement: string, pattern: RegExp, example: string][] = [
  ['select', /\bselect\b[^;]*?\bfrom\s+["$(\w]/i, 'select a.id from account a'],
  ['select of an expression', /^\s*select\s+(?:\d|[\w.]+\s*\()/i, "select pg_notify('x', '')"],
  ['insert', new RegExp(`\\binsert\\s+into\\s+${TABLE}`, 'i'), 'insert into account (id) values ($1)'],
  ['update', /\bupdate\s+[\w."$]+(?:\s+(?:as\s+)?\w+)?\s+set\s/i, 'update account a set name = $1'],
  ['delete', new RegExp(`\\bdelete\\s+from\\s+${TABLE}`, 'i'), 'delete from account where id = $1'],
  [
    'with',
    /^\s*with\s+(?:recursive\s+)?\w+\s*(?:\([^)]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(/i,
    'with a as (values (1))',
  ],
  [
    'definition',
    /\b(?:create|drop|alter)\s+(?:(?:or replace|unlogged|temp|temporary|unique|materialized)\s+)*(?:table|index|schema|view|function|trigger|extension|sequence)\s+["$\w]/i,
    'create unlogged table account (id int)',
  ],
  ['lock', new RegExp(`\\block\\s+table\\s+${TABLE}`, 'i'), 'lock table account in share mode'],
  ['truncate', new RegExp(`\\btruncate\\s+${TABLE}`, 'i'), 'truncate account'],
  ['copy', /\bcopy\s+[\w."$]+\s*(?:\([^)]*\)\s*)?(?:from\s+stdin|to\s+stdout)\b/i, 'copy account (id) from stdin'],
  ['maintenance', /^\s*(?:vacuum\b|analyze\s+["$\w.]+\s*$)/, 'vacuum (analyze) account'],
  ['transaction', /^\s*(?:begin|commit|rollback|begin transaction .*)\s*$/, 'begin'],
  ['setting', /^\s*set\s+(?:local\s+)?[a-z_]+\s*=/, "set local work_mem = '64MB'"],
  ['conflict', /\bon\s+conflict\s+(?:do\b|\()/, 'on conflict do nothing'],
];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', 'libs', 'apps'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.d\.ts$|\.spec\.tsx?$|\/persistence\//.test(file));

it.each(STATEMENTS)('a text that contains a %s statement is found', (_statement, pattern, example) => {
  expect(example).toMatch(pattern);
  expect(findSql('a.ts', `run(\`${example}\`);`)).toHaveLength(1);
  expect(findSql('a.ts', `run('${example.replaceAll("'", "\\'")}');`)).toHaveLength(1);
});

it('a statement is found across the values that are put into it', () => {
  expect(findSql('a.ts', 'run(`select ${COLUMNS} from ${TABLE} where id = $1`);')).toHaveLength(1);
  expect(findSql('a.ts', 'run(`update ${TABLE} set ${ASSIGNMENTS} where id = $1`);')).toHaveLength(1);
});

it('a function that builds SQL from an entity is found by its import', () => {
  expect(findSql('a.ts', `import { columnsOf, type Database } from '#lib/database';`)).toHaveLength(1);
  expect(findSql('a.ts', `import { Database } from '#lib/database';`)).toEqual([]);
});

it('a sentence is not taken for a statement', () => {
  for (const sentence of [
    'delete a daily record; a restore brings it back',
    'with the distribution of the day',
    'select a stock, and read its bars',
    'update the program, or set the proxy',
  ]) {
    expect(findSql('a.ts', `print('${sentence}');`)).toEqual([]);
  }
});

it('SQL is written in persistence folders only', () => {
  const allowed = Object.keys(EXCEPTIONS);
  const found = files
    .filter((file) => !allowed.some((folder) => file.startsWith(folder)))
    .flatMap((file) => findSql(file, readFileSync(resolve(ROOT, file), 'utf8')));
  expect(found).toEqual([]);
});

it.each(Object.keys(EXCEPTIONS))('the exception for %s is still needed', (folder) => {
  const found = files
    .filter((file) => file.startsWith(folder))
    .some((file) => findSql(file, readFileSync(resolve(ROOT, file), 'utf8')).length > 0);
  expect(found).toBe(true);
});

/** Lines with SQL, as `file:line: text`. */
function findSql(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = builderIn(node) ?? textIn(node);
    if (text !== undefined) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
      found.push(`${file}:${String(line + 1)}: ${text.replace(/\s+/g, ' ').slice(0, 120)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The text of a literal that is SQL. The values of a template stand in it as `$value`. */
function textIn(node: ts.Node): string | undefined {
  let text: string | undefined;
  if (ts.isStringLiteralLike(node)) text = node.text;
  else if (ts.isTemplateExpression(node)) {
    text = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('$value');
  }
  return text !== undefined && STATEMENTS.some(([, pattern]) => pattern.test(text)) ? text : undefined;
}

/** What an import takes of the functions that build SQL. */
function builderIn(node: ts.Node): string | undefined {
  if (!ts.isImportSpecifier(node) || node.isTypeOnly) return undefined;
  const name = (node.propertyName ?? node.name).text;
  const { moduleSpecifier } = node.parent.parent.parent;
  const isDatabase = ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === '#lib/database';
  return isDatabase && BUILDERS.test(name) ? `import of ${name}` : undefined;
}

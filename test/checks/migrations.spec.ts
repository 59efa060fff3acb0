import type { QueryRunner } from 'typeorm';
import { MIGRATIONS } from '#lib/schema';

/** Everything up to here was one release; builds that lack the later ones run beside those that have them. */
const FIRST_RELEASE = 'LinkRecordsToRuns1764900000000';

/** A migration that takes something away says here, in a field of its own, which builds no longer need it. */
interface Contraction {
  contract?: string;
}

const TAKES_AWAY: [what: string, pattern: RegExp][] = [
  ['drops a table', /\bdrop\s+table\b/],
  ['drops a column', /\bdrop\s+column\b/],
  ['drops a type, view or function', /\bdrop\s+(?:type|view|materialized|function|sequence|schema)\b/],
  ['renames', /\brename\b/],
  ['changes a type', /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/],
  ['demands a value', /\balter\s+column\s+\S+\s+set\s+not\s+null\b/],
  ['takes a default away', /\balter\s+column\s+\S+\s+drop\s+default\b/],
  [
    'adds a column that an older build can’t fill',
    /\badd\s+(?:column\s+)?(?!constraint\b)[^,;]*\bnot\s+null\b(?![^,;]*\b(?:default|generated)\b)/,
  ],
  ['deletes rows', /\b(?:delete\s+from|truncate)\b/],
];

/** What the migration would send, one statement after another. */
async function statementsOf(Migration: (typeof MIGRATIONS)[number]): Promise<string[]> {
  const statements: string[] = [];
  const recorder = {
    query: (sql: string) => {
      statements.push(sql);
      return Promise.resolve([]);
    },
  };
  await new Migration().up(recorder as unknown as QueryRunner);
  return statements;
}

function takenAway(statements: readonly string[]): string[] {
  return statements.flatMap((statement) => {
    const sql = statement.toLowerCase();
    // A column of a table that the same statement makes is in nobody's way, nor is what a trigger fires on or does.
    const patterns = /^\s*create\s+(?:table|trigger|(?:or\s+replace\s+)?function)\b/.test(sql)
      ? TAKES_AWAY.slice(0, 4)
      : TAKES_AWAY;
    return patterns.filter(([, pattern]) => pattern.test(sql)).map(([what]) => `${what}: ${statement.trim()}`);
  });
}

const released = MIGRATIONS.findIndex((migration) => migration.name === FIRST_RELEASE);
const later = MIGRATIONS.slice(released + 1);

it('the check of migrations recognizes the first release', () => {
  expect(released).toBeGreaterThan(0);
  expect(later.length).toBeGreaterThan(0);
});

it.each(later.map((migration) => [migration.name, migration] as const))(
  '%s only adds, or states why it may remove (docs/upgrades.md)',
  async (_name, Migration) => {
    const { contract } = new Migration() as Contraction;
    if (contract !== undefined) expect(contract.length).toBeGreaterThan(20);
    else expect(takenAway(await statementsOf(Migration))).toEqual([]);
  },
);

it.each([
  'drop table seo_import',
  'alter table seo_import drop column columns',
  'alter table seo_import rename to seo_file',
  'ALTER TABLE seo_import RENAME COLUMN columns TO fields',
  'alter table job alter column payload type text',
  'alter table job alter column payload set data type text',
  'alter table job alter column queue set not null',
  'alter table job alter column state drop default',
  'alter table job add column build text not null',
  'alter table job add build text not null',
  'delete from job',
])('the check of migrations finds a removal: %s', (sql) => {
  expect(takenAway([sql])).toHaveLength(1);
});

it.each([
  'create table note (id bigint not null)',
  `alter table job add column build text not null default ''`,
  'alter table job add column build text',
  'alter table job add constraint job_build_check check (build is not null) not valid',
  'create index job_build on job (build)',
  'alter table job alter column payload set statistics 1000',
  'create trigger job_count after truncate on job for each statement execute function count_jobs()',
])('the check of migrations permits: %s', (sql) => {
  expect(takenAway([sql])).toEqual([]);
});

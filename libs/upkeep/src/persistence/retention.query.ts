import { type Database, isoInstant, type RetentionRule, type SqlRunner } from '#lib/database';
import { RetentionRun } from './retention-run.entity';

export interface RetentionStats {
  /** Estimated rows of the table. */
  rows: number;
  /** ISO 8601 UTC; null before the first run. */
  lastRunAt: string | null;
  /** Rows that ended in the last run. */
  lastEnded: number | null;
}

/** @returns the statistics of each rule, in the order of the rules. */
export async function selectRetentionStats(
  db: SqlRunner,
  rules: readonly { name: string; table: string }[],
): Promise<RetentionStats[]> {
  return db.query<RetentionStats>(
    `select coalesce(greatest(c.reltuples, 0), 0)::float8 as rows, ${isoInstant('r.run_at')} as "lastRunAt",
       r.ended as "lastEnded"
     from unnest($1::text[], $2::text[]) with ordinality as given(name, table_name, place)
     left join pg_class c on c.oid = to_regclass(given.table_name)
     left join retention_run r on r.rule = given.name
     order by given.place`,
    [rules.map(({ name }) => name), rules.map(({ table }) => table)],
  );
}

export async function noteRetention(db: Database, rule: string, ended: number): Promise<void> {
  await db.repository(RetentionRun).upsert({ rule, runAt: () => 'now()', ended }, ['rule']);
}

/** Rows of one statement, unless the rule sets another number. */
const BATCH = 1000;

/** The largest number of rows that {@link applyOnce} ends. */
export function getBatchSize({ batch = BATCH }: RetentionRule): number {
  return batch;
}

/**
 * Deletes or empties one batch of a rule's expired rows.
 * @param today by the business clock.
 * @returns how many rows.
 */
export async function applyOnce(sql: SqlRunner, rule: RetentionRule, days: number, today: string): Promise<number> {
  const { table, expired, clear } = rule;
  const some = `ctid = any (array(
      select t.ctid from ${table} t
      where $1::integer > 0 and $2::date is not null and ${expired} limit ${getBatchSize(rule)}))`;
  const text =
    clear === undefined
      ? `delete from ${table} where ${some} returning 1`
      : `update ${table} set ${clear} where ${some} returning 1`;
  return (await sql.query(text, [days, today])).length;
}

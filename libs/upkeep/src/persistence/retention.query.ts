import { type Database, isoInstant, type SqlRunner } from '#lib/database';
import { RetentionRun } from './retention-run.entity';

export interface RetentionFigures {
  /** Estimated rows of the table. */
  rows: number;
  /** ISO 8601 UTC; null before the first run. */
  lastRunAt: string | null;
  /** Rows that ended in the last run. */
  lastEnded: number | null;
}

/** @returns the figures of each rule, in the order asked. */
export async function selectRetentionFigures(
  db: SqlRunner,
  rules: readonly { name: string; table: string }[],
): Promise<RetentionFigures[]> {
  return db.query<RetentionFigures>(
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

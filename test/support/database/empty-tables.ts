import { setTimeout as pause } from 'node:timers/promises';
import { isLockTimeout, isTransactionConflict, type SqlRunner } from '#lib/database';

interface Emptied {
  table: string;
  /** Sequences of its identity columns. */
  sequences: string[];
}

/**
 * A worker takes the same tables in another order. Whoever waits this long lets go of them, well before the server's
 * deadlock check (1 s) ends one of the two.
 */
const LOCK_TIMEOUT_MS = 200;
const PAUSE_MS = 25;
const PATIENCE_MS = 30_000;

/** By database and tables: the schema stays the same while a suite runs. */
const emptiedBy = new WeakMap<SqlRunner, Map<string, readonly Emptied[]>>();

/**
 * What `truncate … cascade` does, for the few rows of a test: no rows in the tables and in those that refer to them, no
 * triggers. Truncating writes a new file for each table and index, a hundred for a session; deleting takes a tenth of the time.
 * @param options.restartIds as `restart identity`: ids begin with 1 again.
 */
export async function emptyTables(
  database: SqlRunner,
  tables: readonly string[],
  { restartIds = false }: { restartIds?: boolean } = {},
): Promise<void> {
  const emptied = await tablesEmptiedWith(database, tables);
  const statements = [
    `perform set_config('lock_timeout', '${LOCK_TIMEOUT_MS}ms', true)`,
    // As truncate does: what a worker has begun ends before, and what it begins waits.
    `lock table ${emptied.map(({ table }) => table).join(', ')} in access exclusive mode`,
    // Neither triggers nor foreign keys are looked at: whatever refers to these tables is emptied too.
    `perform set_config('session_replication_role', 'replica', true)`,
    ...emptied.map(({ table }) => `delete from ${table}`),
    ...(restartIds
      ? emptied.flatMap(({ sequences }) => sequences.map((name) => `perform setval('${name}', 1, false)`))
      : []),
  ];
  const statement = `do $$ begin ${statements.join('; ')}; end $$`;
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await database.query(statement);
      return;
    } catch (error) {
      if (Date.now() > end || !(isLockTimeout(error) || isTransactionConflict(error))) throw error;
      await pause(PAUSE_MS);
    }
  }
}

async function tablesEmptiedWith(database: SqlRunner, tables: readonly string[]): Promise<readonly Emptied[]> {
  const key = tables.join();
  const ofDatabase = emptiedBy.get(database) ?? new Map<string, readonly Emptied[]>();
  emptiedBy.set(database, ofDatabase);
  const known = ofDatabase.get(key);
  if (known !== undefined) return known;
  const found = await database.query<Emptied>(
    `with recursive emptied as (
       select t::regclass as id from unnest($1::text[]) as t
       union
       select c.conrelid::regclass from pg_constraint c join emptied e on c.confrelid = e.id where c.contype = 'f'
     ), with_ledger as (
       select id from emptied
       union
       -- The triggers of sessions, which are not run here, would empty it.
       select to_regclass('session_count') from emptied where id = to_regclass('tracking_session')
     )
     select e.id::text as table, coalesce(array_agg(s.id::text) filter (where s.id is not null), '{}') as sequences
     from with_ledger e
     left join lateral (
       select d.objid::regclass as id from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
       where d.refobjid = e.id and d.deptype in ('a', 'i')
     ) s on true
     group by e.id order by e.id::text`,
    [tables],
  );
  ofDatabase.set(key, found);
  return found;
}

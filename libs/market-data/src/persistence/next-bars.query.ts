import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { STAGING_SCHEMA } from '#lib/database';
import { barSourceNo, type BarSource } from '../domain/bar-source';
import { BAR_COLUMNS } from './merge-bars.query';

/** Only the load that has the market's lock makes or drops the table. */
const NEXT = `${STAGING_SCHEMA}.daily_bar`;

/** Makes `daily_bar` name the next bars in the rest of the transaction, for what is computed from them to come with them. */
export async function readNextBars(client: Client): Promise<void> {
  await client.query(`set local search_path = ${STAGING_SCHEMA}, public`);
}

/** How long a lock on the bars is waited for. All readers that come meanwhile wait behind it. */
const SWAP_LOCK_MS = 400;
const PROBE_LOCK_MS = 100;

export async function dropNextBars(client: Client): Promise<void> {
  await client.query(`drop table if exists ${NEXT}`);
}

/** Whom the next bars come from, and how to read them. */
export interface NextBars {
  source: BarSource;
  /** Opens a second connection, which sorts; undefined where the staged bars are those of the load's connection alone. */
  openSorter: (() => Promise<Client>) | undefined;
}

/**
 * Makes the table of bars once more in the staging schema, with the staged bars alone: filled in date and code order
 * without an index, which costs a third of keeping one, then indexed, analysed and vacuumed. Nobody's reading is disturbed.
 * @returns its rows.
 */
export async function buildNextBars(client: Client, { source, openSorter }: NextBars): Promise<number> {
  const { constraints, others } = await definitions(client);
  await client.query('begin');
  await client.query(`set local maintenance_work_mem = '256MB'`);
  await client.query(`create table ${NEXT} (like public.daily_bar including all excluding indexes)`);
  const rows =
    openSorter === undefined ? await insertSorted(client, source) : await copySorted(client, source, openSorter);
  for (const statement of [...constraints, ...others]) await client.query(statement);
  await client.query('commit');
  // Statistics for the plans of what follows, and pages known as visible to all, for reads of an index alone.
  await client.query(openSorter === undefined ? `vacuum (analyze) ${NEXT}` : `analyze ${NEXT}`);
  return rows;
}

const sortedBars = (sourceNo: string): string => `
  select ${BAR_COLUMNS}, ${sourceNo}::smallint,
    case when circ_market_cap is not null or turnover_pct is not null then coalesce(cap_source, ${sourceNo}::smallint) end
  from bar_staging order by trade_date, code`;

async function insertSorted(client: Client, source: BarSource): Promise<number> {
  const { rowCount } = await client.query(
    `insert into ${NEXT} (${BAR_COLUMNS}, source, cap_source) ${sortedBars('$1')}`,
    [barSourceNo(source)],
  );
  return rowCount ?? 0;
}

/**
 * The server sorts for one connection, by several processes, what another one takes in. COPY alone writes rows that are
 * frozen and pages that are known as visible: a vacuum of as many would write each page to the log, which takes longer
 * than all else here.
 */
async function copySorted(client: Client, source: BarSource, openSorter: () => Promise<Client>): Promise<number> {
  const sorter = await openSorter();
  try {
    await sorter.query(`set search_path = ${STAGING_SCHEMA}, public`);
    await sorter.query(`set work_mem = '64MB'`);
    // Each process sorts its part; the planner takes the passing on of rows for dearer than it is.
    await sorter.query('set parallel_tuple_cost = 0');
    const sorted = sorter.query(copyTo(`copy (${sortedBars(String(barSourceNo(source)))}) to stdout (format binary)`));
    const into = client.query(
      copyFrom(`copy ${NEXT} (${BAR_COLUMNS}, source, cap_source) from stdin (format binary, freeze)`),
    );
    await pipeline(sorted, into);
    return into.rowCount;
  } finally {
    // With its COPY under way this cuts the connection.
    await sorter.end().catch(() => undefined);
  }
}

/** Statements that give the next table what `like` leaves out, under the same names: names are unique to a schema. */
async function definitions(client: Client): Promise<{ constraints: string[]; others: string[] }> {
  const { rows } = await client.query<{ kind: string; statement: string }>(`
    select 'constraint' as kind,
      format('alter table ${NEXT} add constraint %I %s', conname, pg_get_constraintdef(oid)) as statement
    from pg_constraint where conrelid = 'public.daily_bar'::regclass and contype in ('p', 'u', 'x')
    union all
    select 'index', replace(pg_get_indexdef(i.indexrelid), ' ON public.daily_bar ', ' ON ${NEXT} ')
    from pg_index i
    where i.indrelid = 'public.daily_bar'::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)
    union all
    select 'options', format('alter table ${NEXT} set (%s)', array_to_string(c.reloptions, ', '))
    from pg_class c where c.oid = 'public.daily_bar'::regclass and c.reloptions is not null
    union all
    select 'grant', format('grant %s on ${NEXT} to %s', a.privilege_type,
      case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end)
    from pg_class c cross join aclexplode(c.relacl) a
    where c.oid = 'public.daily_bar'::regclass and a.grantee <> c.relowner`);
  return {
    constraints: rows.filter(({ kind }) => kind === 'constraint').map(({ statement }) => statement),
    others: rows.filter(({ kind }) => kind !== 'constraint').map(({ statement }) => statement),
  };
}

/**
 * Whether another table can take the place of the bars. A view or a trigger that somebody has made on them belongs to the
 * table that would go.
 */
export async function canSwapBars(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(`
    select not (
      exists (select from pg_depend where refobjid = 'public.daily_bar'::regclass and classid = 'pg_rewrite'::regclass)
      or exists (select from pg_trigger where tgrelid = 'public.daily_bar'::regclass and not tgisinternal)
      or exists (select from pg_constraint where confrelid = 'public.daily_bar'::regclass)
      or exists (select from pg_constraint where conrelid = 'public.daily_bar'::regclass and contype = 'f')
      or exists (select from pg_policy where polrelid = 'public.daily_bar'::regclass)
      or exists (select from pg_publication_rel where prrelid = 'public.daily_bar'::regclass)
      or exists (select from pg_inherits where 'public.daily_bar'::regclass in (inhrelid, inhparent))
    ) as free`);
  return rows[0]?.free === true;
}

/** Whether the bars could be locked now; a backup reads them for minutes. @throws the lock timeout where they can't. */
export async function probeBars(client: Client): Promise<void> {
  await client.query('begin');
  try {
    await lockBars(client, PROBE_LOCK_MS);
  } finally {
    await client.query('rollback');
  }
}

/**
 * Puts the next bars in the place of the present ones, as the last statements before the commit: every reader waits from
 * the lock to the commit. @throws the lock timeout where somebody reads the bars for longer than a moment.
 */
export async function swapBars(client: Client): Promise<void> {
  await lockBars(client, SWAP_LOCK_MS);
  await client.query('drop table public.daily_bar');
  await client.query(`alter table ${NEXT} set schema public`);
}

async function lockBars(client: Client, timeoutMs: number): Promise<void> {
  await client.query(`set local lock_timeout = ${timeoutMs}`);
  await client.query('lock table public.daily_bar in access exclusive mode');
}

import type { Client } from 'pg';
import type { CalendarDay } from '#lib/kernel';
import { barSourceNo, type BarSource } from '../domain/bar-source';

export interface MergeCounts {
  inserted: number;
  updated: number;
}

/** What a merge did, and the first day with a bar that is new or other than before; null where there is none. */
export interface MergedBars extends MergeCounts {
  firstDay: CalendarDay | null;
}

const REQUIRED = ['open', 'high', 'low', 'close', 'volume'];
const OPTIONAL = ['pre_close', 'amount', 'turnover_pct', 'circ_market_cap', 'up_limit', 'down_limit', 'is_st'];
const VALUES = [...REQUIRED, ...OPTIONAL];
/** What a load says of a bar, as a list of columns of `daily_bar`. */
export const BAR_COLUMNS = ['trade_date', 'code', ...VALUES].join(', ');

/**
 * Brings the staged bars into `daily_bar` within the caller's transaction, in date and code order, which is the order
 * that scans read in. Rows that say nothing new are not touched; what a source doesn't know leaves what is stored.
 * Takes locks on rows of bars alone, so that it stands in nobody's way.
 *
 * First the bars that say something new are found by one join that only reads: all others, which are all of a reload, cost
 * nothing more. Then two plain statements, as the market's lock keeps other writers away: ON CONFLICT takes more than twice
 * as long.
 */
export async function mergeBars(client: Client, source: BarSource): Promise<MergedBars> {
  await client.query(FIND_NEWS);
  await client.query('analyze news_bar');
  const updated = await countChanged(client, UPDATE, source);
  const inserted = await countChanged(client, INSERT, source);
  await client.query('drop table news_bar');
  const [firstDay = null] = [updated.firstDay, inserted.firstDay].filter((day) => day !== null).toSorted();
  return { inserted: inserted.rows, updated: updated.rows, firstDay };
}

async function countChanged(
  client: Client,
  statement: string,
  source: BarSource,
): Promise<{ rows: number; firstDay: CalendarDay | null }> {
  const { rows } = await client.query<{ rows: number; firstDay: CalendarDay | null }>(
    `with changed as (${statement}) select count(*)::integer as rows, min(trade_date) as "firstDay" from changed`,
    [barSourceNo(source)],
  );
  return rows[0] ?? { rows: 0, firstDay: null };
}

const MERGED = [
  ...REQUIRED.map((column) => `s.${column}`),
  ...OPTIONAL.map((column) => `coalesce(s.${column}, b.${column})`),
].join(', ');

const FIND_NEWS = `
  create temporary table news_bar on commit drop as
  select s.*, b.code is null as is_new
  from bar_staging s left join daily_bar b on b.trade_date = s.trade_date and b.code = s.code
  where b.code is null or (${of('b', VALUES)}) is distinct from (${MERGED})`;

const UPDATE = `
  update daily_bar b
  set (${VALUES.join(', ')}) = row(${MERGED}),
    source = case when (${of('s', REQUIRED)}) is distinct from (${of('b', REQUIRED)}) then $1::smallint
      else coalesce(b.source, $1::smallint) end,
    cap_source = case when coalesce(s.circ_market_cap, b.circ_market_cap) is not distinct from b.circ_market_cap
        and coalesce(s.turnover_pct, b.turnover_pct) is not distinct from b.turnover_pct then b.cap_source
      else coalesce(s.cap_source, $1::smallint) end
  from news_bar s
  where not s.is_new and b.trade_date = s.trade_date and b.code = s.code and (${of('b', VALUES)}) is distinct from (${MERGED})
  returning b.trade_date`;

const INSERT = `
  insert into daily_bar (${BAR_COLUMNS}, source, cap_source)
  select s.trade_date, s.code, ${of('s', VALUES)}, $1::smallint,
    case when s.circ_market_cap is not null or s.turnover_pct is not null then coalesce(s.cap_source, $1::smallint) end
  from news_bar s
  where s.is_new
  order by s.trade_date, s.code
  returning trade_date`;

function of(table: string, columns: readonly string[]): string {
  return columns.map((column) => `${table}.${column}`).join(', ');
}

import type { Client } from 'pg';
import { barSourceNo, type BarSource } from '../domain/bar-source';

export interface MergeCounts {
  inserted: number;
  updated: number;
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
 */
export async function mergeBars(client: Client, source: BarSource): Promise<MergeCounts> {
  const stored = of('b', VALUES);
  const merged = [
    ...REQUIRED.map((column) => `s.${column}`),
    ...OPTIONAL.map((column) => `coalesce(s.${column}, b.${column})`),
  ].join(', ');
  // Filtering before the conflict matters: ON CONFLICT ... WHERE locks, and so writes, even the rows that it leaves.
  const { rows } = await client.query<MergeCounts>(
    `with merged as (
      insert into daily_bar (${BAR_COLUMNS}, source, cap_source)
      select s.trade_date, s.code, ${merged},
        case when (${of('s', REQUIRED)}) is distinct from (${of('b', REQUIRED)}) then $1::smallint
          else coalesce(b.source, $1::smallint) end,
        case when coalesce(s.circ_market_cap, b.circ_market_cap) is not distinct from b.circ_market_cap
            and coalesce(s.turnover_pct, b.turnover_pct) is not distinct from b.turnover_pct then b.cap_source
          else coalesce(s.cap_source, $1::smallint) end
      from bar_staging s
      left join daily_bar b on b.trade_date = s.trade_date and b.code = s.code
      where b.code is null or (${stored}) is distinct from (${merged})
      order by s.trade_date, s.code
      on conflict (trade_date, code) do update
      set ${[...VALUES, 'source', 'cap_source'].map((column) => `${column} = excluded.${column}`).join(', ')}
      returning (xmax = 0) as is_new
    )
    select count(*) filter (where is_new) as inserted, count(*) filter (where not is_new) as updated from merged`,
    [barSourceNo(source)],
  );
  return rows[0] ?? { inserted: 0, updated: 0 };
}

function of(table: string, columns: readonly string[]): string {
  return columns.map((column) => `${table}.${column}`).join(', ');
}

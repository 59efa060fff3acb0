import type { Client } from 'pg';
import { barSourceNo, type BarSource } from '../domain/bar-source';

export interface MergeCounts {
  inserted: number;
  updated: number;
}

const REQUIRED = ['open', 'high', 'low', 'close', 'volume'];
const OPTIONAL = ['pre_close', 'amount', 'turnover_pct', 'circ_market_cap', 'up_limit', 'down_limit', 'is_st'];
const VALUES = [...REQUIRED, ...OPTIONAL];
const COLUMNS = ['trade_date', 'code', ...VALUES].join(', ');
const CODE_INDEX = 'daily_bar_code_date';

/**
 * Brings the staged bars into `daily_bar` within the caller's transaction, in date and code order, which is the order
 * that scans read in. Rows that say nothing new are not touched; what a source doesn't know leaves what is stored.
 */
export async function mergeBars(client: Client, source: BarSource): Promise<MergeCounts> {
  const { rows } = await client.query<{ empty: boolean }>('select not exists (select from daily_bar) as empty');
  return rows[0]?.empty === true ? firstFill(client, barSourceNo(source)) : upsert(client, barSourceNo(source));
}

/**
 * An empty table takes no index on the way: nobody can be reading it, the primary key keeps (date, code) unique, and
 * building the second index at the end takes a third of the time of keeping it.
 */
async function firstFill(client: Client, sourceNo: number): Promise<MergeCounts> {
  const { rows } = await client.query<{ definition: string }>(`select pg_get_indexdef(to_regclass($1)) as definition`, [
    CODE_INDEX,
  ]);
  const definition = rows[0]?.definition;
  if (definition === undefined) throw new Error(`the index ${CODE_INDEX} is missing`);
  await client.query(`drop index ${CODE_INDEX}`);
  const { rowCount } = await client.query(
    `insert into daily_bar (${COLUMNS}, source, cap_source)
     select ${COLUMNS}, $1::smallint,
       case when circ_market_cap is not null or turnover_pct is not null then coalesce(cap_source, $1::smallint) end
     from bar_staging join stock using (code)
     order by trade_date, code`,
    [sourceNo],
  );
  await client.query(definition);
  // What follows in the transaction reads millions of rows, of which the planner knows nothing yet.
  await client.query('analyze daily_bar (trade_date, code)');
  return { inserted: rowCount ?? 0, updated: 0 };
}

async function upsert(client: Client, sourceNo: number): Promise<MergeCounts> {
  const stored = of('b', VALUES);
  const merged = [
    ...REQUIRED.map((column) => `s.${column}`),
    ...OPTIONAL.map((column) => `coalesce(s.${column}, b.${column})`),
  ].join(', ');
  // Filtering before the conflict matters: ON CONFLICT ... WHERE locks, and so writes, even the rows that it leaves.
  const { rows } = await client.query<MergeCounts>(
    `with merged as (
      insert into daily_bar (${COLUMNS}, source, cap_source)
      select s.trade_date, s.code, ${merged},
        case when (${of('s', REQUIRED)}) is distinct from (${of('b', REQUIRED)}) then $1::smallint
          else coalesce(b.source, $1::smallint) end,
        case when coalesce(s.circ_market_cap, b.circ_market_cap) is not distinct from b.circ_market_cap
            and coalesce(s.turnover_pct, b.turnover_pct) is not distinct from b.turnover_pct then b.cap_source
          else coalesce(s.cap_source, $1::smallint) end
      from bar_staging s
      join stock using (code)
      left join daily_bar b on b.trade_date = s.trade_date and b.code = s.code
      where b.code is null or (${stored}) is distinct from (${merged})
      order by s.trade_date, s.code
      on conflict (trade_date, code) do update
      set ${[...VALUES, 'source', 'cap_source'].map((column) => `${column} = excluded.${column}`).join(', ')}
      returning (xmax = 0) as is_new
    )
    select count(*) filter (where is_new) as inserted, count(*) filter (where not is_new) as updated from merged`,
    [sourceNo],
  );
  return rows[0] ?? { inserted: 0, updated: 0 };
}

function of(table: string, columns: readonly string[]): string {
  return columns.map((column) => `${table}.${column}`).join(', ');
}

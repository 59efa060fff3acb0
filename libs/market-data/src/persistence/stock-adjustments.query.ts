import { columnsOf, type RowOf, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { LONGEST_CLOSURE_DAYS } from '../domain/price-break';
import { type AdjustmentFacts, type MarketHole, type ShareChange, StockAdjustments } from '../domain/stock-adjustments';
import { Stock } from './stock.entity';

/** A fact as a small JSON array: cheaper to read than a row, of which there are tens of thousands. */
type FactCells = ['factor' | 'ex_right' | 'gap' | ShareChange['basis'], CalendarDay, number | null];

const STOCK_COLUMNS = columnsOf(Stock, 's', ['code', 'firstBarDate', 'listDate']);

interface StockRow extends RowOf<typeof STOCK_COLUMNS>, Pick<AdjustmentFacts, 'preCloseMissingOn'> {
  facts: FactCells[] | null;
}

const FACTS = `
  with known as (
    select code, 'factor' as kind, trade_date, factor from adj_factor where code = any($1)
    union all
    select code, kind, trade_date, ratio from price_break where code = any($1)
    union all
    select code, basis, trade_date, factor from share_change where code = any($1)
  )
  select ${STOCK_COLUMNS}, f.pre_close_missing_date as "preCloseMissingOn", k.facts
  from stock s
  left join stock_figures f on f.code = s.code
  left join (
    select code, json_agg(json_build_array(kind, trade_date, factor) order by trade_date) as facts from known group by code
  ) k on k.code = s.code
  where s.code = any($1)`;

const MARKET = `
  select
    (select max(trade_date) from market_sync_unit
      where data_set = 'adj_factor' and stored_at is not null and rows > 0) as "vendorThrough",
    coalesce((select json_agg(json_build_object('after', last_date, 'before', trade_date) order by trade_date)
      from (select trade_date, lag(trade_date) over (order by trade_date) as last_date from market_day) neighbours
      where trade_date - last_date > $1), '[]') as "marketHoles"`;

/**
 * What is known of the ex-rights and share changes of some stocks, judged by {@link StockAdjustments}.
 * @returns an entry for each of the codes; of one that the market data doesn't know nothing is known.
 */
export async function readStockAdjustments(
  runner: SqlRunner,
  codes: readonly string[],
): Promise<{ of: (code: string) => StockAdjustments }> {
  const [stocks, [market]] = await Promise.all([
    runner.query<StockRow>(FACTS, [codes]),
    runner.query<{ vendorThrough: CalendarDay | null; marketHoles: MarketHole[] }>(MARKET, [LONGEST_CLOSURE_DAYS]),
  ]);
  const { vendorThrough = null, marketHoles = [] } = market ?? {};
  const adjustments = new Map(
    stocks.map(({ code, facts, ...stock }) => [
      code,
      new StockAdjustments({ ...stock, vendorThrough, marketHoles, ...toFacts(facts ?? []) }),
    ]),
  );
  return { of: (code) => adjustments.get(code) ?? StockAdjustments.none };
}

function toFacts(
  cells: readonly FactCells[],
): Pick<AdjustmentFacts, 'vendorFactors' | 'exRightCloses' | 'shareChanges' | 'unexplainedGaps'> {
  const toFactors = (wanted: FactCells[0]) =>
    cells.flatMap(([kind, tradeDate, factor]) => (kind === wanted && factor !== null ? [{ tradeDate, factor }] : []));
  return {
    vendorFactors: toFactors('factor'),
    exRightCloses: toFactors('ex_right'),
    shareChanges: (['vendor', 'inferred'] as const)
      .flatMap((basis) => toFactors(basis).map((change) => ({ ...change, basis })))
      .toSorted((a, b) => (a.tradeDate < b.tradeDate ? -1 : 1)),
    unexplainedGaps: cells.flatMap(([kind, tradeDate]) => (kind === 'gap' ? [tradeDate] : [])),
  };
}

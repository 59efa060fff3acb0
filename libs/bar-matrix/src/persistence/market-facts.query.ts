import type { SqlRunner } from '#lib/database';
import { type CalendarDay, groupBy } from '#lib/kernel';
import { type Board, ESTIMATED_CAP, readStockAdjustments, type StockAdjustments } from '#lib/market-data';
import type { OptionalColumns } from '../domain/bar-columns';
import type { MatrixStock, NamePeriod } from '../domain/matrix-stock';

/** Days with bars, oldest first. @param through The last of them; null: all. */
export async function selectBarDays(db: SqlRunner, through: CalendarDay | null): Promise<CalendarDay[]> {
  const rows = await db.query<{ day: CalendarDay }>(
    `select trade_date as day from market_day
     where bars > 0 and ($1::date is null or trade_date <= $1::date) order by trade_date`,
    [through],
  );
  return rows.map(({ day }) => day);
}

/** Which of the optional columns the market has values for, from a day on. */
export async function selectOptionalColumns(db: SqlRunner, from: CalendarDay): Promise<OptionalColumns> {
  const [row] = await db.query<OptionalColumns>(
    `select exists (select from daily_valuation where trade_date >= $1 and total_market_cap is not null) as "totalCaps",
       exists (select from daily_bar where trade_date >= $1 and up_limit is not null) as limits`,
    [from],
  );
  return row ?? { totalCaps: false, limits: false };
}

/** Whether the market's bars come from files. */
export async function selectIsOfFiles(db: SqlRunner): Promise<boolean> {
  const [state] = await db.query<{ isOfFiles: boolean }>(`select source = 'files' as "isOfFiles" from market_state`);
  return state?.isOfFiles === true;
}

export interface StockWithBars extends MatrixStock {
  /** Day of the last stored bar. */
  readonly lastBarDate: CalendarDay;
}

interface StockRow {
  code: string;
  name: string | null;
  board: Board;
  listDate: CalendarDay | null;
  delistDate: CalendarDay | null;
  firstBarDate: CalendarDay;
  lastBarDate: CalendarDay;
}

interface BreakRow {
  code: string;
  day: CalendarDay;
}

/**
 * Stocks with bars from a day on, in code order, with what their bars are adjusted by.
 * @param only Of these alone; null: of all.
 */
export async function selectStocksWithBars(
  db: SqlRunner,
  from: CalendarDay,
  only: readonly string[] | null,
): Promise<StockWithBars[]> {
  const stocks = await db.query<StockRow>(
    `select code, name, board, list_date as "listDate", delist_date as "delistDate",
       first_bar_date as "firstBarDate", last_bar_date as "lastBarDate"
     from stock where last_bar_date >= $1 and ($2::text[] is null or code = any ($2)) order by code`,
    [from, only],
  );
  const names = await db.query<NamePeriod & { code: string }>(
    `select code, name, from_date as "from", to_date as "to" from stock_name
     where $1::text[] is null or code = any ($1) order by code, from_date`,
    [only],
  );
  const breaks = await db.query<BreakRow>(
    `select p.code, p.trade_date as day from price_break p
     where (p.ratio is null or p.ratio > $1) and ($2::text[] is null or p.code = any ($2))
       and not exists (select from share_change c where c.code = p.code and c.trade_date = p.trade_date)
     order by p.code, p.trade_date`,
    [ESTIMATED_CAP.largestDividendRatio, only],
  );
  const adjustments = await readStockAdjustments(
    db,
    stocks.map(({ code }) => code),
  );
  const [namesOf, breaksOf] = [groupBy(names, ({ code }) => code), groupBy(breaks, ({ code }) => code)];
  return stocks.map((stock) => ({
    ...stock,
    names: (namesOf.get(stock.code) ?? []).map(({ name, from: since, to }) => ({ name, from: since, to })),
    ...toFactors(adjustments.of(stock.code)),
    shareGaps: (breaksOf.get(stock.code) ?? []).map(({ day }) => day),
  }));
}

function toFactors({ priceFactors, shareFactors }: StockAdjustments): Pick<MatrixStock, 'priceSteps' | 'shareChanges'> {
  const plain = (factors: typeof priceFactors) => factors.map(({ tradeDate, factor }) => ({ tradeDate, factor }));
  return { priceSteps: plain(priceFactors), shareChanges: plain(shareFactors) };
}

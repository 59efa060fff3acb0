import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

/** Days with bars, oldest first. */
export async function selectStoredDays(db: SqlRunner): Promise<CalendarDay[]> {
  const rows = await db.query<{ day: CalendarDay }>('select trade_date as day from market_day order by trade_date');
  return rows.map(({ day }) => day);
}

/** The last day of publication of the stored reports; null without any. */
export async function selectReportsThrough(tx: SqlRunner): Promise<CalendarDay | null> {
  const [known] = await tx.query<{ through: CalendarDay | null }>(
    'select max(published_on) as through from financial_report',
  );
  return known?.through ?? null;
}

export async function updateIndustries(
  tx: SqlRunner,
  companies: readonly { code: string; industry: string }[],
): Promise<void> {
  await tx.query(
    `update stock set industry = given.industry from unnest($1::text[], $2::text[]) as given (code, industry)
     where stock.code = given.code and stock.industry is distinct from given.industry`,
    [companies.map(({ code }) => code), companies.map(({ industry }) => industry)],
  );
}

/** @param rows As the columns of `financial_report`, in camel case. */
export async function insertReports(tx: SqlRunner, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into financial_report (code, statement, period_end, published_on, fields)
     select code, statement, "periodEnd", "publishedOn", fields
     from json_to_recordset($1) as given (code text, statement text, "periodEnd" date, "publishedOn" date, fields jsonb)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

/** The last day with bars of each quarter that has no valuations yet, and the last day of all. */
export async function selectDaysToValue(tx: SqlRunner, upTo: CalendarDay): Promise<CalendarDay[]> {
  const rows = await tx.query<{ day: CalendarDay }>(
    `select max(trade_date) as day from market_day where trade_date <= $1 group by date_trunc('quarter', trade_date)
     except select trade_date from daily_valuation`,
    [upTo],
  );
  return rows.map(({ day }) => day);
}

export function selectCloses(
  tx: SqlRunner,
  codes: readonly string[],
  days: readonly CalendarDay[],
): Promise<{ code: string; day: CalendarDay; close: number }[]> {
  return tx.query<{ code: string; day: CalendarDay; close: number }>(
    'select code, trade_date as day, close from daily_bar where code = any($1) and trade_date = any($2::date[])',
    [codes, days],
  );
}

/** @param rows As the columns of `daily_valuation`, in camel case. */
export async function insertValuations(tx: SqlRunner, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into daily_valuation (code, trade_date, pe_ttm, pb, dividend_yield_ttm, total_market_cap, total_shares)
     select code, "tradeDate", "peTtm", pb, "dividendYieldTtm", "totalMarketCap", "totalShares"
     from json_to_recordset($1) as given (code text, "tradeDate" date, "peTtm" float8, pb float8,
       "dividendYieldTtm" float8, "totalMarketCap" float8, "totalShares" float8)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

import type { SqlRunner } from '#lib/database';
import { addDays, type CalendarDay } from '#lib/kernel';
import { type DemoCompany, demoCompany, type DemoReport } from './domain/demo-company';
import type { DemoStock } from './domain/demo-market';

/** A trailing year and the one before need the same quarter two years ago, and the newest report may be half a year old. */
const QUARTERS_KEPT_DAYS = 1000;
const YEARS_KEPT_DAYS = 5 * 366;
const STOCKS_A_STATEMENT = 100;

/**
 * Brings the invented companies behind the demo's stocks up to a day, in the load's transaction: industry, the reports that
 * came out since the last call, and valuations at the ends of quarters and on the last day.
 */
export async function storeDemoCompanies(
  tx: SqlRunner,
  seed: string,
  stocks: readonly DemoStock[],
  upTo: CalendarDay,
): Promise<void> {
  const [known] = await tx.query<{ through: CalendarDay | null }>(
    'select max(published_on) as through from financial_report',
  );
  const valuationDays = await daysToValue(tx, upTo);
  for (let from = 0; from < stocks.length; from += STOCKS_A_STATEMENT) {
    const some = stocks
      .slice(from, from + STOCKS_A_STATEMENT)
      .map((stock) => ({ code: stock.code, company: demoCompany(seed, stock.code, stock.board, upTo) }));
    await storeIndustries(tx, some);
    await storeReports(tx, some, known?.through ?? null, upTo);
    await storeValuations(tx, some, valuationDays);
  }
}

type CodedCompany = { code: string; company: DemoCompany };

async function storeIndustries(tx: SqlRunner, companies: readonly CodedCompany[]): Promise<void> {
  await tx.query(
    `update stock set industry = given.industry from unnest($1::text[], $2::text[]) as given (code, industry)
     where stock.code = given.code and stock.industry is distinct from given.industry`,
    [companies.map(({ code }) => code), companies.map(({ company }) => company.industry)],
  );
}

async function storeReports(
  tx: SqlRunner,
  companies: readonly CodedCompany[],
  after: CalendarDay | null,
  upTo: CalendarDay,
): Promise<void> {
  const rows = companies.flatMap(({ code, company }) =>
    company.reports
      .filter((report) => isRead(report, upTo) && (after === null || report.publishedOn > after))
      .map((report) => ({ code, ...report })),
  );
  if (rows.length === 0) return;
  await tx.query(
    `insert into financial_report (code, statement, period_end, published_on, fields)
     select code, statement, "periodEnd", "publishedOn", fields
     from json_to_recordset($1) as given (code text, statement text, "periodEnd" date, "publishedOn" date, fields jsonb)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

function isRead({ periodEnd }: DemoReport, upTo: CalendarDay): boolean {
  return periodEnd > addDays(upTo, -(periodEnd.endsWith('-12-31') ? YEARS_KEPT_DAYS : QUARTERS_KEPT_DAYS));
}

/** The last day with bars of each quarter that has no valuations yet, and the last day of all. */
async function daysToValue(tx: SqlRunner, upTo: CalendarDay): Promise<CalendarDay[]> {
  const rows = await tx.query<{ day: CalendarDay }>(
    `select max(trade_date) as day from market_day where trade_date <= $1 group by date_trunc('quarter', trade_date)
     except select trade_date from daily_valuation`,
    [upTo],
  );
  return rows.map(({ day }) => day);
}

async function storeValuations(
  tx: SqlRunner,
  companies: readonly CodedCompany[],
  days: readonly CalendarDay[],
): Promise<void> {
  const byCode = new Map(companies.map(({ code, company }) => [code, company]));
  const closes = await tx.query<{ code: string; day: CalendarDay; close: number }>(
    'select code, trade_date as day, close from daily_bar where code = any($1) and trade_date = any($2::date[])',
    [[...byCode.keys()], days],
  );
  const rows = closes.map(({ code, day, close }) => ({ code, ...byCode.get(code)?.valuationAt(day, close) }));
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

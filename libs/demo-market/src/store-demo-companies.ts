import type { SqlRunner } from '#lib/database';
import { addDays, type CalendarDay } from '#lib/kernel';
import { type DemoCompany, demoCompany, type DemoReport } from './domain/demo-company';
import type { DemoStock } from './domain/demo-market';
import {
  insertReports,
  insertValuations,
  selectCloses,
  selectDaysToValue,
  selectReportsThrough,
  updateIndustries,
} from './persistence/demo-market.query';

/** A trailing year and the one before need the same quarter two years ago, and the newest report may be half a year old. */
const QUARTER_RETENTION_DAYS = 1000;
const YEAR_RETENTION_DAYS = 5 * 366;
const STOCKS_PER_STATEMENT = 100;

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
  const reportsThrough = await selectReportsThrough(tx);
  const valuationDays = await selectDaysToValue(tx, upTo);
  for (let from = 0; from < stocks.length; from += STOCKS_PER_STATEMENT) {
    const companies = stocks
      .slice(from, from + STOCKS_PER_STATEMENT)
      .map((stock) => ({ code: stock.code, company: demoCompany(seed, stock.code, stock.board, upTo) }));
    await updateIndustries(
      tx,
      companies.map(({ code, company }) => ({ code, industry: company.industry })),
    );
    await insertReports(tx, listNewReports(companies, reportsThrough, upTo));
    await storeValuations(tx, companies, valuationDays);
  }
}

type CodedCompany = { code: string; company: DemoCompany };

function listNewReports(companies: readonly CodedCompany[], after: CalendarDay | null, upTo: CalendarDay): object[] {
  return companies.flatMap(({ code, company }) =>
    company.reports
      .filter((report) => isRead(report, upTo) && (after === null || report.publishedOn > after))
      .map((report) => ({ code, ...report })),
  );
}

function isRead({ periodEnd }: DemoReport, upTo: CalendarDay): boolean {
  return periodEnd > addDays(upTo, -(periodEnd.endsWith('-12-31') ? YEAR_RETENTION_DAYS : QUARTER_RETENTION_DAYS));
}

async function storeValuations(
  tx: SqlRunner,
  companies: readonly CodedCompany[],
  days: readonly CalendarDay[],
): Promise<void> {
  const byCode = new Map(companies.map(({ code, company }) => [code, company]));
  const closes = await selectCloses(tx, [...byCode.keys()], days);
  await insertValuations(
    tx,
    closes.map(({ code, day, close }) => ({ code, ...byCode.get(code)?.valuationAt(day, close) })),
  );
}

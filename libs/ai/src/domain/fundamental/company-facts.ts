import { type CalendarDay, changePct } from '#lib/kernel';
import type { Board } from '#lib/market-data';

/** The same for peers: an annual report is out four months after its year, so a company on time is never older. */
const OLDEST_REPORT_MONTHS = 18;

const YEAR_END = '-12-31';

/** One report or event as the vendor published it: its own column names, amounts in yuan, ratios in percent. */
export interface CompanyReport {
  /** End of the reporting period; of an event its day. */
  periodEnd: CalendarDay;
  publishedOn: CalendarDay;
  fields: Readonly<Record<string, string | number | null>>;
}

/** What other companies of the same industry have at the middle; null if fewer than three are known. */
export interface IndustryMedians {
  name: string;
  grossMargin: number | null;
  peTtm: number | null;
  roa: number | null;
  /** Equity to total assets, a fraction. */
  equityRatio: number | null;
}

/**
 * All that the checklist reads of one company, as it was public on `asOf`. Reports are one a period (the newest version),
 * newest first; flows are cumulative from the year's start, as Chinese statements are.
 */
export interface CompanyFacts {
  asOf: CalendarDay;
  board: Board;
  isSt: boolean | null;
  close: number | null;
  totalMarketCap: number | null;
  peTtm: number | null;
  pb: number | null;
  pbMedianFiveYears: number | null;
  /**
   * Percent of the days of five years with earnings on which the price was lower for them; 0: it never was. Null without
   * earnings now, or if the first such day is less than two years ago.
   */
  peRankFiveYears: number | null;
  /** Percent of the industry's companies with earnings that cost less for them; null without earnings, or with fewer than three. */
  peRankInIndustry: number | null;
  dividendYieldTtm: number | null;
  /** Shares of the company, for what share of it insiders sold. */
  totalShares: number | null;
  industry: IndustryMedians | null;
  indicators: readonly CompanyReport[];
  incomes: readonly CompanyReport[];
  balanceSheets: readonly CompanyReport[];
  cashFlows: readonly CompanyReport[];
  audits: readonly CompanyReport[];
  pledges: readonly CompanyReport[];
  /** Sales and purchases by insiders, published in the last 180 days; empty if none was. */
  holderTrades: readonly CompanyReport[];
  /** Locked shares that become free in the next 90 days, by announcement. */
  unlocks: readonly CompanyReport[];
  /** Whether both kinds of events are known to have been requested: only then does their absence mean something. */
  eventsKnown: { holderTrades: boolean; unlocks: boolean };
  dividends: readonly CompanyReport[];
}

/** A column as a number; null if it is absent or no number. */
export function toNumber(report: CompanyReport | undefined, column: string): number | null {
  const value = report?.fields[column];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The report of the same period a year before. */
export function yearBefore(
  reports: readonly CompanyReport[],
  report: CompanyReport | undefined,
): CompanyReport | undefined {
  return report === undefined ? undefined : ofPeriod(reports, shiftYears(report.periodEnd, -1));
}

/** Annual reports, newest first. */
export function annual(reports: readonly CompanyReport[]): CompanyReport[] {
  return reports.filter(({ periodEnd }) => periodEnd.endsWith(YEAR_END));
}

/**
 * A column of the newest `count` annual reports, newest first; null unless they follow each other without a hole and all
 * have it.
 */
export function listAnnualValues(reports: readonly CompanyReport[], column: string, count: number): number[] | null {
  const newest = annual(reports).slice(0, count);
  const values = newest.map((report) => toNumber(report, column));
  const isUnbroken = newest.every(
    ({ periodEnd }, index) => index === 0 || periodEnd === shiftYears(newest[0]?.periodEnd ?? periodEnd, -index),
  );
  return newest.length === count && isUnbroken && values.every((value) => value !== null) ? values : null;
}

/** A column of the annual reports that follow each other without a hole and have it, newest first. */
export function annualRun(reports: readonly CompanyReport[], column: string): number[] {
  const values: number[] = [];
  let [wanted] = annual(reports).map(({ periodEnd }): string => periodEnd);
  for (const report of annual(reports)) {
    const value = toNumber(report, column);
    if (value === null || report.periodEnd !== wanted) break;
    values.push(value);
    wanted = shiftYears(report.periodEnd, -1);
  }
  return values;
}

/** End of the quarter before, by the end of a quarter. */
const QUARTERS_BEFORE: Readonly<Record<string, string>> = {
  '-06-30': '-03-31',
  '-09-30': '-06-30',
  [YEAR_END]: '-09-30',
};

/** The report of the quarter before: of a first quarter that of the year before. */
export function quarterBefore(
  reports: readonly CompanyReport[],
  report: CompanyReport | undefined,
): CompanyReport | undefined {
  if (report === undefined) return undefined;
  const [year, end] = [report.periodEnd.slice(0, 4), report.periodEnd.slice(4)];
  return ofPeriod(
    reports,
    end === '-03-31' ? `${Number(year) - 1}${YEAR_END}` : `${year}${QUARTERS_BEFORE[end] ?? ''}`,
  );
}

/** A flow of the last quarter of a report alone: the year so far less that of the quarter before. Null if one is missing. */
export function quarterValue(
  reports: readonly CompanyReport[],
  column: string,
  report: CompanyReport | undefined,
): number | null {
  const soFar = toNumber(report, column);
  if (report === undefined || soFar === null || report.periodEnd.endsWith('-03-31')) return soFar;
  const before = toNumber(quarterBefore(reports, report), column);
  return before === null ? null : soFar - before;
}

/**
 * A flow over the four quarters up to a report: the year so far, plus the last full year, less the same part of it.
 * Null if one of the three is missing.
 */
export function trailingYear(
  reports: readonly CompanyReport[],
  column: string,
  report: CompanyReport | undefined,
): number | null {
  const soFar = toNumber(report, column);
  if (report === undefined || soFar === null) return null;
  if (report.periodEnd.endsWith(YEAR_END)) return soFar;
  const lastYear = toNumber(ofPeriod(reports, `${Number(report.periodEnd.slice(0, 4)) - 1}${YEAR_END}`), column);
  const samePart = toNumber(yearBefore(reports, report), column);
  return lastYear === null || samePart === null ? null : soFar + lastYear - samePart;
}

/** Growth of a trailing year over the one before, in percent; null without both or on a base that is not positive. */
export function trailingGrowth(reports: readonly CompanyReport[], column: string): number | null {
  const [latest] = reports;
  return growthPct(trailingYear(reports, column, latest), trailingYear(reports, column, yearBefore(reports, latest)));
}

/** In percent; null without both or on a base that is not positive. */
export function growthPct(now: number | null, before: number | null): number | null {
  return now === null || before === null || before <= 0 ? null : changePct(before, now);
}

/**
 * The facts without the reports of a company that has stopped reporting: a list whose newest period ended
 * {@link OLDEST_REPORT_MONTHS} months ago or longer is too old for today, and so are annual reports without a recent one.
 */
export function currentFacts<
  Facts extends Pick<CompanyFacts, 'asOf' | 'indicators' | 'incomes' | 'balanceSheets' | 'cashFlows'>,
>(facts: Facts): Facts {
  const after = currentAfter(facts.asOf);
  const current = (reports: readonly CompanyReport[]): readonly CompanyReport[] => {
    if (!reports.some(({ periodEnd }) => periodEnd > after)) return [];
    const isAnnualCurrent = annual(reports).some(({ periodEnd }) => periodEnd > after);
    return isAnnualCurrent ? reports : reports.filter(({ periodEnd }) => !periodEnd.endsWith(YEAR_END));
  };
  return {
    ...facts,
    indicators: current(facts.indicators),
    incomes: current(facts.incomes),
    balanceSheets: current(facts.balanceSheets),
    cashFlows: current(facts.cashFlows),
  };
}

/** Periods that end after it are recent enough on a day. */
export function currentAfter(asOf: CalendarDay): string {
  return monthsBefore(asOf, OLDEST_REPORT_MONTHS);
}

/** When the newest of a company's statements was published; null without one. */
export function newestPublication(facts: CompanyFacts): CalendarDay | null {
  const { indicators, incomes, balanceSheets, cashFlows } = facts;
  const days = [indicators, incomes, balanceSheets, cashFlows].flat().map(({ publishedOn }) => publishedOn);
  return days.sort().at(-1) ?? null;
}

function monthsBefore(day: CalendarDay, months: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  // Compared as text only: that a month may not have this day does no harm.
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}${day.slice(7)}`;
}

function ofPeriod(reports: readonly CompanyReport[], periodEnd: string): CompanyReport | undefined {
  return reports.find((candidate) => candidate.periodEnd === periodEnd);
}

/** Reporting periods end on 31 March, 30 June, 30 September and 31 December, so the day never has to move. */
function shiftYears(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
}

import type { Database } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { SAME_PRICE, type TradingCalendar, VendorError } from '#lib/market-data';
import {
  decideExRight,
  type DiagnosisAdvice,
  type DiagnosisCheck,
  type ExRightVerdict,
  type ListedDay,
  readExRightVerdict,
  type VendorDiagnosis,
} from '#lib/market-sync';
import { checkStocks, type NeighbourDay } from './domain/check-package';
import { compareSnapshot, COMPARED_KINDS, type SnapshotDifference } from './domain/compare-snapshot';
import { PACKAGE_CHECKS, type PackageCheck, PackageError } from './domain/package-error';
import { pickStocks } from './domain/stock-day';
import type { QuoteHosts } from './quote-hosts';
import { readArchive } from './read-archive';
import type { TdxSite } from './tdx-site';
import type { TdxSnapshot } from './tdx-snapshot';

/** Differences that a report lists of each kind. */
const WORST = 10;

export interface DoctorParts {
  readonly database: Database;
  readonly site: TdxSite;
  readonly snapshot: TdxSnapshot;
  readonly quoteHosts: QuoteHosts;
  readonly calendar: TradingCalendar;
  /** Stored days near a day. */
  selectNeighbours(day: CalendarDay): Promise<NeighbourDay[]>;
}

/**
 * Looks at one day of the site: what comes, what each check finds, how it compares with the snapshot of its evening, whether
 * previous closes are ex-right references. Stores no data.
 */
export class TdxDoctor {
  constructor(private readonly parts: DoctorParts) {}

  async diagnose(day: CalendarDay, signal: AbortSignal): Promise<VendorDiagnosis> {
    if (!this.parts.calendar.isOpen(day)) return closedDay(day);
    const ofPackage = await this.checkPackage(day, signal);
    const quotes = await this.checkQuotes(signal);
    const { stocks } = ofPackage;
    const checks = [...ofPackage.checks, ...quotes];
    const unusable = quotes.some(({ ok }) => !ok) ? (['quotes_missing'] as const) : [];
    const advice = [...ofPackage.advice, ...unusable];
    if (stocks === undefined) return { day, checks, snapshot: null, exRight: 'unknown', advice };
    const exRight = await this.findExRight(day, stocks, signal);
    const snapshot = await this.compare(day, stocks, signal);
    return {
      day,
      checks,
      snapshot,
      exRight,
      advice: [
        ...advice,
        ...(exRight === 'no' ? (['ex_right_not_given'] as const) : []),
        ...(exRight === 'unknown' ? (['ex_right_unknown'] as const) : []),
        ...(snapshot === null && !this.parts.snapshot.isOff ? (['snapshot_missing'] as const) : []),
        ...(snapshot !== null && snapshot.differences.length > 0 ? (['snapshot_differs'] as const) : []),
      ],
    };
  }

  private async checkPackage(
    day: CalendarDay,
    signal: AbortSignal,
  ): Promise<{ checks: DiagnosisCheck[]; stocks: ListedDay[] | undefined; advice: DiagnosisAdvice[] }> {
    const response = await this.request(day, signal);
    if (response.content === undefined) {
      return { checks: [response.check], stocks: undefined, advice: [response.advice] };
    }
    const checks: DiagnosisCheck[] = [response.check];
    try {
      const stocks = pickStocks(day, await readArchive(day, response.content));
      checks.push(...passed('stock_count'), ...checkStocks(stocks, await this.parts.selectNeighbours(day)));
      return { checks, stocks, advice: checks.every(({ ok }) => ok) ? [] : ['report_format'] };
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      const { check: name, expected, got } = error;
      return {
        checks: [...checks, ...passed(name), { name, ok: false, expected, got }],
        stocks: undefined,
        advice: ['report_format'],
      };
    }
  }

  /** Which quote server answers, and how its newest bar compares with the store; nothing if none is set. */
  private async checkQuotes(signal: AbortSignal): Promise<DiagnosisCheck[]> {
    const { quoteHosts } = this.parts;
    if (quoteHosts.isOff) return [];
    const expected = 'bars of 600000 as the store has them';
    try {
      const { host, report } = await quoteHosts.findHost(signal);
      const { newest, compared, sharesPerUnit } = report;
      const unit = sharesPerUnit === 1 ? 'shares' : 'lots';
      const bar = `${newest.day} ${newest.close} yuan, volume in ${unit}`;
      return [{ name: 'quotes', ok: true, expected, got: `${host}: ${bar}, ${compared} days as in the store` }];
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      return [{ name: 'quotes', ok: false, expected, got: error.message }];
    }
  }

  private async request(
    day: CalendarDay,
    signal: AbortSignal,
  ): Promise<
    { check: DiagnosisCheck; content: Buffer } | { check: DiagnosisCheck; content: undefined; advice: DiagnosisAdvice }
  > {
    const expected = 'a zip of the day';
    try {
      const response = await this.parts.site.fetchPackage(day, signal);
      if (response.kind === 'file') {
        const got = `${response.content.length} bytes`;
        return { check: { name: 'download', ok: true, expected, got }, content: response.content };
      }
      const check = { name: 'download', ok: false, expected, got: '404, not published or gone' };
      return { check, content: undefined, advice: 'wait_for_publication' };
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      const check = { name: 'download', ok: false, expected, got: error.message };
      return { check, content: undefined, advice: error.reason === 'blocked' ? 'wait_after_page' : 'check_network' };
    }
  }

  /** By what the stored market shows; without one, by the day and the open day before it. */
  private async findExRight(
    day: CalendarDay,
    stocks: readonly ListedDay[],
    signal: AbortSignal,
  ): Promise<ExRightVerdict> {
    const stored = await readExRightVerdict(this.parts.database);
    if (stored !== 'unknown') return stored;
    const before = await this.checkPackage(this.parts.calendar.nthOpenDayBefore(day, 1), signal);
    const closes = new Map(before.stocks?.flatMap(({ code, bar }) => (bar === null ? [] : [[code, bar[3]]])));
    const differing = stocks.filter(({ code, bar }) => {
      const [last, previous] = [closes.get(code), bar?.[4]];
      return last !== undefined && typeof previous === 'number' && Math.abs(previous - last) > SAME_PRICE;
    });
    return decideExRight({ pairs: 1, differences: differing.length });
  }

  private async compare(
    day: CalendarDay,
    stocks: readonly ListedDay[],
    signal: AbortSignal,
  ): Promise<VendorDiagnosis['snapshot']> {
    if (this.parts.snapshot.isOff) return null;
    try {
      const quotes = await this.parts.snapshot.fetchQuotes(stocks, signal);
      const { compared, differences } = compareSnapshot(day, stocks, quotes.stocks);
      return { compared, differences: COMPARED_KINDS.flatMap((kind) => worstOf(kind, differences)) };
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      return null;
    }
  }
}

function closedDay(day: CalendarDay): VendorDiagnosis {
  const check = { name: 'calendar', ok: false, expected: 'an open day', got: 'a closed day' };
  return { day, checks: [check], snapshot: null, exRight: 'unknown', advice: ['closed_day'] };
}

/** The checks before one that was reached. */
function passed(reached: PackageCheck): DiagnosisCheck[] {
  return PACKAGE_CHECKS.slice(0, PACKAGE_CHECKS.indexOf(reached)).map((name) => ({
    name,
    ok: true,
    expected: EXPECTED[name],
    got: EXPECTED[name],
  }));
}

/** What a check that passed has found. */
const EXPECTED: Readonly<Record<PackageCheck, string>> = {
  archive: 'a whole zip',
  members: 'the members of all markets',
  day: 'members of the day',
  record_size: 'whole records',
  priced_rows: 'as many priced instruments as a whole file has',
  stock_count: 'A-shares',
  prices: 'prices in order',
  amounts: 'amounts that fit',
  fresh_content: 'a total amount of its own',
};

function worstOf(kind: SnapshotDifference['kind'], differences: readonly SnapshotDifference[]): SnapshotDifference[] {
  return differences.filter((one) => one.kind === kind).slice(0, WORST);
}

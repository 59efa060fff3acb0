import { type CompanyFacts, type CompanyReport, currentFacts } from '../company-facts';
import type { PublicReport } from './company-history';
import type { HistoryDay } from './history-day';

/** The statements of a company that have versions of a period. */
export type Statements = Pick<
  CompanyFacts,
  'indicators' | 'incomes' | 'balanceSheets' | 'cashFlows' | 'audits' | 'pledges' | 'dividends'
>;

/** How each is stored, and for how many years it counts. */
const SOURCES: readonly { list: keyof Statements; statement: string; years: 1 | 2 | 3 | 6 }[] = [
  { list: 'indicators', statement: 'indicator', years: 6 },
  { list: 'incomes', statement: 'income', years: 6 },
  { list: 'balanceSheets', statement: 'balance_sheet', years: 3 },
  { list: 'cashFlows', statement: 'cash_flow', years: 6 },
  { list: 'audits', statement: 'audit', years: 2 },
  { list: 'pledges', statement: 'pledge', years: 1 },
  { list: 'dividends', statement: 'dividend', years: 6 },
];

/** What was public of a company's statements on days that follow each other. */
export class PublicReports {
  private readonly byList: ReadonlyMap<keyof Statements, readonly PublicReport[]>;
  private readonly publicDays: readonly string[];
  private readonly periodEnds: readonly string[];
  private readonly passed = { public: 0, ends: [0, 0, 0, 0, 0] };
  private known: { readonly all: Statements; readonly current: Statements } | undefined;

  /** @param reports As of a {@link CompanyHistory}. */
  constructor(reports: readonly PublicReport[]) {
    this.byList = new Map(
      SOURCES.map(({ list, statement }) => [list, reports.filter((report) => report.statement === statement)]),
    );
    const kept = [...this.byList.values()].flat();
    this.publicDays = kept.map(({ publicFrom }): string => publicFrom).sort();
    this.periodEnds = kept.map(({ periodEnd }): string => periodEnd).sort();
  }

  /**
   * All that were public on a day, one version a period, newest first; and those of them that are recent enough to decide
   * items. The same objects as long as nothing changes.
   */
  on(day: HistoryDay): { readonly all: Statements; readonly current: Statements } {
    if (this.moveTo(day) || this.known === undefined) {
      const lists = SOURCES.map(({ list, years }) => [list, this.select(list, day, day.after[years])] as const);
      const all = Object.fromEntries(lists) as unknown as Statements;
      const { asOf: _day, ...current } = currentFacts({ ...all, asOf: day.day });
      this.known = { all, current };
    }
    return this.known;
  }

  /** Whether a report became public, or too old, since the day before. */
  private moveTo(day: HistoryDay): boolean {
    const { passed, publicDays, periodEnds } = this;
    const before = passed.public + passed.ends.reduce((sum, count) => sum + count, 0);
    while ((publicDays[passed.public] ?? '~') <= day.day) passed.public += 1;
    const bounds = [day.currentAfter, day.after[1], day.after[2], day.after[3], day.after[6]];
    for (const [at, bound] of bounds.entries()) {
      let count = passed.ends[at] ?? 0;
      while ((periodEnds[count] ?? '~') <= bound) count += 1;
      passed.ends[at] = count;
    }
    return passed.public + passed.ends.reduce((sum, count) => sum + count, 0) !== before;
  }

  private select(list: keyof Statements, { day }: HistoryDay, after: string): CompanyReport[] {
    const newest = new Map<string, PublicReport>();
    for (const report of this.byList.get(list) ?? []) {
      if (report.publicFrom > day || report.periodEnd <= after) continue;
      const known = newest.get(report.periodEnd);
      if (known === undefined || isNewer(report, known)) newest.set(report.periodEnd, report);
    }
    return [...newest.values()];
  }
}

/** Of the versions of a period: the one that the vendor marks as updated, then the newest, then the first listed. */
function isNewer(report: PublicReport, known: PublicReport): boolean {
  const [mark, knownMark] = [markOf(report), markOf(known)];
  return mark === knownMark ? report.publishedOn > known.publishedOn : mark > knownMark;
}

function markOf({ fields: { update_flag: flag } }: PublicReport): number {
  return flag === null || flag === undefined ? 0 : String(flag) === '1' ? 2 : 1;
}

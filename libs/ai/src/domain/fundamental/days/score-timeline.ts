import type { CompanyFacts } from '../company-facts';
import type { ChecklistItem } from '../checklist-item';
import { checklistFor } from '../checklist';
import { type CompanyMeasures, measurePrices, measureReports, type ReportMeasures } from '../company-measures';
import type { CompanyTimeline, DayFacts } from './company-timeline';
import type { HistoryDay } from './history-day';
import type { IndustryDay } from './industry-day';
import type { Statements } from './public-reports';

/** What data alone decide of a company on a day. */
export interface DataScore {
  /** 0 to 20. */
  readonly score: number;
  /** Items that data decided. */
  readonly available: number;
  /** Keys of the items that gave a point. */
  readonly earned: readonly string[];
  readonly measures: CompanyMeasures;
}

interface Decided {
  readonly available: number;
  readonly earned: readonly string[];
}

interface StatementScore extends Decided {
  readonly statements: Statements;
  readonly measures: Omit<ReportMeasures, 'profitGrowthPct'>;
  readonly profitGrowthPct: number | null;
  /** The items that are left to the day. */
  readonly dayItems: readonly ChecklistItem[];
}

/**
 * Scores a company on days that follow each other, as `scoreCompany` and `measureCompany` score the facts of one day. What
 * its statements decide is decided again when one of them becomes public, or too old.
 */
export class TimelineScorer {
  private known: StatementScore | undefined;

  constructor(readonly timeline: CompanyTimeline) {}

  /** The score on the day to which the timeline has moved. */
  on(day: HistoryDay, industry: IndustryDay | null): DataScore {
    const { current } = this.timeline.statements(day);
    const facts = join(this.timeline.facts(day), current, industry);
    const known = this.known?.statements === current ? this.known : (this.known = scoreStatements(facts, current));
    const daily = decide(known.dayItems, facts);
    const earned = [...known.earned, ...daily.earned];
    return {
      score: earned.length,
      available: known.available + daily.available,
      earned,
      measures: { ...known.measures, ...measurePrices(facts, known.profitGrowthPct) },
    };
  }
}

/** Each property by itself: this is built for every company and day. */
function join(day: DayFacts, statements: Statements, industry: IndustryDay | null): CompanyFacts {
  return {
    asOf: day.asOf,
    board: day.board,
    isSt: day.isSt,
    close: day.close,
    totalMarketCap: day.totalMarketCap,
    totalShares: day.totalShares,
    peTtm: day.peTtm,
    pb: day.pb,
    dividendYieldTtm: day.dividendYieldTtm,
    pbMedianFiveYears: day.pbMedianFiveYears,
    peRankFiveYears: day.peRankFiveYears,
    peRankInIndustry: industry === null ? null : industry.rankOf(day.peTtm),
    industry: industry === null ? null : industry.medians,
    indicators: statements.indicators,
    incomes: statements.incomes,
    balanceSheets: statements.balanceSheets,
    cashFlows: statements.cashFlows,
    audits: statements.audits,
    pledges: statements.pledges,
    dividends: statements.dividends,
    holderTrades: day.holderTrades,
    unlocks: day.unlocks,
    eventsKnown: day.eventsKnown,
  };
}

function scoreStatements(facts: CompanyFacts, statements: Statements): StatementScore {
  const items = checklistFor(facts);
  const dayItems = items.filter(({ readsDay }) => readsDay === true);
  const decided = decide(
    items.filter(({ readsDay }) => readsDay !== true),
    facts,
  );
  const { profitGrowthPct, ...measures } = measureReports(facts);
  return { ...decided, statements, measures, profitGrowthPct, dayItems };
}

function decide(items: readonly ChecklistItem[], facts: CompanyFacts): Decided {
  let available = 0;
  const earned: string[] = [];
  for (const item of items) {
    const decision = item.decide(facts);
    if (decision === undefined) continue;
    available += 1;
    if (decision.point) earned.push(item.key);
  }
  return { available, earned };
}

import type { CompanyFacts } from '../company-facts';
import type { ChecklistItem } from '../checklist-item';
import { checklistFor } from '../checklist';
import { type CompanyMeasures, measurePrices, measureReports, type ReportMeasures } from '../company-measures';
import type { CompanyTimeline } from './company-timeline';
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
  readonly measures: ReportMeasures;
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
    const dayFacts = this.timeline.facts(day);
    const facts: CompanyFacts = {
      ...dayFacts,
      ...current,
      industry: industry?.medians ?? null,
      peRankInIndustry: industry?.rankOf(dayFacts.peTtm) ?? null,
    };
    const known = this.known?.statements === current ? this.known : (this.known = scoreStatements(facts, current));
    const { profitGrowthPct, ...measures } = known.measures;
    const daily = decide(known.dayItems, facts);
    const earned = [...known.earned, ...daily.earned];
    return {
      score: earned.length,
      available: known.available + daily.available,
      earned,
      measures: { ...measures, ...measurePrices(facts, profitGrowthPct) },
    };
  }
}

function scoreStatements(facts: CompanyFacts, statements: Statements): StatementScore {
  const items = checklistFor(facts);
  const dayItems = items.filter(({ readsDay }) => readsDay === true);
  const decided = decide(
    items.filter(({ readsDay }) => readsDay !== true),
    facts,
  );
  return { ...decided, statements, measures: measureReports(facts), dayItems };
}

function decide(items: readonly ChecklistItem[], facts: CompanyFacts): Decided {
  const decisions = items.flatMap((item) => {
    const decision = item.decide(facts);
    return decision === undefined ? [] : [{ key: item.key, point: decision.point }];
  });
  return {
    available: decisions.length,
    earned: decisions.flatMap(({ key, point }) => (point ? [key] : [])),
  };
}

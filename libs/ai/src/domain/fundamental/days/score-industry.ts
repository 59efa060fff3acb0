import type { CompanyTimeline } from './company-timeline';
import type { HistoryDay } from './history-day';
import { measureIndustry } from './industry-day';
import { type DataScore, TimelineScorer } from './score-timeline';

/** The companies of an industry; of none, companies without one. */
export interface IndustryTimelines {
  readonly industry: string | null;
  readonly companies: readonly CompanyTimeline[];
}

/**
 * Scores the companies of an industry on days that follow each other, by what was public on each.
 * @param only Codes of the companies that are wanted; left out: all. The others are peers.
 * @yields after each company that is prepared, and after each day: a caller may do something else in between.
 */
export function* scoreIndustry(
  { industry, companies }: IndustryTimelines,
  days: readonly HistoryDay[],
  take: (code: string, dayIndex: number, score: DataScore) => void,
  only?: ReadonlySet<string>,
): Generator<undefined> {
  const scorers: TimelineScorer[] = [];
  for (const timeline of companies) {
    // Five years of prices are put in order.
    if (days[0] !== undefined) timeline.moveTo(days[0]);
    scorers.push(new TimelineScorer(timeline));
    yield undefined;
  }
  const wanted = only === undefined ? scorers : scorers.filter(({ timeline }) => only.has(timeline.code));
  for (const [index, day] of days.entries()) {
    for (const { timeline } of scorers) timeline.moveTo(day);
    const peers = industry === null ? [] : scorers.map(({ timeline }) => timeline.peer(day));
    const figures = industry === null ? null : measureIndustry(industry, peers);
    for (const scorer of wanted) {
      if (scorer.timeline.hasReports(day)) take(scorer.timeline.code, index, scorer.on(day, figures));
    }
    yield undefined;
  }
}

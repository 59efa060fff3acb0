import { addDays, type CalendarDay, mondayOf } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import type { SubTag } from '#lib/tracking';
import type { DatedJudgement } from './answer';
import type { AiQuestion } from './question';
import { atLeast, atMost, MAX_TAGS_A_DAY, TAG_RULES } from './rules/thresholds';

/** Tags that the bars decide. A model sees too little to know them: no ST mark, no ex-right mark, no 250 days. */
export const FACT_TAGS = [
  ...(['one_price_up', 'one_price_down', 'limit_up', 'limit_up_opened', 'limit_down', 'resumption'] as const),
  ...(['ex_right', 'st_change', 'new_high_250', 'new_low_250', 'ground_volume', 'gap_up', 'gap_down'] as const),
] satisfies readonly SubTag[];
export type FactTag = (typeof FACT_TAGS)[number];

const FACTS: ReadonlySet<SubTag> = new Set(FACT_TAGS);

export const isFactTag = (tag: SubTag): boolean => FACTS.has(tag);

/**
 * The facts of a bar by the data, in the order of {@link FACT_TAGS}. A limit is one only if the source knows the limit price.
 * @param year The bars before, oldest first, adjusted as the bar is; at most 249.
 */
export function factTags(year: readonly AdjustedBar[], bar: AdjustedBar): FactTag[] {
  const before = year.at(-1);
  const { upLimit, downLimit } = bar;
  const hitUp = upLimit !== null && atLeast(bar.high, upLimit);
  const closedUp = upLimit !== null && atLeast(bar.close, upLimit);
  const fullYear = year.length === TAG_RULES.yearBars - 1;
  const holds: Readonly<Record<FactTag, boolean>> = {
    one_price_up: isLocked(bar) && before !== undefined && bar.adjClose > before.adjClose,
    one_price_down: isLocked(bar) && before !== undefined && bar.adjClose < before.adjClose,
    limit_up: closedUp,
    limit_up_opened: hitUp && !closedUp,
    limit_down: downLimit !== null && atMost(bar.close, downLimit),
    resumption: bar.isResumption === true,
    ex_right: before !== undefined && multiplierChange(before, bar) > TAG_RULES.exRightShare,
    st_change: before !== undefined && isStChange(before.isSt, bar.isSt),
    new_high_250: fullYear && year.every(({ adjHigh }) => adjHigh < bar.adjHigh),
    new_low_250: fullYear && year.every(({ adjLow }) => adjLow > bar.adjLow),
    ground_volume: fullYear && !isLocked(bar) && year.every((day) => isLocked(day) || day.adjVolume > bar.adjVolume),
    gap_up: before !== undefined && bar.adjLow > before.adjHigh,
    gap_down: before !== undefined && bar.adjHigh < before.adjLow,
  };
  return FACT_TAGS.filter((tag) => holds[tag]);
}

/**
 * The judgements of a question with the facts of its bars instead of those that the model named: facts first, at most eight
 * tags. A week has those of its days, the newest day's first.
 */
export function withFactTags(question: AiQuestion, judgements: readonly DatedJudgement[]): DatedJudgement[] {
  if (question.kind === 'fundamental') return [...judgements];
  const { kind, bars } = question;
  return judgements.map(({ date, judgement }) => {
    const facts = factsBetween(bars, kind === 'daily' ? date : mondayOf(date), date);
    const modelTags = judgement.cycleSubTags.filter((tag) => !isFactTag(tag));
    return { date, judgement: { ...judgement, cycleSubTags: [...facts, ...modelTags].slice(0, MAX_TAGS_A_DAY) } };
  });
}

function factsBetween(bars: readonly AdjustedBar[], from: CalendarDay, to: CalendarDay): FactTag[] {
  const first = bars.findIndex(({ tradeDate }) => tradeDate >= from);
  if (first < 0) return [];
  const end = bars.findIndex(({ tradeDate }) => tradeDate >= addDays(to, 1));
  const span = bars.slice(first, end < 0 ? bars.length : end);
  const tags = span.map((bar, index) => {
    const at = first + index;
    return factTags(bars.slice(Math.max(0, at + 1 - TAG_RULES.yearBars), at), bar);
  });
  return [...new Set(tags.reverse().flat())];
}

/** A one-price bar. */
function isLocked({ high, low }: AdjustedBar): boolean {
  return high === low;
}

function multiplierChange(before: AdjustedBar, bar: AdjustedBar): number {
  return Math.abs(bar.adjClose / bar.close / (before.adjClose / before.close) - 1);
}

function isStChange(before: boolean | null, now: boolean | null): boolean {
  return before !== null && now !== null && before !== now;
}

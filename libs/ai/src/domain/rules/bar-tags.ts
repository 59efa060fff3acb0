import type { CycleEvent, SubTag } from '#lib/tracking';
import { factTags } from '../fact-tags';
import type { BarMetrics } from './bar-metrics';
import { isEffortWithoutResult } from './edge-reader';
import { isMeasured, type MeasuredBar } from './fired-event';
import type { BarAnalysis } from './bar-analysis';
import { atLeast, atMost, DAILY, type EventRules, MAX_TAGS_A_DAY, TAG_RULES, WEEKLY } from './thresholds';

/**
 * The tags of a day by the rules of docs/rules-model.md: facts first, then the range, then volume and price together.
 * @param days All readings of the stock; only those up to the day count.
 */
export function tagDay(days: readonly BarAnalysis[], day: BarAnalysis): SubTag[] {
  return [...findFacts(days, day), ...structureTags(days, day, DAILY.events)].slice(0, MAX_TAGS_A_DAY);
}

/** The tags of a week: the facts of its days, the newest day's first, then its own range, volume and price. */
export function tagWeek(
  days: readonly BarAnalysis[],
  ofWeek: readonly BarAnalysis[],
  weeks: readonly BarAnalysis[],
  week: BarAnalysis,
): SubTag[] {
  const facts = ofWeek.toReversed().flatMap((day) => findFacts(days, day));
  return [...new Set([...facts, ...structureTags(weeks, week, WEEKLY.events)])].slice(0, MAX_TAGS_A_DAY);
}

function findFacts(days: readonly BarAnalysis[], { bar }: BarAnalysis): SubTag[] {
  const year = days.slice(Math.max(0, bar.index + 1 - TAG_RULES.yearBars), bar.index);
  return factTags(
    year.map((before) => before.bar.bar),
    bar.bar,
  );
}

function structureTags(analyses: readonly BarAnalysis[], analysis: BarAnalysis, rules: EventRules): SubTag[] {
  const before = analyses.slice(Math.max(0, analysis.bar.index - TAG_BARS), analysis.bar.index).map(({ bar }) => bar);
  return [...rangeTags(analysis), ...volumeTags(before, analysis, rules)];
}

/** Bars before the day that its tags look back on. */
const TAG_BARS = Math.max(TAG_RULES.stopping.lowBars, TAG_RULES.pullback.bars);

type Rule = readonly [tag: SubTag, holds: boolean];

function holding(rules: readonly Rule[]): SubTag[] {
  return rules.filter(([, holds]) => holds).map(([tag]) => tag);
}

function rangeTags({ bar, events, phase }: BarAnalysis): SubTag[] {
  const { range } = events;
  const fired = (...names: CycleEvent[]) => events.events.some(({ event }) => names.includes(event));
  const from = bar.prevClose;
  const crossedUp = range !== null && from !== null && from <= range.resistance && bar.close > range.resistance;
  const crossedDown = range !== null && from !== null && from >= range.support && bar.close < range.support;
  const inside = range !== null && bar.close >= range.support && bar.close <= range.resistance;
  return holding([
    ['breakout', crossedUp],
    ['breakdown', crossedDown],
    ['shakeout', events.isShakeout],
    ['change_of_character', phase.characterChanged],
    ...(phase.letter === null ? [] : [[phase.letter, true] as const]),
    ['reaccumulation', phase.phase === 'accumulation' && phase.again],
    ['redistribution', phase.phase === 'distribution' && phase.again],
    ['trading_range', inside],
    ['shortening_of_thrust', fired('SOT')],
  ]);
}

function volumeTags(before: readonly BarMetrics[], { bar, phase }: BarAnalysis, rules: EventRules): SubTag[] {
  if (!isMeasured(bar)) return [];
  // Closed at its limit, a bar is neither quiet nor easy: what it would have traded is not seen.
  const free = bar.censored === null;
  const { dryUpRv, expansionRv, climacticRv, ease } = TAG_RULES;
  const change = bar.close - bar.prevClose;
  const effort = isEffortWithoutResult(bar, rules);
  return holding([
    ['climactic_volume', atLeast(bar.rv, climacticRv)],
    ['volume_expansion', atLeast(bar.rv, expansionRv) && !atLeast(bar.rv, climacticRv)],
    ['volume_dry_up', free && atMost(bar.rv, dryUpRv)],
    ['stopping_volume', isStopping(before, bar)],
    ['absorption', effort && bar.clv >= 0.5],
    ['effort_no_result', effort],
    ['ease_of_movement', free && atLeast(Math.abs(change), ease.changeAtr * bar.atr) && atMost(bar.rv, ease.rv)],
    ['no_demand', free && change > 0 && isQuiet(before, bar)],
    ['no_supply', free && change < 0 && isQuiet(before, bar)],
    ['pullback', phase.phase === 'markup' && isPullback(before, bar)],
  ]);
}

function isStopping(before: readonly BarMetrics[], bar: MeasuredBar): boolean {
  const { rv, clv, lowBars, fallBars } = TAG_RULES.stopping;
  const lately = before.slice(1 - lowBars);
  const start = before.at(-fallBars);
  return (
    atLeast(bar.rv, rv) &&
    atLeast(bar.clv, clv) &&
    lately.every(({ low }) => low >= bar.low) &&
    start !== undefined &&
    bar.prevClose < start.close
  );
}

/** Narrower and quieter than usual, and less volume than on either of the two bars before. */
function isQuiet(before: readonly BarMetrics[], bar: MeasuredBar): boolean {
  const { trAtr, rv } = TAG_RULES.quiet;
  return (
    atMost(bar.tr, trAtr * bar.atr) && atMost(bar.rv, rv) && before.slice(-2).every(({ volume }) => volume > bar.volume)
  );
}

function isPullback(before: readonly BarMetrics[], bar: MeasuredBar): boolean {
  const { bars, atr } = TAG_RULES.pullback;
  const lately = before.slice(-bars).map(({ close }) => close);
  return atLeast(Math.max(...lately) - bar.close, atr * bar.atr) && bar.meanClose !== null && bar.close > bar.meanClose;
}

import type { CycleEvent, SubTag } from '#lib/tracking';
import { factTags } from '../fact-tags';
import type { BarFigures } from './bar-figures';
import { isEffortWithoutResult } from './edge-reader';
import { isJudged, type JudgedBar } from './fired-event';
import type { DayReading } from './market-reading';
import { atLeast, atMost, DAILY, type EventRules, MAX_TAGS_A_DAY, TAG_RULES, WEEKLY } from './thresholds';

/**
 * The tags of a day by the rules of docs/rules-model.md: facts first, then the range, then what volume and price say together.
 * @param days All readings of the stock; only those up to the day count.
 */
export function tagsOf(days: readonly DayReading[], day: DayReading): SubTag[] {
  return [...factsOf(days, day), ...structureTags(days, day, DAILY.events)].slice(0, MAX_TAGS_A_DAY);
}

/** The tags of a week: the facts of its days, the newest day's first, then its own range, volume and price. */
export function tagsOfWeek(
  days: readonly DayReading[],
  ofWeek: readonly DayReading[],
  weeks: readonly DayReading[],
  week: DayReading,
): SubTag[] {
  const facts = ofWeek.toReversed().flatMap((day) => factsOf(days, day));
  return [...new Set([...facts, ...structureTags(weeks, week, WEEKLY.events)])].slice(0, MAX_TAGS_A_DAY);
}

function factsOf(days: readonly DayReading[], { bar }: DayReading): SubTag[] {
  const year = days.slice(Math.max(0, bar.index + 1 - TAG_RULES.yearBars), bar.index);
  return factTags(
    year.map((before) => before.bar.bar),
    bar.bar,
  );
}

function structureTags(readings: readonly DayReading[], reading: DayReading, rules: EventRules): SubTag[] {
  const before = readings.slice(Math.max(0, reading.bar.index - TAG_BARS), reading.bar.index).map(({ bar }) => bar);
  return [...rangeTags(reading), ...volumeTags(before, reading, rules)];
}

/** Bars before the day that its tags look back on. */
const TAG_BARS = Math.max(TAG_RULES.stopping.lowBars, TAG_RULES.pullback.bars);

type Rule = readonly [tag: SubTag, holds: boolean];

function holding(rules: readonly Rule[]): SubTag[] {
  return rules.filter(([, holds]) => holds).map(([tag]) => tag);
}

function rangeTags({ bar, events, phase }: DayReading): SubTag[] {
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

function volumeTags(before: readonly BarFigures[], { bar, phase }: DayReading, rules: EventRules): SubTag[] {
  if (!isJudged(bar)) return [];
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

function isStopping(before: readonly BarFigures[], bar: JudgedBar): boolean {
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
function isQuiet(before: readonly BarFigures[], bar: JudgedBar): boolean {
  const { trAtr, rv } = TAG_RULES.quiet;
  return (
    atMost(bar.tr, trAtr * bar.atr) && atMost(bar.rv, rv) && before.slice(-2).every(({ volume }) => volume > bar.volume)
  );
}

function isPullback(before: readonly BarFigures[], bar: JudgedBar): boolean {
  const { bars, atr } = TAG_RULES.pullback;
  const lately = before.slice(-bars).map(({ close }) => close);
  return atLeast(Math.max(...lately) - bar.close, atr * bar.atr) && bar.meanClose !== null && bar.close > bar.meanClose;
}

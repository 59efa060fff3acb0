import type { CycleEvent, SubTag } from '#lib/tracking';
import { factTags } from '../fact-tags';
import type { BarFigures } from './bar-figures';
import { isEffortWithoutResult } from './edge-reader';
import { isJudged, type JudgedBar } from './fired-event';
import type { DayReading } from './market-reading';
import { atLeast, atMost, MAX_TAGS_A_DAY, TAG_RULES } from './thresholds';

/**
 * The tags of a day by the rules of docs/rules-model.md, at most eight: facts of the day first, then the range, then what
 * volume and price say together.
 * @param days All readings of the stock; only those up to the day count.
 */
export function tagsOf(days: readonly DayReading[], day: DayReading): SubTag[] {
  const before = days.slice(Math.max(0, day.bar.index + 1 - TAG_RULES.yearBars), day.bar.index).map(({ bar }) => bar);
  const facts = factTags(
    before.map(({ bar }) => bar),
    day.bar.bar,
  );
  return [...facts, ...rangeTags(day), ...volumeTags(before, day)].slice(0, MAX_TAGS_A_DAY);
}

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
    ['shakeout', fired('SPRING', 'TSO')],
    ['change_of_character', phase.characterChanged],
    ...(phase.letter === null ? [] : [[phase.letter, true] as const]),
    ['reaccumulation', phase.phase === 'accumulation' && phase.again],
    ['redistribution', phase.phase === 'distribution' && phase.again],
    ['trading_range', inside],
    ['shortening_of_thrust', fired('SOT')],
  ]);
}

function volumeTags(before: readonly BarFigures[], { bar, phase }: DayReading): SubTag[] {
  if (!isJudged(bar)) return [];
  const { dryUpRv, expansionRv, climacticRv, ease } = TAG_RULES;
  const change = bar.close - bar.prevClose;
  const effort = isEffortWithoutResult(bar);
  return holding([
    ['climactic_volume', atLeast(bar.rv, climacticRv)],
    ['volume_expansion', atLeast(bar.rv, expansionRv) && !atLeast(bar.rv, climacticRv)],
    ['volume_dry_up', atMost(bar.rv, dryUpRv)],
    ['stopping_volume', isStopping(before, bar)],
    ['absorption', effort && bar.clv >= 0.5],
    ['effort_no_result', effort],
    ['ease_of_movement', atLeast(Math.abs(change), ease.changeAtr * bar.atr) && atMost(bar.rv, ease.rv)],
    ['no_demand', change > 0 && isQuiet(before, bar)],
    ['no_supply', change < 0 && isQuiet(before, bar)],
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
  return atLeast(Math.max(...lately) - bar.close, atr * bar.atr) && bar.mean60 !== null && bar.close > bar.mean60;
}

import type { CycleEvent, SubTag } from '#lib/tracking';
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
  return [...factTags(before, day.bar), ...rangeTags(day), ...volumeTags(before, day)].slice(0, MAX_TAGS_A_DAY);
}

type Rule = readonly [tag: SubTag, holds: boolean];

function holding(rules: readonly Rule[]): SubTag[] {
  return rules.filter(([, holds]) => holds).map(([tag]) => tag);
}

/** @param year The bars before, at most 249. */
function factTags(year: readonly BarFigures[], bar: BarFigures): SubTag[] {
  const { bar: traded, locked, prevClose } = bar;
  const before = year.at(-1);
  const { upLimit, downLimit } = traded;
  const hitUp = upLimit !== null && atLeast(traded.high, upLimit);
  const closedUp = upLimit !== null && atLeast(traded.close, upLimit);
  const fullYear = year.length === TAG_RULES.yearBars - 1;
  return holding([
    ['one_price_up', locked && prevClose !== null && bar.close > prevClose],
    ['one_price_down', locked && prevClose !== null && bar.close < prevClose],
    ['limit_up', closedUp],
    ['limit_up_opened', hitUp && !closedUp],
    ['limit_down', downLimit !== null && atMost(traded.close, downLimit)],
    ['resumption', traded.isResumption === true],
    ['ex_right', before !== undefined && multiplierChange(before, bar) > TAG_RULES.exRightShare],
    ['st_change', before !== undefined && isStChange(before.bar.isSt, traded.isSt)],
    ['new_high_250', fullYear && year.every(({ high }) => high < bar.high)],
    ['new_low_250', fullYear && year.every(({ low }) => low > bar.low)],
    ['ground_volume', fullYear && !locked && year.every((day) => day.locked || day.volume > bar.volume)],
    ['gap_up', before !== undefined && bar.low > before.high],
    ['gap_down', before !== undefined && bar.high < before.low],
  ]);
}

function multiplierChange(before: BarFigures, bar: BarFigures): number {
  const earlier = before.close / before.bar.close;
  return Math.abs(bar.close / bar.bar.close / earlier - 1);
}

function isStChange(before: boolean | null, now: boolean | null): boolean {
  return before !== null && now !== null && before !== now;
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

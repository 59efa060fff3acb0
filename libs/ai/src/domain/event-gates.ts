import { type CalendarDay, mondayOf } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import type { CycleEvent } from '#lib/tracking';
import { atLeast, atMost } from './rules/thresholds';

/**
 * How far an event may differ from its definition in domain.md before the bars contradict it. Wider than the rules' own limits:
 * a gate rejects what is impossible, it does not evaluate. `Atr` in multiples of the mean true range of the 20 unlocked bars
 * before.
 */
const GATES = {
  rangeBars: 20,
  closeBars: 60,
  /** The rules look at as many bars of a week: at most so many days. */
  weekCloseBars: 300,
  /** SPRING and TSO are written when the close is back, up to five bars after the low. */
  dipBars: 6,
  climax: { nearAtr: 1, share: 0.1 },
  preliminary: { share: 0.05 },
  edge: { nearAtr: 3, nearRange: 0.5 },
  effort: { changeAtr: 1.5 },
  /** Least change of one day of a week that may be that week's sign. */
  signDay: 0.01,
} as const;

/** A bar, of a day or of a week, and what is known before it. Null if there are too few bars. */
interface GatedBar {
  high: number;
  low: number;
  close: number;
  prevClose: number | null;
  /** Lowest low of the bars in which a dip can have begun, this one among them. */
  dipLow: number;
  before: { high: number; low: number; atr: number } | null;
  /** Of the 60 bars, or weeks, that end with this one. */
  closes: { highest: number; lowest: number } | null;
}

/** Why the bar contradicts the event; null if it does not. */
type Gate = (bar: GatedBar, leastShare: number) => string | null;

const rejectUnless =
  (reason: string, isPossible: (bar: GatedBar, leastShare: number) => boolean): Gate =>
  (bar, leastShare) =>
    isPossible(bar, leastShare) ? null : reason;

const rises = rejectUnless('the close is not above the one before', ({ close, prevClose }, least) => {
  return prevClose === null || (close > prevClose && atLeast(close / prevClose - 1, least));
});
const falls = rejectUnless('the close is not below the one before', ({ close, prevClose }, least) => {
  return prevClose === null || (close < prevClose && atMost(close / prevClose - 1, -least));
});
const nearLow = rejectUnless('the low is not near the 20-bar low', ({ low, before }) => {
  return before === null || atMost(low, before.low + GATES.climax.nearAtr * before.atr);
});
const nearHigh = rejectUnless('the high is not near the 20-bar high', ({ high, before }) => {
  return before === null || atLeast(high, before.high - GATES.climax.nearAtr * before.atr);
});
const dipsNearLow = rejectUnless('no low of the last days is near the 20-bar low', ({ dipLow, before }) => {
  return before === null || atMost(dipLow, before.low + edgeReach(before));
});
const reachesNearHigh = rejectUnless('the high is not near the 20-bar high', ({ high, before }) => {
  return before === null || atLeast(high, before.high - edgeReach(before));
});
const closesLow = rejectUnless('the close is in the upper half of the bar', ({ high, low, close }) => {
  return atMost(close, (high + low) / 2);
});
const isUnder = (share: number): Gate =>
  rejectUnless(`the close is less than ${share * 100} % under the highest of 60 bars`, ({ close, closes }) => {
    return closes === null || atMost(close, (1 - share) * closes.highest);
  });
const isOver = (share: number): Gate =>
  rejectUnless(`the close is less than ${share * 100} % over the lowest of 60 bars`, ({ close, closes }) => {
    return closes === null || atLeast(close, (1 + share) * closes.lowest);
  });
const changesLittle = rejectUnless('the close changed by much', ({ close, prevClose, before }) => {
  const { changeAtr } = GATES.effort;
  return prevClose === null || before === null || atMost(Math.abs(close - prevClose), changeAtr * before.atr);
});

/** Events without an entry are possible on any unlocked bar. */
const EVENT_GATES: Partial<Record<CycleEvent, readonly Gate[]>> = {
  ...{ SOS: [rises], JAC: [rises], SOW: [falls], FTI: [falls] },
  ...{ PS: [isUnder(GATES.preliminary.share)], SC: [nearLow, isUnder(GATES.climax.share)] },
  ...{ PSY: [isOver(GATES.preliminary.share)], BC: [nearHigh, isOver(GATES.climax.share)] },
  ...{ SPRING: [dipsNearLow], TSO: [dipsNearLow] },
  ...{ UT: [reachesNearHigh, closesLow], UTAD: [reachesNearHigh, closesLow] },
  ...{ EVR: [changesLittle] },
};

/** An event that can't be, and why: a sentence of ours. */
export interface Contradiction {
  event: CycleEvent;
  reason: string;
}

/**
 * Which of a day's events its bar contradicts. A locked bar fires nothing.
 * @param bars The stock's, oldest first, adjusted as of the last.
 */
export function findDayContradictions(
  bars: readonly AdjustedBar[],
  day: CalendarDay,
  events: readonly CycleEvent[],
): Contradiction[] {
  const index = bars.findIndex(({ tradeDate }) => tradeDate === day);
  const bar = bars[index];
  if (bar === undefined) return [];
  return listContradictions(events, (event) => contradictionAt(bars, index, index, event, 0));
}

/** As {@link findDayContradictions}, of a week: an event is possible if the week's own bar, or one of its days, allows it. */
export function findWeekContradictions(
  bars: readonly AdjustedBar[],
  weekEnd: CalendarDay,
  events: readonly CycleEvent[],
): Contradiction[] {
  const monday = mondayOf(weekEnd);
  const first = bars.findIndex(({ tradeDate }) => tradeDate >= monday && tradeDate <= weekEnd);
  if (first < 0) return [];
  const last = bars.findLastIndex(({ tradeDate }) => tradeDate <= weekEnd);
  return listContradictions(events, (event) => {
    const ofWeek = contradictionAt(bars, first, last, event, 0, GATES.weekCloseBars);
    if (ofWeek === null) return null;
    const days = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
    return days.some((day) => contradictionAt(bars, day, day, event, GATES.signDay) === null) ? null : ofWeek;
  });
}

function listContradictions(events: readonly CycleEvent[], of: (event: CycleEvent) => string | null): Contradiction[] {
  return events.flatMap((event) => {
    const reason = of(event);
    return reason === null ? [] : [{ event, reason }];
  });
}

function contradictionAt(
  bars: readonly AdjustedBar[],
  first: number,
  last: number,
  event: CycleEvent,
  leastShare: number,
  closeBars: number = GATES.closeBars,
): string | null {
  if (bars.slice(first, last + 1).every(isLocked)) return 'a one-price bar shows no event';
  const bar = toGatedBar(bars, first, last, closeBars);
  for (const gate of EVENT_GATES[event] ?? []) {
    const reason = gate(bar, leastShare);
    if (reason !== null) return reason;
  }
  return null;
}

/** Bars `first` to `last` as one. @param closeBars Bars whose closes are compared; fewer are enough from 60 on. */
function toGatedBar(bars: readonly AdjustedBar[], first: number, last: number, closeBars: number): GatedBar {
  const own = bars.slice(first, last + 1);
  const closes = bars.slice(Math.max(0, last + 1 - closeBars), last + 1).map(({ adjClose }) => adjClose);
  return {
    high: Math.max(...own.map(({ adjHigh }) => adjHigh)),
    low: Math.min(...own.map(({ adjLow }) => adjLow)),
    close: own.at(-1)?.adjClose ?? NaN,
    prevClose: bars[first - 1]?.adjClose ?? null,
    dipLow: Math.min(
      ...bars.slice(Math.max(0, Math.min(first, last + 1 - GATES.dipBars)), last + 1).map(({ adjLow }) => adjLow),
    ),
    before: measureBefore(bars, first),
    closes: closes.length < GATES.closeBars ? null : { highest: Math.max(...closes), lowest: Math.min(...closes) },
  };
}

function measureBefore(bars: readonly AdjustedBar[], first: number): GatedBar['before'] {
  const { rangeBars } = GATES;
  const earlier = bars.slice(Math.max(0, first - rangeBars), first);
  const ranges: number[] = [];
  for (let index = first - 1; index > 0 && ranges.length < rangeBars; index -= 1) {
    const [bar, before] = [bars[index], bars[index - 1]];
    if (bar === undefined || before === undefined || isLocked(bar)) continue;
    ranges.push(Math.max(bar.adjHigh, before.adjClose) - Math.min(bar.adjLow, before.adjClose));
  }
  if (earlier.length < rangeBars || ranges.length < rangeBars) return null;
  return {
    high: Math.max(...earlier.map(({ adjHigh }) => adjHigh)),
    low: Math.min(...earlier.map(({ adjLow }) => adjLow)),
    atr: ranges.reduce((sum, range) => sum + range, 0) / ranges.length,
  };
}

function edgeReach({ high, low, atr }: { high: number; low: number; atr: number }): number {
  return Math.max(GATES.edge.nearAtr * atr, GATES.edge.nearRange * (high - low));
}

function isLocked({ high, low }: AdjustedBar): boolean {
  return high === low;
}

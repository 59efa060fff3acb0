import { type CalendarDay, mondayOf } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';

/**
 * Daily bars as ISO weeks, each on its last day with a bar. Prices stand adjusted on both sides, as a week may hold an ex-right
 * day. The volume is that of a day in the week, so that a week of holidays, or one that still runs, is not a quiet one. A week
 * has no limits of its own.
 * @param bars Oldest first.
 */
export function weeklyBars(bars: readonly AdjustedBar[]): AdjustedBar[] {
  const weeks = new Map<CalendarDay, AdjustedBar[]>();
  for (const bar of bars) {
    const monday = mondayOf(bar.tradeDate);
    const week = weeks.get(monday);
    if (week === undefined) weeks.set(monday, [bar]);
    else week.push(bar);
  }
  return [...weeks.values()].flatMap((days) => {
    const [first, last] = [days[0], days.at(-1)];
    return first === undefined || last === undefined ? [] : [buildWeek(days, first, last)];
  });
}

function buildWeek(days: readonly AdjustedBar[], first: AdjustedBar, last: AdjustedBar): AdjustedBar {
  const prices = {
    open: first.adjOpen,
    high: Math.max(...days.map(({ adjHigh }) => adjHigh)),
    low: Math.min(...days.map(({ adjLow }) => adjLow)),
    close: last.adjClose,
  };
  const volume = days.reduce((sum, { adjVolume }) => sum + adjVolume, 0) / days.length;
  return {
    ...{ tradeDate: last.tradeDate, ...prices, volume },
    ...{ adjOpen: prices.open, adjHigh: prices.high, adjLow: prices.low, adjClose: prices.close, adjVolume: volume },
    ...{ preClose: null, amount: null, turnoverPct: null, circMarketCap: null },
    ...{ upLimit: null, downLimit: null, isSt: null },
  };
}

import type { AdjustedBar } from '#lib/market-data';
import type { MarketChange, StrengthContext } from './question';

/**
 * A stock's change compared with the median of all stocks up to its last bar: its adjusted return over 20 and 60 of its own
 * trading days, less that of the medians of the same days. Null if a day's median is not known.
 * @param bars Oldest first, adjusted as of the last.
 */
export function relativeStrength(
  bars: readonly AdjustedBar[],
  market: readonly MarketChange[],
): StrengthContext | undefined {
  const last = bars.at(-1);
  if (last === undefined) return undefined;
  const medians = new Map(market.map(({ tradeDate, medianChangePct }) => [tradeDate, medianChangePct]));
  const over = (days: number): number | null => {
    const first = bars.at(-days - 1);
    if (first === undefined || bars.length <= days) return null;
    let index = 1;
    // Days on which the stock stood still count too: the market went on.
    for (const [day, change] of medians) if (day > first.tradeDate && day <= last.tradeDate) index *= 1 + change / 100;
    const isKnown = bars.slice(-days).every(({ tradeDate }) => medians.has(tradeDate));
    return isKnown ? round((last.adjClose / first.adjClose - index) * 100) : null;
  };
  const [rs20, rs60] = [over(20), over(60)];
  return rs20 === null && rs60 === null ? undefined : { tradeDate: last.tradeDate, rs20, rs60 };
}

function round(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

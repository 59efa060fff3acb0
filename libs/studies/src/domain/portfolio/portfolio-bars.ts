import type { StockBars } from '#lib/bar-matrix/domain';
import type { PortfolioBars } from './portfolio-input';

/** A stock's bars with the factor of their adjustment. */
export function toBars(bars: StockBars): PortfolioBars {
  const { close, tradedClose } = bars;
  const factor = new Float64Array(bars.count);
  for (let at = 0; at < bars.count; at += 1) factor[at] = (close[at] ?? NaN) / (tradedClose[at] ?? NaN);
  return {
    ...{ count: bars.count, openDay: bars.openDay, amount: bars.amount, factor },
    ...{ tradedOpen: bars.tradedOpen, tradedHigh: bars.tradedHigh, tradedLow: bars.tradedLow, tradedClose },
    ...{ open: bars.open, high: bars.high, low: bars.low, close },
    limitUpAt: (at) => bars.limitUpAt(at),
    limitDownAt: (at) => bars.limitDownAt(at),
  };
}

import type { StockBars } from '../domain/stock-bars';
import { closesAtLimitUp } from '../measures/price-limits';
import { valueAt } from '../measures/value-at';

/** Open days before the day; the market's list of days must reach back so far. */
export const PRIOR_OPEN_DAYS = 360;

/**
 * Whether a bar is a hit of the one-year low volume with a range of one day: no bar of the 360 open days before has a lower
 * volume as traded, and it did not close at its upper limit. An equal volume before does no harm.
 */
export function isGroundVolume(bars: StockBars, at: number): boolean {
  const { tradedVolume, day } = bars;
  const firstDay = valueAt(day, at) - PRIOR_OPEN_DAYS;
  if (firstDay < 0) return false;
  const volume = valueAt(tradedVolume, at);
  for (let before = at - 1; before >= 0 && valueAt(day, before) >= firstDay; before -= 1) {
    if (valueAt(tradedVolume, before) < volume) return false;
  }
  return !closesAtLimitUp(bars, at);
}

import type { CalendarDay } from '#lib/kernel';
import { SAME_PRICE } from '#lib/market-data/domain';
import type { QuoteBar } from './quote-bodies';

/** What the store has of the probe's stock on a day. */
export interface StoredProbeBar {
  readonly day: CalendarDay;
  readonly close: number;
  /** Shares. */
  readonly volume: number;
}

/** What five daily bars say of the server that sent them. */
export interface ProbeReport {
  /** Shares in a unit of its volumes. */
  readonly sharesPerUnit: 1 | 100;
  readonly newest: QuoteBar;
  /** Stored days that were compared. */
  readonly compared: number;
}

const SHARES_IN_A_LOT = 100;
/** Between a price of one share and of one lot. */
const BETWEEN = 10;

/** Whether volumes are shares or lots: amount ÷ volume is the price of one. Decided by the bar with the largest volume. */
function findSharesPerUnit(bars: readonly QuoteBar[]): 1 | 100 {
  const [largest] = bars.toSorted((one, other) => other.volume - one.volume);
  if (largest === undefined || !(largest.volume > 0)) return 1;
  return largest.amount / largest.volume / largest.close > BETWEEN ? SHARES_IN_A_LOT : 1;
}

/**
 * Decides by a server's newest bars of one stock whether it can be used: it has some, they are not older than the store's,
 * and where the store has them too, closes and volumes agree. Volumes are 32-bit fractions, and may be of whole lots.
 * @param stored Of the same stock, newest first. @returns the report, or why the server can't be used.
 */
export function evaluateProbe(bars: readonly QuoteBar[], stored: readonly StoredProbeBar[]): ProbeReport | string {
  const newest = bars.at(-1);
  if (newest === undefined) return 'it has no bars';
  const [last] = stored;
  if (last !== undefined && newest.day < last.day) {
    return `its newest bar is of ${newest.day}, the store's of ${last.day}`;
  }
  const sharesPerUnit = findSharesPerUnit(bars);
  const known = new Map(stored.map((bar) => [bar.day, bar]));
  const both = bars.flatMap((bar) => {
    const same = known.get(bar.day);
    return same === undefined ? [] : [{ bar, same }];
  });
  const differing = both.find(({ bar, same }) => !agrees(bar, same, sharesPerUnit));
  if (differing !== undefined) return `its bar of ${differing.bar.day} is not the store's`;
  return { sharesPerUnit, newest, compared: both.length };
}

function agrees({ close, volume }: QuoteBar, stored: StoredProbeBar, sharesPerUnit: number): boolean {
  const tolerance = SHARES_IN_A_LOT + stored.volume * 1e-6;
  return Math.abs(close - stored.close) < SAME_PRICE && Math.abs(volume * sharesPerUnit - stored.volume) <= tolerance;
}

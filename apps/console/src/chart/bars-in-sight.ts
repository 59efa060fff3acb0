import type { Period } from './bar';

/** `6m`: 120 bars, at which bodies of candles can be told apart. */
export type Span = '6m' | '1y' | '3y' | 'all';

const BARS_IN_SIGHT = { day: { '6m': 120, '1y': 243, '3y': 729 }, week: { '6m': 26, '1y': 52, '3y': 156 } };

/** How many of so many bars a span shows. */
export function countInSight(period: Period, span: Span, bars: number): number {
  return span === 'all' ? bars : Math.min(BARS_IN_SIGHT[period][span], bars);
}

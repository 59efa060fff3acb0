import type { BarMetrics } from './bar-metrics';
import type { TradingRange } from './trading-range';

/**
 * The two ways a rule of the table can face: `down` reads what ends a fall and begins a rise (SC, AR, SOS, LPS), `up` its
 * mirror (BC, ARE, SOW, LPSY). A mirrored rule is the same rule on prices with their sign turned.
 */
export type Facing = 'down' | 'up';

export interface FacedBar {
  /** The extreme in the direction of the old trend: the low, or the high with its sign turned. */
  readonly extreme: number;
  /** The extreme in the direction of the new trend. */
  readonly far: number;
  readonly close: number;
  readonly prevClose: number;
  /** Position of the close, counted from the extreme. */
  readonly clv: number;
}

export function facedBar(
  bar: Pick<BarMetrics, 'high' | 'low' | 'close' | 'prevClose' | 'clv'>,
  facing: Facing,
): FacedBar {
  const prevClose = bar.prevClose ?? bar.close;
  return facing === 'down'
    ? { extreme: bar.low, far: bar.high, close: bar.close, prevClose, clv: bar.clv }
    : { extreme: -bar.high, far: -bar.low, close: -bar.close, prevClose: -prevClose, clv: 1 - bar.clv };
}

/** The range's edge that the old trend ran into, and the opposite one. */
export function facedEdges({ support, resistance }: TradingRange, facing: Facing): { near: number; far: number } {
  return facing === 'down' ? { near: support, far: resistance } : { near: -resistance, far: -support };
}

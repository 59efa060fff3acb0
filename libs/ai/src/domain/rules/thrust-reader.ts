import type { BarMetrics } from './bar-metrics';
import { facedBar, type Facing } from './facing';
import { type FiredEvent, type MeasuredBar, roundedAll, shown } from './fired-event';
import { atLeast, atMost, type EventRules } from './thresholds';

/** Swing extremes in one direction: `far` of the faced bar. */
interface Swings {
  /** The extremes of swings that are over, newest last, each beyond the one before. */
  extremes: number[];
  peak: BarMetrics | null;
  /** The bar that turned by 1 ATR from the last peak is behind; the next swing begins at `trough`. */
  falling: boolean;
  trough: number;
}

/**
 * Shortening of the thrust: three successive swing extremes, each beyond the one before, each thrust (what it adds to the one
 * before) at most 0.7 of the last. A swing's extreme is known when the price has come back from it by 1 ATR.
 */
export class ThrustReader {
  private readonly swings: Record<Facing, Swings> = { down: newSwings(), up: newSwings() };

  constructor(private readonly rules: EventRules) {}

  read(bar: BarMetrics, measured: MeasuredBar | null): FiredEvent[] {
    if (bar.atr === null) return [];
    const shortened = this.follow(bar, bar.atr, measured, 'down');
    const mirrored = this.follow(bar, bar.atr, measured, 'up');
    return mirrored.length === 0 ? shortened : [...shortened, ...mirrored];
  }

  private follow(bar: BarMetrics, atr: number, measured: MeasuredBar | null, facing: Facing): FiredEvent[] {
    const swings = this.swings[facing];
    const today = facedBar(bar, facing);
    const turn = this.rules.thrust.pivotAtr * atr;
    if (swings.falling) {
      swings.trough = Math.min(swings.trough, today.extreme);
      if (!atLeast(today.close - swings.trough, turn)) return [];
      swings.falling = false;
      swings.peak = bar;
      return [];
    }
    const peak = swings.peak;
    if (peak === null || today.far > facedBar(peak, facing).far) {
      swings.peak = bar;
      return [];
    }
    const extreme = facedBar(peak, facing).far;
    if (!atLeast(extreme - today.close, turn)) return [];
    swings.falling = true;
    swings.trough = today.extreme;
    const last = swings.extremes.at(-1);
    if (last !== undefined && extreme <= last) swings.extremes = [];
    swings.extremes = [...swings.extremes.slice(-3), extreme];
    return measured === null ? [] : shortened(swings.extremes, peak, facing, this.rules);
  }
}

function newSwings(): Swings {
  return { extremes: [], peak: null, falling: false, trough: 0 };
}

function shortened(extremes: readonly number[], peak: BarMetrics, facing: Facing, rules: EventRules): FiredEvent[] {
  const [base, first, second, third] = extremes;
  if (base === undefined || first === undefined || second === undefined || third === undefined) return [];
  const thrusts = [first - base, second - first, third - second] as const;
  const { share } = rules.thrust;
  if (!atMost(thrusts[1], share * thrusts[0]) || !atMost(thrusts[2], share * thrusts[1])) return [];
  const explanation = `连续三个${facing === 'down' ? '高点' : '低点'}推进 ${thrusts.map((thrust) => shown(thrust)).join('、')} 元，逐次缩短`;
  return [
    {
      ...{ event: 'SOT', happenedOn: peak.bar.tradeDate, price: facing === 'down' ? peak.high : peak.low },
      measures: roundedAll({ thrust1: thrusts[0], thrust2: thrusts[1], thrust3: thrusts[2] }),
      ...{ explanation, range: null },
    },
  ];
}

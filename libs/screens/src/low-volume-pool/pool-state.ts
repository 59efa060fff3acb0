import type { StockBars } from '../domain/stock-bars';
import type { EvidenceWords } from '../domain/evidence';
import { closePosition } from '../measures/bar-shape';
import { atLeast, atMost, over, under } from '../measures/slack';
import { averageTrueRange } from '../measures/unlocked-bars';
import { valueAt } from '../measures/value-at';
import { highestAt, meanAt, medianAt } from '../measures/windows';

/**
 * `lower`: a new ground volume; the pool starts again from it. `broken`: the low of the hit gave way. `expired`: too old.
 * `wake`: volume and price wake up. `rise_dry`: a rise on little volume. `drying`: quiet about the hit's close. `waiting`: none
 * of these.
 */
export type PoolState = 'lower' | 'broken' | 'expired' | 'wake' | 'rise_dry' | 'drying' | 'waiting';

export const POOL_STATE_WORDS: EvidenceWords<PoolState> = {
  wake: { zh: '放量启动', en: 'Woke up' },
  lower: { zh: '再创地量', en: 'Lower still' },
  rise_dry: { zh: '缩量上涨', en: 'Rising, dry' },
  drying: { zh: '缩量横盘', en: 'Drying up' },
  waiting: { zh: '观察中', en: 'Waiting' },
  broken: { zh: '已破位', en: 'Broken' },
  expired: { zh: '已过期', en: 'Expired' },
};

/** Volumes count in that of the hit, prices as shares of the hit's (screens.md, section 4). */
const LIMITS = {
  broken: { atr: 0.5, share: 0.97 },
  /** Bars after the hit. */
  expiredBars: 60,
  wake: { medians: 2.5, means: 1.5, meanBars: 20, clv: 0.6 },
  rise: { share: 1.05, volumes: 2 },
  drying: { within: 0.05, volumes: 1.5 },
  meanBars: 5,
  atrBars: 20,
} as const;

/** The state on a bar of a stock whose hit is at `hit`: the first that fits. */
export function poolStateAt(bars: StockBars, hit: number, at: number): PoolState {
  const { volume } = bars;
  if (hit === at) return 'waiting';
  // A bonus issue between the two may leave equal volumes a rounding apart.
  if (under(valueAt(volume, at), valueAt(volume, hit))) return 'lower';
  if (isBroken(bars, hit, at)) return 'broken';
  if (at - hit > LIMITS.expiredBars) return 'expired';
  if (isAwake(bars, hit, at)) return 'wake';
  const change = valueAt(bars.close, at) / valueAt(bars.close, hit) - 1;
  const volumes = meanAt(volume, at, LIMITS.meanBars) / valueAt(volume, hit);
  if (over(change + 1, LIMITS.rise.share) && atMost(volumes, LIMITS.rise.volumes)) return 'rise_dry';
  const isNear = atMost(Math.abs(change), LIMITS.drying.within);
  return isNear && atMost(volumes, LIMITS.drying.volumes) ? 'drying' : 'waiting';
}

/** Yuan: the highest price since the hit, today left out; on the hit's own bar its high. A close over it wakes. */
export function triggerPrice(bars: StockBars, hit: number, at: number): number {
  return hit === at ? valueAt(bars.high, at) : highestAt(bars.high, at - 1, at - hit);
}

function isBroken(bars: StockBars, hit: number, at: number): boolean {
  const { atr, share } = LIMITS.broken;
  const low = valueAt(bars.low, hit);
  const close = valueAt(bars.close, at);
  if (!(close < low)) return false;
  if (under(close, share * low) && under(valueAt(bars.close, at - 1), share * low)) return true;
  return under(close, low - atr * averageTrueRange(bars, at, LIMITS.atrBars));
}

function isAwake(bars: StockBars, hit: number, at: number): boolean {
  const { medians, means, meanBars, clv } = LIMITS.wake;
  const volume = valueAt(bars.volume, at);
  return (
    atLeast(closePosition(bars, at), clv) &&
    valueAt(bars.close, at) > triggerPrice(bars, hit, at) &&
    atLeast(volume, means * meanAt(bars.volume, at, meanBars)) &&
    atLeast(volume, medians * medianAt(bars.volume, at - 1, at - hit))
  );
}

import { PRIOR_WINDOW_DAYS } from '../domain/low-volumes';
import { type Candidate, defineScreen } from '../domain/screen';
import type { StockBars } from '../domain/stock-bars';
import { findLowDay } from '../low-volume/low-day';
import { under } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import { POOL_STATE_WORDS, type PoolState, poolStateAt, triggerPrice } from './pool-state';

/** What a trader looks at first. */
const STATE_ORDER: readonly PoolState[] = ['wake', 'lower', 'rise_dry', 'drying', 'waiting', 'broken', 'expired'];

/** Rule: screens.md, section 4. */
export const lowVolumePool = defineScreen({
  id: 'low_volume_pool',
  version: 1,
  source: '地量观察池扫描',
  words: {
    zh: {
      name: '地量观察池扫描',
      description: '近期出现一年地量的股票，每晚给出一个状态；当日状态有变化的排在前面。',
    },
    en: {
      name: 'Low-volume pool',
      description:
        'Stocks with a one-year low volume of late, with one state each evening. Those whose state changed today come first.',
    },
  },
  parameters: {
    pool_days: { type: 'integer', default: 60, minimum: 5, maximum: 120, zh: '观察天数', en: 'Open days in the pool' },
  },
  evidence: [
    { key: 'state', unit: 'text', zh: '状态', en: 'State', values: POOL_STATE_WORDS },
    { key: 'previousState', unit: 'text', zh: '前一日状态', en: 'State the bar before', values: POOL_STATE_WORDS },
    { key: 'hitDate', unit: 'date', zh: '地量日', en: 'Day of the low volume' },
    { key: 'daysInPool', unit: 'bars', zh: '入池天数', en: 'Bars since' },
    { key: 'volumeVsLow', unit: 'times', zh: '量/地量', en: 'Volume / low volume' },
    { key: 'distanceToTriggerPct', unit: 'pct', zh: '距触发价', en: 'To the trigger price' },
    { key: 'distanceToLowPct', unit: 'pct', zh: '距地量日最低价', en: "Over the hit's low" },
  ],

  // The oldest hit that yesterday's state may rest on, and the open days before it.
  needs: ({ pool_days: poolDays }) => ({ bars: poolDays + PRIOR_WINDOW_DAYS + 2 }),

  find(bars, from, { pool_days: poolDays }, found) {
    const pool = new Pool(bars, from - 1, poolDays);
    let previousState = stateOf(bars, pool.hitFor(from - 1), from - 1);
    for (let at = from; at < bars.count; at += 1) {
      const hit = pool.hitFor(at);
      const state = stateOf(bars, hit, at);
      if (hit !== null) found(at, describe(bars, hit, at, { state, previousState }));
      previousState = state;
    }
  },

  rank: (candidates) => [...candidates].sort(byChange),
});

/** The hits of a stock that bars from position `from` on may rest on. */
class Pool {
  private readonly hits: number[] = [];

  constructor(
    private readonly bars: StockBars,
    from: number,
    private readonly days: number,
  ) {
    let first = Math.max(0, from);
    while (first > 0 && this.holds(first - 1, from)) first -= 1;
    for (let at = first; at < bars.count; at += 1) if (isLow(bars, at)) this.hits.push(at);
  }

  /**
   * The deepest hit before a bar within the pool's days, the newest of equals; where there is none, the bar itself if it is one;
   * else null. So a lower hit shows as `lower` on its own bar, and counts from the next bar on.
   */
  hitFor(at: number): number | null {
    const { volume } = this.bars;
    let deepest: number | null = null;
    for (let index = this.hits.findLastIndex((hit) => hit < at); index >= 0; index -= 1) {
      const hit = valueAt(this.hits, index);
      if (!this.holds(hit, at)) break;
      if (deepest === null || under(valueAt(volume, hit), valueAt(volume, deepest))) deepest = hit;
    }
    return deepest ?? (this.hits.includes(at) ? at : null);
  }

  private holds(hit: number, at: number): boolean {
    return valueAt(this.bars.day, at) - valueAt(this.bars.day, hit) <= this.days;
  }
}

/** A hit of the one-year low volume with a range of one day. */
function isLow(bars: StockBars, at: number): boolean {
  return findLowDay(bars, { last: at, days: 1, idleDays: 0 }) !== null;
}

type States = Readonly<Record<'state' | 'previousState', PoolState | null>>;

function stateOf(bars: StockBars, hit: number | null, at: number): PoolState | null {
  return hit === null ? null : poolStateAt(bars, hit, at);
}

function describe(bars: StockBars, hit: number, at: number, { state, previousState }: States): Omit<Candidate, 'code'> {
  const close = valueAt(bars.close, at);
  const volumeVsLow = valueAt(bars.volume, at) / valueAt(bars.volume, hit);
  return {
    // The drier the better, within a state.
    score: 1 / volumeVsLow,
    evidence: {
      state,
      previousState,
      hitDate: valueAt(bars.day, hit),
      daysInPool: at - hit,
      volumeVsLow,
      distanceToTriggerPct: (triggerPrice(bars, hit, at) / close - 1) * 100,
      distanceToLowPct: (close / valueAt(bars.low, hit) - 1) * 100,
    },
  };
}

function byChange(a: Candidate, b: Candidate): number {
  return placeOf(a) - placeOf(b) || b.score - a.score || (a.code < b.code ? -1 : 1);
}

/** A state of today's before all that last. */
function placeOf({ evidence: { state, previousState } }: Candidate): number {
  const place = STATE_ORDER.findIndex((each) => each === state);
  return state === previousState ? place + STATE_ORDER.length : place;
}

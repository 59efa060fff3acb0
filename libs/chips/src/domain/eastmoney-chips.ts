import { type BarSpan, type ChipBars, turnoverOf } from './chip-bars';
import type { ChipGrid } from './chip-grid';

/** Prices of the published grid. */
export const EASTMONEY_BUCKETS = 150;

/** Yuan; a triangle's side that is shorter is upright. */
export const SAME_PRICE = 1e-8;

/**
 * The chip distribution of East Money's page (筹码分布), step by step as published: every day first leaves `1 - turnover`
 * of the chips where they are, then lays its own turnover on its prices as a triangle that peaks at the day's average.
 *
 * This is the reference. The operations and their order are those of the published program, so that results are equal bit
 * by bit, its quirks included: a bar narrower than a bucket loses its chips, a one-price bar weighs 149 / 2 of its
 * turnover whatever the bucket, weights are not normalised (docs/adr/0014-chip-buckets.md).
 */
export function eastmoneyChips(bars: ChipBars, span: BarSpan): ChipGrid {
  const { from, last } = span;
  const { lowest, step } = eastmoneyGrid(bars, span);
  const weights = new Float64Array(EASTMONEY_BUCKETS);
  for (let index = from; index <= last; index += 1) {
    const open = bars.open[index] ?? 0;
    const high = bars.high[index] ?? 0;
    const low = bars.low[index] ?? 0;
    const close = bars.close[index] ?? 0;
    const average = (open + close + high + low) / 4;
    const turnover = turnoverOf(bars, index);
    for (let bucket = 0; bucket < EASTMONEY_BUCKETS; bucket += 1)
      weights[bucket] = (weights[bucket] ?? 0) * (1 - turnover);
    if (high === low) {
      const bucket = Math.floor((average - lowest) / step);
      weights[bucket] = (weights[bucket] ?? 0) + ((EASTMONEY_BUCKETS - 1) * turnover) / 2;
      continue;
    }
    const peak = 2 / (high - low);
    const highest = Math.floor((high - lowest) / step);
    for (let bucket = Math.ceil((low - lowest) / step); bucket <= highest; bucket += 1) {
      const price = lowest + step * bucket;
      weights[bucket] = (weights[bucket] ?? 0) + heightAt(price, low, average, high) * peak * turnover;
    }
  }
  for (let bucket = 0; bucket < EASTMONEY_BUCKETS; bucket += 1) {
    weights[bucket] = Number((weights[bucket] ?? 0).toPrecision(12));
  }
  return { lowest, step, weights };
}

/** Lowest price and step of the published grid: 149 steps from the window's lowest to its highest price, one fen at least. */
export function eastmoneyGrid(bars: ChipBars, { from, last }: BarSpan): { lowest: number; step: number } {
  let highest = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (let index = from; index <= last; index += 1) {
    highest = Math.max(highest, bars.high[index] ?? 0);
    lowest = Math.min(lowest, bars.low[index] ?? 0);
  }
  return { lowest, step: Math.max(0.01, (highest - lowest) / (EASTMONEY_BUCKETS - 1)) };
}

/** The published triangle at a price between low and high: 1 at the average, 0 at the ends. */
export function heightAt(price: number, low: number, average: number, high: number): number {
  if (price <= average) return Math.abs(average - low) < SAME_PRICE ? 1 : (price - low) / (average - low);
  return Math.abs(high - average) < SAME_PRICE ? 1 : (high - price) / (high - average);
}

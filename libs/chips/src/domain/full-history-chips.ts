import { type BarSpan, type ChipBars, turnoverOf } from './chip-bars';
import type { ChipGrid } from './chip-grid';

/** Yuan between two prices of Tushare's grid. */
const STEP = 0.02;

/** Prices are multiples of the step but for the rounding of their decimals. */
const NEARLY = 1e-9;

/**
 * The model behind Tushare's `cyq_perf`, as far as its printed rows tell: the whole history, forward-adjusted; every day
 * lays exactly its turnover on the multiples of two fen between its low and its high, as a triangle that peaks at its
 * average, and leaves `1 - turnover` of the chips before it.
 *
 * It is walked from the newest day back: what is left of a day is its turnover times the product of `1 - turnover` of the
 * later days, so that each day touches its own prices alone. The weights sum up to the coverage.
 */
export function fullHistoryChips(bars: ChipBars, { from, last }: BarSpan): ChipGrid {
  let highest = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (let index = from; index <= last; index += 1) {
    highest = Math.max(highest, bars.high[index] ?? 0);
    lowest = Math.min(lowest, bars.low[index] ?? 0);
  }
  const first = Math.floor(lowest / STEP);
  const weights = new Float64Array(Math.ceil(highest / STEP) - first + 1);
  let left = 1;
  for (let index = last; index >= from && left > 0; index -= 1) {
    const turnover = turnoverOf(bars, index);
    if (turnover > 0) layDay(weights, first, dayAt(bars, index), left * turnover);
    left *= 1 - turnover;
  }
  return { lowest: first * STEP, step: STEP, weights };
}

interface Day {
  low: number;
  high: number;
  average: number;
}

function dayAt(bars: ChipBars, index: number): Day {
  const high = bars.high[index] ?? 0;
  const low = bars.low[index] ?? 0;
  return { low, high, average: ((bars.open[index] ?? 0) + (bars.close[index] ?? 0) + high + low) / 4 };
}

function layDay(weights: Float64Array, first: number, day: Day, chips: number): void {
  const from = Math.ceil(day.low / STEP - NEARLY);
  const to = Math.floor(day.high / STEP + NEARLY);
  let sum = 0;
  for (let price = from; price <= to; price += 1) sum += heightAt(price * STEP, day);
  if (sum === 0) {
    const nearest = Math.round(day.average / STEP) - first;
    weights[nearest] = (weights[nearest] ?? 0) + chips;
    return;
  }
  for (let price = from; price <= to; price += 1) {
    weights[price - first] = (weights[price - first] ?? 0) + (chips * heightAt(price * STEP, day)) / sum;
  }
}

/** The triangle's height, 1 at the average; nothing outside of the day's prices. */
function heightAt(price: number, { low, high, average }: Day): number {
  const height =
    price <= average
      ? average > low
        ? (price - low) / (average - low)
        : 1
      : high > average
        ? (high - price) / (high - average)
        : 1;
  return Math.max(0, height);
}

import { type BarSpan, type ChipBars, turnoverOf } from './chip-bars';
import type { ChipGrid } from './chip-grid';
import { EASTMONEY_BUCKETS, eastmoneyGrid, heightAt, SAME_PRICE } from './eastmoney-chips';
import { twelveDigits } from './twelve-digits';

/** Half a unit in the last place of 1. */
const UNIT = 2 ** -53;

/**
 * The published distribution for stock after stock, several times as fast as `eastmoneyChips` and equal to it bit by bit.
 *
 * Walked from the newest day back, a day's chips weigh its turnover times the product of `1 - turnover` of the later days,
 * so that nothing has to decay and each day touches its own buckets alone. That is the same sum in another order, and so
 * the same number but for its last bits. The published program keeps twelve digits: where the last bits can't change them
 * the number is done; the few buckets where they could are summed up once more in the published order.
 *
 * An instance keeps its working memory; a grid is good until the next call.
 */
export class MarketChips {
  private readonly weights = new Float64Array(EASTMONEY_BUCKETS);
  /** How many more days touch a bucket than the one below it. */
  private readonly touchSteps = new Int32Array(EASTMONEY_BUCKETS + 1);
  private readonly doubtful = new Int32Array(EASTMONEY_BUCKETS);
  private readonly again = new Float64Array(EASTMONEY_BUCKETS);
  private firstBucket = new Int32Array(256);
  private lastBucket = new Int32Array(256);
  private turnover = new Float64Array(256);

  of(bars: ChipBars, span: BarSpan): ChipGrid {
    const days = span.last - span.from + 1;
    if (days > this.turnover.length) this.grow(days);
    const { lowest, step } = eastmoneyGrid(bars, span);
    this.layDays(bars, span, lowest, step);
    const doubts = this.keepTwelveDigits(days);
    if (doubts > 0) this.layAsPublished(bars, span, lowest, step, doubts);
    return { lowest, step, weights: this.weights };
  }

  private layDays(bars: ChipBars, { from, last }: BarSpan, lowest: number, step: number): void {
    const { weights, touchSteps, firstBucket, lastBucket } = this;
    weights.fill(0);
    touchSteps.fill(0);
    let left = 1;
    for (let index = last; index >= from; index -= 1) {
      const turnover = turnoverOf(bars, index);
      const chips = left * turnover;
      left *= 1 - turnover;
      const low = bars.low[index] ?? 0;
      const high = bars.high[index] ?? 0;
      const average = ((bars.open[index] ?? 0) + (bars.close[index] ?? 0) + high + low) / 4;
      const start = high === low ? Math.floor((average - lowest) / step) : Math.ceil((low - lowest) / step);
      const end = high === low ? start : Math.floor((high - lowest) / step);
      this.turnover[index - from] = turnover;
      firstBucket[index - from] = start;
      lastBucket[index - from] = end;
      touchSteps[start] = (touchSteps[start] ?? 0) + 1;
      touchSteps[end + 1] = (touchSteps[end + 1] ?? 0) - 1;
      if (high === low) {
        weights[start] = (weights[start] ?? 0) + ((EASTMONEY_BUCKETS - 1) * chips) / 2;
        continue;
      }
      const peak = (2 / (high - low)) * chips;
      const upright = average - low < SAME_PRICE;
      const rise = upright ? 0 : peak / (average - low);
      const riseFrom = upright ? peak : 0;
      const steep = high - average < SAME_PRICE;
      const fall = steep ? 0 : peak / (high - average);
      const fallTo = steep ? peak : 0;
      let bucket = start;
      for (; bucket <= end; bucket += 1) {
        const price = lowest + step * bucket;
        if (price > average) break;
        weights[bucket] = (weights[bucket] ?? 0) + ((price - low) * rise + riseFrom);
      }
      for (; bucket <= end; bucket += 1) {
        const price = lowest + step * bucket;
        weights[bucket] = (weights[bucket] ?? 0) + ((high - price) * fall + fallTo);
      }
    }
  }

  /**
   * Rounds the buckets whose digits are beyond doubt and lists the others. Each order of summing rounds a chip at most once
   * for every day that it stays and once for every day that its bucket is touched, and a few times for the day's own height.
   * @returns how many are listed.
   */
  private keepTwelveDigits(days: number): number {
    const { weights, touchSteps, doubtful } = this;
    let doubts = 0;
    let touches = 0;
    for (let bucket = 0; bucket < EASTMONEY_BUCKETS; bucket += 1) {
      touches += touchSteps[bucket] ?? 0;
      const weight = weights[bucket] ?? 0;
      if (weight === 0) continue;
      const rounded = twelveDigits(weight, 2 * (days + touches + 8) * UNIT);
      weights[bucket] = rounded;
      if (rounded > 0) continue;
      doubtful[doubts] = bucket;
      doubts += 1;
    }
    return doubts;
  }

  /** The listed buckets in the published order of operations, to its twelve digits. */
  private layAsPublished(bars: ChipBars, { from, last }: BarSpan, lowest: number, step: number, doubts: number): void {
    const { weights, doubtful, again, firstBucket, lastBucket } = this;
    again.fill(0);
    for (let index = from; index <= last; index += 1) {
      const turnover = this.turnover[index - from] ?? 0;
      const kept = 1 - turnover;
      for (let doubt = 0; doubt < doubts; doubt += 1) again[doubt] = (again[doubt] ?? 0) * kept;
      const start = firstBucket[index - from] ?? 0;
      const end = lastBucket[index - from] ?? 0;
      let doubt = 0;
      while (doubt < doubts && (doubtful[doubt] ?? 0) < start) doubt += 1;
      if (doubt === doubts || (doubtful[doubt] ?? 0) > end) continue;
      const low = bars.low[index] ?? 0;
      const high = bars.high[index] ?? 0;
      if (high === low) {
        again[doubt] = (again[doubt] ?? 0) + ((EASTMONEY_BUCKETS - 1) * turnover) / 2;
        continue;
      }
      const average = ((bars.open[index] ?? 0) + (bars.close[index] ?? 0) + high + low) / 4;
      const peak = 2 / (high - low);
      for (; doubt < doubts && (doubtful[doubt] ?? 0) <= end; doubt += 1) {
        const price = lowest + step * (doubtful[doubt] ?? 0);
        again[doubt] = (again[doubt] ?? 0) + heightAt(price, low, average, high) * peak * turnover;
      }
    }
    for (let doubt = 0; doubt < doubts; doubt += 1) {
      const weight = again[doubt] ?? 0;
      const rounded = twelveDigits(weight, 0);
      weights[doubtful[doubt] ?? 0] = Number.isNaN(rounded) ? Number(weight.toPrecision(12)) : rounded;
    }
  }

  private grow(days: number): void {
    this.firstBucket = new Int32Array(days);
    this.lastBucket = new Int32Array(days);
    this.turnover = new Float64Array(days);
  }
}

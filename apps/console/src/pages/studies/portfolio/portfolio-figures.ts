import type { Schemas } from '../../../api/client';

export type Portfolio = Schemas['PortfolioResponse'];
export type PortfolioTrade = Portfolio['trades'][number];

/** What is missing from the highest value so far, in percent of it: 0 or less, one for each value. */
export function drawdownsOf(values: readonly number[]): number[] {
  let peak = -Infinity;
  return values.map((value) => {
    peak = Math.max(peak, value);
    return peak > 0 ? (value / peak - 1) * 100 : 0;
  });
}

/** What the middle 90 % of the variants made of the capital at the end, in percent. */
export interface EndRange {
  readonly low: number;
  readonly high: number;
  /** Whether money was made, lost, or both within the range. */
  readonly kind: 'gain' | 'loss' | 'both';
}

/** Undefined: there is no day. */
export function findEndRange({ band, capital }: Pick<Portfolio, 'band' | 'capital'>): EndRange | undefined {
  const last = band.at(-1);
  if (last === undefined) return undefined;
  const [low, high] = [last.p5, last.p95].map((equity) => (equity / capital - 1) * 100) as [number, number];
  return { low, high, kind: low > 0 ? 'gain' : high < 0 ? 'loss' : 'both' };
}

/** Positions of about as many days as asked for, evenly spread, the first and the last among them. */
export function spreadDays(days: number, most: number): number[] {
  if (days <= most) return Array.from({ length: days }, (_, at) => at);
  return Array.from({ length: most }, (_, step) => Math.round((step * (days - 1)) / (most - 1)));
}

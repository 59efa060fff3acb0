import { findFirstFrom } from '#lib/kernel';
import type { IndustryMedians } from '../company-facts';
import type { PeerFigures } from './company-timeline';
import { medianOf } from './sliding-values';

/** Fewer companies than this make no median, and no rank. */
export const SMALLEST_INDUSTRY = 3;

/** Figures of an industry on a day. */
export interface IndustryDay {
  readonly medians: IndustryMedians;
  /** Percent of the companies with earnings that cost less for them than `pe`; null of fewer than three. */
  rankOf(pe: number | null): number | null;
}

export function measureIndustry(name: string, peers: readonly PeerFigures[]): IndustryDay {
  const prices = ascending(peers, 'pe');
  const of = (values: Float64Array): number | null =>
    values.length < SMALLEST_INDUSTRY ? null : medianOf(values, values.length);
  return {
    medians: {
      name,
      grossMargin: of(ascending(peers, 'margin')),
      peTtm: of(prices),
      roa: of(ascending(peers, 'roa')),
      equityRatio: of(ascending(peers, 'equityRatio')),
    },
    rankOf: (pe) =>
      pe === null || pe <= 0 || prices.length < SMALLEST_INDUSTRY
        ? null
        : (100 * findFirstFrom(prices, pe)) / prices.length,
  };
}

function ascending(peers: readonly PeerFigures[], figure: keyof PeerFigures): Float64Array {
  return Float64Array.from(peers.flatMap(({ [figure]: value }) => (value === null ? [] : [value]))).sort();
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, readData } from '../api/client';
import type { Period } from './bar';
import { type Adjust, barsQuery, type StockBars } from './chart-bars';
import { countInSight, type Span } from './bars-in-sight';
import { findStrength } from './relative-strength';

const FRESH_MS = 10 * 60_000;
/** Days of the market that are asked for. */
const DAYS = { '6m': 250, '1y': 250, '3y': 750, all: 750 };

/** The strength of the shown stock compared with the market, by the time of its bars; null if nobody wants it. */
export function useStrength(
  { code, bars }: Pick<StockBars, 'code' | 'bars'>,
  { wanted, period, adjust, span }: { wanted: boolean; period: Period; adjust: Adjust; span: Span },
): ReadonlyMap<number, number> | null {
  const count = DAYS[span];
  const market = useQuery({
    queryKey: ['market-levels', count],
    queryFn: () => readData(api.GET('/api/market/changes', { params: { query: { count } } })),
    staleTime: FRESH_MS,
    enabled: wanted,
  }).data;
  // As traded, an ex-right day would look like a fall.
  const adjusted = useQuery({ ...barsQuery(code, period, 'qfq'), enabled: wanted && adjust === 'none' }).data?.bars;
  const compared = adjust === 'none' ? adjusted : bars;
  return useMemo(
    () =>
      !wanted || market === undefined || compared === undefined
        ? null
        : findStrength(compared, market, compared.length - countInSight(period, span, compared.length)),
    [wanted, market, compared, period, span],
  );
}

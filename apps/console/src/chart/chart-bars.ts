import { keepPreviousData, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../api/client';
import type { Period } from './bar';

export type Adjust = 'qfq' | 'none' | 'hfq';
export type StockBars = Schemas['StockBarsResponse'];

/** A stock's bars, the newest 5,000 at most; those of the stock before while these are on their way. */
export function useChartBars(code: string, period: Period, adjust: Adjust): UseQueryResult<StockBars> {
  return useQuery({ ...barsQuery(code, period, adjust), placeholderData: keepPreviousData });
}

/** One question, one key: also for pages that fetch ahead. */
export function barsQuery(code: string, period: Period, adjust: Adjust = 'qfq') {
  return queryOptions({
    queryKey: ['bars', code, period, adjust],
    queryFn: ({ signal }) =>
      readData(
        api.GET('/api/market/stocks/{code}/bars', { params: { path: { code }, query: { period, adjust } }, signal }),
      ),
    staleTime: 60_000,
  });
}

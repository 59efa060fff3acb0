import { useQuery } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';
import { barsQuery } from '../../chart/chart-bars';

const FRESH_MS = 5 * 60_000;

/** A stock's name, board and industry. */
export function useStock(code: string): Schemas['StockResponse'] | undefined {
  return useQuery({
    queryKey: ['stocks', code],
    queryFn: () => readData(api.GET('/api/market/stocks/{code}', { params: { path: { code } } })),
    staleTime: FRESH_MS,
  }).data;
}

/** A stock's bars, oldest first; none until they have come. */
export function useBars(
  code: string,
  period: 'day' | 'week',
  adjust: 'qfq' | 'none' | 'hfq',
): readonly Schemas['ChartBarResponse'][] {
  const { data } = useQuery(barsQuery(code, period, adjust));
  return data?.bars ?? NO_BARS;
}

const NO_BARS: readonly Schemas['ChartBarResponse'][] = [];

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, readData } from '../../api/client';
import type { Bar } from '../../chart/bar';
import { type ChartHits, hitSpan } from '../../chart/hit-marks';
import { useScreenName } from '../screens/screen-choices';

/** The days of the newest five years on which a screen found the stock. @param screen Its id; null: none is asked for. */
export function useScreenDays(
  code: string,
  bars: readonly Bar[],
  screen: string | null,
): { hits: ChartHits | null; loading: boolean; error: unknown; retry: () => void } {
  const id = screen ?? '';
  const name = useScreenName(id);
  const span = hitSpan(bars);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['screens', 'days', id, code, span],
    queryFn: ({ signal }) =>
      readData(
        api.GET('/api/screens/{id}/days', {
          params: { path: { id }, query: { code, ...(span ?? { from: '', to: '' }) } },
          signal,
        }),
      ),
    enabled: screen !== null && span !== undefined,
    staleTime: 60_000,
    retry: false,
  });
  const hits = useMemo(
    () => (screen === null || data === undefined ? null : { name, days: data.days, from: data.from }),
    [screen, name, data],
  );
  return { hits, loading: isFetching, error: screen === null ? null : error, retry: () => void refetch() };
}

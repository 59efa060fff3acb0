import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { startDaysBefore } from './trading-days-back';

const REST_MS = 200;

export interface RangeCheck {
  readonly state: 'checking' | 'good' | 'refused';
  readonly range: Schemas['ScanRangeResponse'] | undefined;
  readonly error: unknown;
}

/** Asks the server whether it would scan from the one day to the other. */
export function useRangeCheck(startDate: string, endDate: string): RangeCheck {
  const [asked] = useDebouncedValue(`${startDate} ${endDate}`, REST_MS);
  const complete = startDate !== '' && endDate !== '' && startDate <= endDate;
  const settled = asked === `${startDate} ${endDate}`;
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['scan-range', startDate, endDate],
    queryFn: () => readRange(startDate, endDate),
    enabled: complete && settled,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!complete) return { state: 'refused', range: undefined, error: undefined };
  if (error !== null && settled) return { state: 'refused', range: undefined, error };
  const good = settled && data !== undefined && !isPlaceholderData;
  return { state: good ? 'good' : 'checking', range: data, error: undefined };
}

/** The day from which on a range has so many trading days; undefined while that is being found out. */
export function useRangeStart(endDate: string, days: number, wanted: boolean): string | undefined {
  return useQuery({
    queryKey: ['scan-range', 'days', endDate, days],
    queryFn: () => startDaysBefore(endDate, days, async (start) => (await readRange(start, endDate)).tradingDays),
    enabled: wanted && endDate !== '',
    staleTime: Infinity,
    retry: false,
  }).data;
}

/** What is known of the market's days that a scan of a range would read. */
export function useMarketGaps(endDate: string): {
  through: string | null;
  incompleteFrom: string | null;
  holes: string[];
} {
  const { marketDataThrough, marketSource } = useConsoleState();
  const { data } = useQuery({
    queryKey: ['coverage'],
    queryFn: () => readData(api.GET('/api/market/coverage')),
  });
  const comesFromVendor = !['none', 'demo', 'files'].includes(marketSource);
  const bars = data?.dataSets.find(({ name }) => name === 'daily_bar');
  const complete = data?.latestCompleteDay ?? null;
  return {
    through: marketDataThrough,
    incompleteFrom: comesFromVendor && complete !== null && complete < endDate ? complete : null,
    holes: (bars?.holes ?? []).filter((day) => day <= endDate),
  };
}

function readRange(startDate: string, endDate: string): Promise<Schemas['ScanRangeResponse']> {
  const query = { start_date: startDate, end_date: endDate };
  return readData(api.GET('/api/stock-cycle/ground-volume-scan', { params: { query } }));
}

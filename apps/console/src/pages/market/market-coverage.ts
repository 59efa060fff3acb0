import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';

export type Coverage = Schemas['MarketCoverageResponse'];

const WHILE_SYNCING_MS = 3000;

/** What the market covers; asked again while a sync is under way. */
export function useCoverage(): UseQueryResult<Coverage> {
  return useQuery({
    queryKey: ['coverage'],
    queryFn: () => readData(api.GET('/api/market/coverage')),
    refetchInterval: ({ state }) => (state.data?.sync?.status === 'running' ? WHILE_SYNCING_MS : false),
  });
}

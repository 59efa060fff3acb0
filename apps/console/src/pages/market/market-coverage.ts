import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';

export type Coverage = Schemas['MarketCoverageResponse'];

const WHILE_SYNCING_MS = 3000;

/** What the market covers; read again while a sync runs. @param idleMs How often else; left out: not at all. */
export function useCoverage(idleMs: number | false = false): UseQueryResult<Coverage> {
  return useQuery({
    queryKey: ['coverage'],
    queryFn: () => readData(api.GET('/api/market/coverage')),
    refetchInterval: ({ state }) => (state.data?.sync?.status === 'running' ? WHILE_SYNCING_MS : idleMs),
  });
}

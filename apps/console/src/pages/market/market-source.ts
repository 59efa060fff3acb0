import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';
import { CONSOLE_STATE } from '../../api/queries';

export type MarketSource = Schemas['MarketSourceResponse']['source'];
export type MarketSourceBody = Schemas['MarketSourceBody'];

const KEY = ['market-source'];

/** Where market data come from; for administrators alone. */
export function useMarketSource(enabled: boolean) {
  return useQuery({ queryKey: KEY, queryFn: () => readData(api.GET('/api/admin/market-source')), enabled });
}

/** Chooses a source. What the pages show of the market is read again. */
export function useChooseSource(onChosen: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: MarketSourceBody) => readData(api.PUT('/api/admin/market-source', { body })),
    onSuccess: async (view) => {
      queries.setQueryData(KEY, view);
      await Promise.all(
        [CONSOLE_STATE, ['syncs'], ['coverage'], ['first-steps']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
      onChosen();
    },
  });
}

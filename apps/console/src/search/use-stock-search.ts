import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../api/client';

export type FoundStock = Schemas['FoundStockResponse'];

const REST_MS = 120;

export interface StockSearch {
  /** Best first; those of the text before while the response is on its way. */
  readonly stocks: readonly FoundStock[];
  /** Whether `stocks` are those of what is typed: only then may a key take the first of them. */
  readonly settled: boolean;
}

/** Stocks by the beginning of the code, a part of the name, or pinyin initials, while somebody types. */
export function useStockSearch(typed: string, limit: number): StockSearch {
  const wanted = typed.trim();
  const [query] = useDebouncedValue(wanted, REST_MS);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['stocks', 'search', query, limit],
    queryFn: ({ signal }) => readData(api.GET('/api/market/stocks', { params: { query: { query, limit } }, signal })),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  if (wanted === '') return { stocks: [], settled: true };
  return {
    stocks: data?.items ?? [],
    settled: query === wanted && (isError || (data !== undefined && !isPlaceholderData)),
  };
}

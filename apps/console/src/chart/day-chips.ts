import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, readData, type Schemas } from '../api/client';

export type Chips = Schemas['ChipsResponse'];

const FRESH_MS = 5 * 60_000;
/** A pointer on its way over the bars asks for none of them. */
const REST_MS = 60;

export interface ChipsOfDay {
  /** Those of the day before while the day's own are on their way. */
  readonly chips: Chips | undefined;
  readonly missing: boolean;
}

/** The chips of a stock after a day; `undefined` for the day: none are wanted. */
export function useDayChips(code: string, day: string | undefined): ChipsOfDay {
  const queries = useQueryClient();
  const [asked, setAsked] = useState(day);
  useEffect(() => {
    const known = day !== undefined && queries.getQueryData(toKey(code, day)) !== undefined;
    const timer = setTimeout(() => setAsked(day), known ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [queries, code, day]);
  const { data, isError } = useQuery({
    queryKey: toKey(code, asked ?? ''),
    queryFn: ({ signal }) =>
      readData(
        api.GET('/api/market/stocks/{code}/chips', {
          params: { path: { code }, query: asked === undefined ? {} : { date: asked } },
          signal,
        }),
      ),
    enabled: asked !== undefined && day !== undefined,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { chips: day !== undefined && data?.code === code ? data : undefined, missing: isError };
}

function toKey(code: string, day: string): readonly string[] {
  return ['chips', code, day];
}

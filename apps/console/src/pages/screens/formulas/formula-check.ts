import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../../api/client';
import { usePreferences } from '../../../preferences/preferences';
import type { ScreenFilters } from '../screen-filters';

export type FormulaCheck = Schemas['FormulaCheckResponse'];

const REST_MS = 400;

export interface CheckState {
  /** The latest answer; undefined before the first. */
  readonly check: FormulaCheck | undefined;
  /** Whether it is about the text as it stands. */
  readonly isCurrent: boolean;
  readonly isChecking: boolean;
  readonly error: Error | null;
}

/** Lets the server check a formula while it is typed: once typing rests, and one check at a time. */
export function useFormulaCheck(formula: string, filters: Partial<ScreenFilters>, enabled: boolean): CheckState {
  const { language } = usePreferences();
  const asked = JSON.stringify({ formula, filters });
  const [rested] = useDebouncedValue(asked, REST_MS);
  const settled = rested === asked;
  const wanted = enabled && formula.trim() !== '';
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['formula-check', language, asked],
    // A check that the next one replaces is cancelled, here and in the server.
    queryFn: ({ signal }) =>
      readData(
        api.POST('/api/screens/check', {
          body: { formula, filters: { ...filters } },
          headers: { 'accept-language': language },
          signal,
        }),
      ),
    enabled: wanted && settled,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
  return {
    check: wanted ? data : undefined,
    isCurrent: wanted && settled && data !== undefined && !isPlaceholderData,
    isChecking: wanted && (isFetching || !settled),
    error: settled && wanted ? error : null,
  };
}

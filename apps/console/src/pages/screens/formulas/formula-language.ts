import { useQuery } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../../api/client';

export type FormulaLanguage = Schemas['FormulaLanguageResponse'];

/** What formulas may use; undefined while it is being read. */
export function useFormulaLanguage(): {
  language: FormulaLanguage | undefined;
  error: Error | null;
  again: () => void;
} {
  const { data, error, refetch } = useQuery({
    queryKey: ['screens', 'language'],
    queryFn: () => readData(api.GET('/api/screens/language')),
    // It changes with the program alone.
    staleTime: Infinity,
  });
  return { language: data, error, again: () => void refetch() };
}

/** What a name in upper case stands for. */
export type KnownNames = ReadonlyMap<string, 'function' | 'field' | 'operator'>;

export function namesOf({ functions, fields }: Pick<FormulaLanguage, 'functions' | 'fields'>): KnownNames {
  return new Map([
    ...functions.map(({ name }) => [name, 'function'] as const),
    ...fields.flatMap(({ name, aliases }) => [name, ...aliases].map((one) => [one, 'field'] as const)),
    ...(['AND', 'OR', 'NOT'] as const).map((name) => [name, 'operator'] as const),
  ]);
}

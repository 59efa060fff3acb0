import { useQuery } from '@tanstack/react-query';
import { api, readData, type Schemas } from './client';
import { usePreferences } from '../preferences/preferences';

export type Vocabulary = Schemas['VocabularyResponse'];

/** The words of records: events with their names, sides and phases, tags, phases; as the server has them. */
export function useVocabulary(): Vocabulary | undefined {
  return useQuery({
    queryKey: ['vocabulary'],
    queryFn: () => readData(api.GET('/api/stock-cycle/vocabulary')),
    staleTime: Infinity,
  }).data;
}

/** The name of an event in the chosen language; its code while names are not there yet. */
export function useEventName(): (event: string) => string {
  const events = useVocabulary()?.events;
  const { language } = usePreferences();
  return (code) => {
    const found = events?.find((event) => event.abbr === code);
    return found === undefined ? code : found[language];
  };
}

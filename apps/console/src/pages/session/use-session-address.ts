import { useSearchParams } from 'wouter';
import { setPreferences, usePreferences } from '../../preferences/preferences';
import { readAddress, type SessionAddress, withChanges } from './session-address';

/** What the page's query says, and how to change parts of it. The step back leads to the list: changes replace the address. */
export function useSessionAddress(): [SessionAddress, (changes: Partial<SessionAddress>) => void] {
  const [query, setQuery] = useSearchParams();
  const { overlays } = usePreferences();
  const change = (changes: Partial<SessionAddress>): void => {
    if (changes.overlays !== undefined) setPreferences({ overlays: changes.overlays });
    setQuery((before) => withChanges(before, changes), { replace: true });
  };
  return [readAddress(query, overlays), change];
}

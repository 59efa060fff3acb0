import { useSearchParams } from 'wouter';
import { readAddress, type SessionAddress, withChanges } from './session-address';

/** What the page's query says, and how to change parts of it. The step back leads to the list: changes replace the address. */
export function useSessionAddress(): [SessionAddress, (changes: Partial<SessionAddress>) => void] {
  const [query, setQuery] = useSearchParams();
  const change = (changes: Partial<SessionAddress>): void => {
    setQuery((before) => withChanges(before, changes), { replace: true });
  };
  return [readAddress(query), change];
}

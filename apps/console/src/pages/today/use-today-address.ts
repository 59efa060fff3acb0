import { useSearchParams } from 'wouter';
import { parseFills, type RunningFill } from './ai-fills';
import { type Tab, TABS } from './today-work';

/** What the address of the page contains: the tab, the row that is open, and the fills that are running. */
export interface TodayAddress {
  readonly tab: Tab;
  /** The key of the row that the address names. */
  readonly rowKey: string | undefined;
  readonly fills: readonly RunningFill[];
  /** Null or an empty text removes a part of the address. */
  readonly change: (changes: Readonly<Record<string, string | null>>, replace?: boolean) => void;
}

export function useTodayAddress(): TodayAddress {
  const [search, setSearch] = useSearchParams();
  return {
    tab: TABS.find((name) => name === search.get('tab')) ?? 'review',
    rowKey: findRowKey(search),
    fills: parseFills(search.get('fills')),
    change: (changes, replace = true) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(changes)) {
            if (value === null || value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace },
      ),
  };
}

function findRowKey(search: URLSearchParams): string | undefined {
  const session = search.get('session');
  const code = search.get('code');
  if (session !== null && /^[1-9][0-9]*$/.test(session)) return `s${session}`;
  return code === null ? undefined : `c${code}`;
}

import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { api, dataOf } from '../api/client';
import { useUser } from '../api/console-state';
import { useWords } from '../words/words';
import { SECTIONS } from './pages';
import { shellWords } from './shell-words';

const STOCKS_SHOWN = 8;
const REST_MS = 120;

/** Behind ⌘K: stocks by code, name or pinyin initials, and the sections. A stock leads to its sessions. */
export function SearchBox(): ReactNode {
  const say = useWords(shellWords);
  const { role } = useUser();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), REST_MS);
  const { data } = useQuery({
    queryKey: ['stocks', 'search', query],
    queryFn: () => dataOf(api.GET('/api/market/stocks', { params: { query: { query, limit: STOCKS_SHOWN } } })),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const stocks = query === '' ? [] : (data?.items ?? []);
  const groups: SpotlightActionGroupData[] = [
    {
      group: say.stocks,
      actions: stocks.map(({ code, stockName }) => ({
        id: code,
        label: `${code} ${stockName ?? ''}`,
        description: say.openSession,
        onClick: () => navigate(`/sessions?status=all&code=${code}`),
      })),
    },
    {
      group: say.pages,
      actions: SECTIONS.filter(
        ({ name, administrator }) =>
          (!administrator || role === 'admin') && say[name].toLowerCase().includes(typed.trim().toLowerCase()),
      ).map(({ name, path }) => ({ id: name, label: say[name], onClick: () => navigate(path) })),
    },
  ];
  return (
    <Spotlight
      actions={groups.filter(({ actions }) => actions.length > 0)}
      query={typed}
      onQueryChange={setTyped}
      // The server has filtered by code, name and pinyin already.
      filter={(_query, actions) => actions}
      shortcut={null}
      nothingFound={say.nothingFound}
      searchProps={{ placeholder: say.search, 'aria-label': say.search }}
      highlightQuery
      scrollable
    />
  );
}

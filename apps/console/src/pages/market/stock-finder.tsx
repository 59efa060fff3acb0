import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { api, dataOf } from '../../api/client';
import { useWords } from '../../words/words';
import { marketWords } from './market-words';
import styles from './market.module.css';

const SHOWN = 12;
const REST_MS = 120;

/** Finds a stock by code, name or pinyin, and opens its page. */
export function StockFinder(): ReactNode {
  const say = useWords(marketWords);
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), REST_MS);
  const { data } = useQuery({
    queryKey: ['stocks', 'search', query, SHOWN],
    queryFn: () => dataOf(api.GET('/api/market/stocks', { params: { query: { query, limit: SHOWN } } })),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const found = query === '' ? [] : (data?.items ?? []);
  return (
    <Autocomplete
      size="xs"
      className={styles.finder}
      aria-label={say.find}
      placeholder={say.findHint}
      value={typed}
      onChange={setTyped}
      data={found.map(({ code, stockName }) => ({ value: code, label: `${code} ${stockName ?? ''}`.trim() }))}
      // The server has filtered by code, name and pinyin already.
      filter={({ options }) => options}
      onOptionSubmit={(code) => navigate(`/market/stocks/${code}`)}
      selectFirstOptionOnChange
    />
  );
}

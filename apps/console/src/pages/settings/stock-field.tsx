import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, readData } from '../../api/client';
import { useMessages } from '../../i18n/messages';
import { settingsMessages } from './settings-messages';
import styles from './settings.module.css';

const SHOWN = 10;
const REST_MS = 120;

/** A stock, found by code, name or pinyin initials. */
export function StockField({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (code: string | null) => void;
}): ReactNode {
  const t = useMessages(settingsMessages);
  const [typed, setTyped] = useState('');
  const [rested] = useDebouncedValue(typed.trim(), REST_MS);
  // What a choice leaves in the field is its label: the code in front is what finds it again.
  const query = /^[0-9]{6} /.test(rested) ? rested.slice(0, 6) : rested;
  const { data } = useQuery({
    queryKey: ['stocks', 'search', query],
    queryFn: () => readData(api.GET('/api/market/stocks', { params: { query: { query, limit: SHOWN } } })),
    placeholderData: keepPreviousData,
  });
  const found = (data?.items ?? []).map(({ code, stockName }) => ({
    value: code,
    label: `${code} ${stockName ?? ''}`,
  }));
  const chosen = value === null || found.some((one) => one.value === value) ? [] : [{ value, label: value }];
  return (
    <Select
      className={styles.grows}
      label={t.stock}
      placeholder={t.stockHint}
      searchable
      clearable={false}
      data={[...chosen, ...found]}
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t.noMatch}
    />
  );
}

import { Button, Checkbox, Drawer, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useUser } from '../../api/console-state';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { useFilterChoices, useSortNames } from './filter-choices';
import { ScreenField } from './screen-filter';
import { sessionCountOptions } from './session-pages';
import { DEFAULT_QUERY, isFiltered, type SessionsQuery, writeSessionsQuery } from './sessions-query';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';

const REST_MS = 200;

/** The filters on a phone: chosen in peace, with how many sessions that leaves on the button. */
export function FilterSheet({
  query,
  onQuery,
  onEnd,
}: {
  query: SessionsQuery;
  onQuery: (query: SessionsQuery) => void;
  onEnd: () => void;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const formats = useFormats();
  const filters = useFilterChoices();
  const { role } = useUser();
  const [draft, setDraft] = useState(query);
  const [rested] = useDebouncedValue(writeSessionsQuery({ ...draft, code: draft.code.trim() }), REST_MS);
  const count = useQuery(sessionCountOptions(rested));
  const change = (part: Partial<SessionsQuery>): void => setDraft({ ...draft, ...part });
  return (
    <Drawer
      opened
      onClose={onEnd}
      position="bottom"
      size="29rem"
      title={t.filters}
      closeButtonProps={{ 'aria-label': t.dismiss }}
      transitionProps={{ duration: 0 }}
    >
      <div className={styles.sheet}>
        <TextInput
          className={styles.sheetWide ?? ''}
          size="sm"
          type="search"
          label={t.text}
          value={draft.code}
          onChange={(event) => change({ code: event.currentTarget.value })}
        />
        {filters.map(({ name, label, choices }) => (
          <NativeSelect
            key={name}
            size="sm"
            label={label}
            value={draft[name]}
            data={choices.map(({ value, label: text }) => ({ value, label: text }))}
            onChange={({ currentTarget: { value } }) =>
              change(choices.find((choice) => choice.value === value)?.query ?? {})
            }
          />
        ))}
        <ScreenField chosen={draft.screen} onChoose={(screen) => change({ screen })} />
        <SortFields query={draft} onChange={change} />
        {role === 'admin' && <DeletedField deleted={draft.deleted} onChange={(deleted) => change({ deleted })} />}
        {isFiltered(draft) && (
          <Button
            variant="subtle"
            size="sm"
            onClick={() => setDraft({ ...DEFAULT_QUERY, sort: draft.sort, order: draft.order })}
          >
            {t.clear}
          </Button>
        )}
        <Button
          className={styles.sheetWide ?? ''}
          size="md"
          onClick={() => {
            onEnd();
            onQuery({ ...draft, code: draft.code.trim() });
          }}
        >
          {t.showing(formats.count(count.data))}
        </Button>
      </div>
    </Drawer>
  );
}

function DeletedField({ deleted, onChange }: { deleted: boolean; onChange: (deleted: boolean) => void }): ReactNode {
  const t = useMessages(sessionsMessages);
  return (
    <Checkbox
      size="sm"
      label={t.deleted}
      checked={deleted}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** The sort and its order. */
function SortFields({
  query,
  onChange,
}: {
  query: SessionsQuery;
  onChange: (part: Partial<SessionsQuery>) => void;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const sorts = useSortNames();
  return (
    <>
      <NativeSelect
        size="sm"
        label={t.sort}
        value={query.sort}
        data={sorts.map(({ sort, label }) => ({ value: sort, label }))}
        onChange={({ currentTarget: { value } }) => {
          const found = sorts.find(({ sort }) => sort === value);
          if (found !== undefined) onChange({ sort: found.sort });
        }}
      />
      <NativeSelect
        size="sm"
        label={`${t.descending} / ${t.ascending}`}
        value={query.order}
        data={[
          { value: 'desc', label: t.descending },
          { value: 'asc', label: t.ascending },
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ order: value === 'asc' ? 'asc' : 'desc' })}
      />
    </>
  );
}

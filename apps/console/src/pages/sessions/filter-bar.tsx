import { Checkbox, Menu } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { useUser } from '../../api/console-state';
import { useMessages } from '../../i18n/messages';
import { ColumnMenu } from './column-menu';
import { ScreenFilter } from './screen-filter';
import type { SessionPage } from './session-pages';
import { type FilterChoice, useFilterChoices, useSortNames } from './filter-choices';
import { DEFAULT_QUERY, isFiltered, type SessionsQuery } from './sessions-query';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';
import { ShownCount } from './shown-count';
import { TextFilter } from './text-filter';
import type { ColumnChoice } from './use-column-choice';

/** What is filtered, as chips; how many there are; in which order; and which columns. */
export function FilterBar({
  query,
  onQuery,
  shown,
  found,
  textField,
  onLeave,
  sortOpen,
  onSortOpen,
  columns,
}: {
  query: SessionsQuery;
  /** @param typing Letters of one word are one step of Back. */
  onQuery: (query: SessionsQuery, typing?: boolean) => void;
  shown: number | undefined;
  /** What the screen of the query has found. */
  found: SessionPage['screen'];
  textField: RefObject<HTMLInputElement | null>;
  onLeave: () => void;
  sortOpen: boolean;
  onSortOpen: (open: boolean) => void;
  columns: ColumnChoice;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const filters = useFilterChoices();
  const { role } = useUser();
  const change = (part: Partial<SessionsQuery>): void => onQuery({ ...query, ...part });
  return (
    <div className={styles.bar} role="group" aria-label={t.filters}>
      {filters.map((filter) => (
        <FilterChip key={filter.name} filter={filter} query={query} onChoose={change} />
      ))}
      <ScreenFilter chosen={query.screen} found={found} onChoose={(screen) => change({ screen })} />
      <TextFilter
        text={query.code}
        onText={(code) => onQuery({ ...query, code }, true)}
        field={textField}
        onLeave={onLeave}
      />
      {role === 'admin' && (
        <Checkbox
          label={t.deleted}
          checked={query.deleted}
          onChange={(event) => change({ deleted: event.currentTarget.checked })}
        />
      )}
      {isFiltered(query) && (
        <button
          type="button"
          className={styles.chip}
          onClick={() => onQuery({ ...DEFAULT_QUERY, sort: query.sort, order: query.order })}
        >
          ✕ {t.clear}
        </button>
      )}
      <ShownCount shown={shown} />
      <span className={styles.spring} />
      <SortMenu query={query} onChoose={change} open={sortOpen} onOpen={onSortOpen} />
      <ColumnMenu choice={columns} />
    </div>
  );
}

function FilterChip({
  filter,
  query,
  onChoose,
}: {
  filter: FilterChoice;
  query: SessionsQuery;
  onChoose: (part: Partial<SessionsQuery>) => void;
}): ReactNode {
  const value = query[filter.name];
  const chosen = filter.choices.find((choice) => choice.value === value);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={styles.chip} data-set={value !== DEFAULT_QUERY[filter.name] || undefined}>
          {filter.label} <b>{chosen?.label}</b> <span aria-hidden="true">▾</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {filter.choices.map((choice) => (
          <Menu.Item key={choice.value} onClick={() => onChoose(choice.query)}>
            {choice.value === value ? '✓' : '\u2003'} {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function SortMenu({
  query,
  onChoose,
  open,
  onOpen,
}: {
  query: SessionsQuery;
  onChoose: (part: Partial<SessionsQuery>) => void;
  open: boolean;
  onOpen: (open: boolean) => void;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const names = useSortNames();
  const mark = (on: boolean): string => (on ? '✓' : '\u2003');
  return (
    <Menu position="bottom-end" width={200} opened={open} onChange={onOpen}>
      <Menu.Target>
        <button type="button" className={styles.chip}>
          {t.sort} <b>{names.find(({ sort }) => sort === query.sort)?.label}</b>
          <span aria-hidden="true">{query.order === 'asc' ? '↑' : '↓'}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {names.map(({ sort, label }) => (
          <Menu.Item key={sort} onClick={() => onChoose({ sort })}>
            {mark(sort === query.sort)} {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {(['desc', 'asc'] as const).map((order) => (
          <Menu.Item key={order} onClick={() => onChoose({ order })}>
            {mark(order === query.order)} {order === 'asc' ? t.ascending : t.descending}
          </Menu.Item>
        ))}
        <Menu.Label>{t.sortNote}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}

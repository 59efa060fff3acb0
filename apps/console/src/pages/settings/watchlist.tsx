import { Button, Group, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { readWatchlist } from '../../api/own-lists';
import { type Column, DenseTable } from '../../parts/dense-table';
import { DownloadButton } from '../../parts/download-button';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { settingsMessages } from './settings-messages';
import styles from './settings.module.css';
import { StockField } from './stock-field';
import { WatchlistImport } from './watchlist-import';

type Item = Schemas['WatchlistItemResponse'];

const WATCHLIST = ['watchlist'];

/** The own watch-list. */
export function Watchlist(): ReactNode {
  const t = useMessages(settingsMessages);
  const [code, setCode] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const list = useQuery({ queryKey: WATCHLIST, queryFn: readWatchlist });
  const writes = useWatchlistWrites();
  const columns = useWatchlistColumns(writes);
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    if (code === null) return;
    const known = list.data?.items.some((item) => item.code === code) ?? false;
    writes.add(code, note.trim(), known, () => {
      setCode(null);
      setNote('');
    });
  };
  return (
    <>
      <Panel
        title={t.watchlist}
        aside={
          <Group gap="sm">
            {list.data !== undefined && <span className="figure">{list.data.total}</span>}
            <DownloadButton path="/api/watchlist" label={t.csv} size="compact-sm" />
          </Group>
        }
      >
        <form className={`${styles.line} ${styles.above}`} onSubmit={add}>
          <StockField value={code} onChange={setCode} />
          <TextInput
            className={styles.grows}
            label={t.note}
            value={note}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
          <Button type="submit" disabled={code === null}>
            {t.add}
          </Button>
        </form>
        {list.isPending && <Loading />}
        {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.items.length === 0 && <EmptyNote>{t.emptyWatchlist}</EmptyNote>}
        {list.data !== undefined && list.data.items.length > 0 && (
          <DenseTable caption={t.watchlist} columns={columns} rows={list.data.items} rowKey={(item) => item.code} />
        )}
      </Panel>
      <WatchlistImport known={list.data?.items.map((item) => item.code) ?? []} onDone={writes.reload} />
    </>
  );
}

interface WatchlistWrites {
  readonly reload: () => void;
  /** @param known It is on the list already, so that there is no undo. */
  readonly add: (code: string, note: string, known: boolean, onAdded: () => void) => void;
  readonly remove: (item: Item) => void;
  readonly setNote: (item: Item, note: string | null) => void;
}

/** Changes of the watch-list, each with one undo. */
function useWatchlistWrites(): WatchlistWrites {
  const t = useMessages(settingsMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const reload = (): void => {
    void queries.invalidateQueries({ queryKey: WATCHLIST });
    void queries.invalidateQueries({ queryKey: ['sessions'] });
  };
  const show = (change: (items: Item[]) => Item[]): void => {
    queries.setQueryData<Schemas['WatchlistResponse']>(WATCHLIST, (known) => {
      if (known === undefined) return known;
      const items = change(known.items);
      return { items, total: items.length };
    });
  };
  const put = (at: string, text: string | null): Promise<unknown> =>
    readData(api.PUT('/api/watchlist/{code}', { params: { path: { code: at } }, body: { note: text } })).finally(
      reload,
    );
  const take = (at: string): Promise<unknown> =>
    readData(api.DELETE('/api/watchlist/{code}', { params: { path: { code: at } } })).finally(reload);
  const add: WatchlistWrites['add'] = (code, note, known, onAdded) => {
    put(code, note === '' ? null : note).then(() => {
      notices.done(t.added(code), known ? undefined : () => take(code));
      onAdded();
    }, notices.failed);
  };
  const remove = (item: Item): void => {
    show((items) => items.filter((one) => one.code !== item.code));
    take(item.code).then(
      () => notices.done(t.removed(item.stockName ?? item.code), () => put(item.code, item.note)),
      notices.failed,
    );
  };
  const setNote = (item: Item, text: string | null): void => {
    show((items) => items.map((one) => (one.code === item.code ? { ...one, note: text } : one)));
    put(item.code, text).then(
      () => notices.done(t.noteSaved(item.stockName ?? item.code), () => put(item.code, item.note)),
      notices.failed,
    );
  };
  return { reload, add, remove, setNote };
}

function useWatchlistColumns({ remove, setNote }: WatchlistWrites): Column<Item>[] {
  const t = useMessages(settingsMessages);
  const formats = useFormats();
  return [
    { key: 'code', head: t.code, cell: (item) => <span className="code">{item.code}</span> },
    { key: 'name', head: t.name, cell: (item) => item.stockName ?? <em>{t.unknownName}</em> },
    {
      key: 'note',
      head: t.note,
      cell: (item) => (
        <NoteCell
          key={item.note}
          label={t.noteOf(item.stockName ?? item.code)}
          note={item.note}
          onSave={(text) => setNote(item, text)}
        />
      ),
    },
    {
      key: 'added',
      head: t.addedAt,
      numeric: true,
      wideOnly: true,
      cell: (item) => formats.instant(item.createdAt),
    },
    {
      key: 'actions',
      head: '',
      cell: (item) => (
        <div className={styles.actions}>
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t.removeOf(item.stockName ?? item.code)}
            onClick={() => remove(item)}
          >
            {t.remove}
          </Button>
        </div>
      ),
    },
  ];
}

/** Saved with ↵ or by leaving the field; Esc takes back what was typed. */
function NoteCell({
  label,
  note,
  onSave,
}: {
  label: string;
  note: string | null;
  onSave: (note: string | null) => void;
}): ReactNode {
  const [typed, setTyped] = useState(note ?? '');
  const save = (): void => {
    const text = typed.trim();
    if (text !== (note ?? '')) onSave(text === '' ? null : text);
  };
  return (
    <TextInput
      className={styles.note}
      variant="unstyled"
      aria-label={label}
      placeholder="—"
      value={typed}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setTyped(note ?? '');
      }}
    />
  );
}

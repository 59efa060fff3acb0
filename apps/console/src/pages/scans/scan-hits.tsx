import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { type Dispatch, type ReactNode, type SetStateAction, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useShortcuts } from '../../keys/shortcuts';
import { DownloadButton } from '../../parts/download-button';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { MoreButton } from '../../parts/more-button';
import { Panel } from '../../parts/page';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { HitActions } from './hit-actions';
import { HitGrid } from './hit-grid';
import {
  FIRST_HIT_ORDERS,
  type Hit,
  HIT_SORTS,
  type HitOrder,
  type HitSort,
  listHits,
  OUTCOMES,
  type Scan,
} from './hit-list';
import { HitTable } from './hit-table';
import { useHeldHits } from './held-hits';
import { useScanHits, useScanList } from './scan-queries';
import { scanMessages } from './scan-messages';
import styles from './scans.module.css';
import { type HitMemory, useHitMemory } from './use-hit-memory';

const VIEWS = ['grid', 'table'] as const;
/** Shown at first, and with each further look. */
const AT_ONCE = 120;

/** The hits of a scan, as small charts or as a table; more arrive while it runs. */
export function ScanHits({
  scan,
  compared,
  onCompare,
}: {
  scan: Scan;
  /** The scan that it stands against; NaN or 0: none. */
  compared: number;
  onCompare: (id: number | null) => void;
}): ReactNode {
  const t = useMessages(scanMessages);
  const formats = useFormats();
  const choice = useHitChoice();
  const { view, sort, order, outcome } = choice;
  const { data, error, refetch } = useScanHits(scan);
  const memory = useHitMemory(scan.id, data !== undefined && data.length > 0);
  const [ticked, setTicked] = useTicked(memory);
  const [deleted, setDeleted] = useState<ReadonlySet<number>>(new Set());
  const { hits: arrived, waiting, show, watchTop } = useHeldHits(data, ticked.size > 0);
  const hits = useMemo(() => listHits(arrived, { sort, order, outcome }), [arrived, sort, order, outcome]);
  const { room, setRoom, cursor, setCursor, tick } = useHitCursor(hits, choice, setTicked, memory);
  const shown = useMemo(() => hits.slice(0, room), [hits, room]);

  const rows = { hits: shown, scan, ticked, deleted, cursor, onTick: tick, onCursor: setCursor };
  return (
    <Panel
      title={t.hitsTitle}
      aside={
        data !== undefined &&
        data.length > 0 && (
          <span className="figure">{t.ofAll(formats.count(hits.length), formats.count(scan.matchedCount))}</span>
        )
      }
    >
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.length === 0 && <EmptyNote>{scan.finishedAt === null ? t.noHitsYet : t.noHits}</EmptyNote>}
      {data !== undefined && data.length > 0 && (
        <>
          <HitToolbar scan={scan} choice={choice} compared={compared} onCompare={onCompare} />
          <div ref={watchTop} />
          {waiting > 0 && (
            <button type="button" className={styles.pill} onClick={show}>
              {t.newHits(waiting)}
            </button>
          )}
          {hits.length === 0 && <EmptyNote>{t.noneOfFilter}</EmptyNote>}
          {hits.length > 0 && (view === 'grid' ? <HitGrid {...rows} /> : <HitTable {...rows} sorting={choice} />)}
          {hits.length > room && (
            <MoreButton onMore={() => setRoom(room + AT_ONCE)}>
              {t.more(Math.min(AT_ONCE, hits.length - room))}
            </MoreButton>
          )}
          <HitActions
            hits={hits.filter(({ code }) => ticked.has(code))}
            deleted={deleted}
            onDeleted={setDeleted}
            onTickAll={() => setTicked(new Set(hits.map(({ code }) => code)))}
            onClear={() => setTicked(new Set())}
          />
        </>
      )}
    </Panel>
  );
}

/** What the address chooses of the hits: how they are shown, in which order, and which of them. */
interface HitChoice {
  readonly view: (typeof VIEWS)[number];
  readonly sort: HitSort;
  readonly order: HitOrder;
  readonly outcome: (typeof OUTCOMES)[number];
  /** @param usual The value that the address leaves out. */
  readonly choose: (name: string, value: string, usual: string) => void;
  /** Sorts by a head; a second time in the other order. */
  readonly onSort: (sort: string) => void;
  readonly onOrder: (order: HitOrder) => void;
}

function useHitChoice(): HitChoice {
  const [search, setSearch] = useSearchParams();
  const choose = (name: string, value: string, usual: string): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === usual) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const sort = findChoice(search.get('sort'), HIT_SORTS);
  const order = findChoice(search.get('order'), ORDERS_FROM[FIRST_HIT_ORDERS[sort]]);
  /** Another sort begins in the order that is useful for it. */
  const sortBy = (next: HitSort, nextOrder: HitOrder): void =>
    setSearch(
      (before) => {
        const params = new URLSearchParams(before);
        params.delete('sort');
        params.delete('order');
        if (next !== HIT_SORTS[0]) params.set('sort', next);
        if (nextOrder !== FIRST_HIT_ORDERS[next]) params.set('order', nextOrder);
        return params;
      },
      { replace: true },
    );
  return {
    view: findChoice(search.get('view'), VIEWS),
    sort,
    order,
    outcome: findChoice(search.get('outcome'), OUTCOMES),
    choose,
    onSort: (asked) => {
      const next = findChoice(asked, HIT_SORTS);
      sortBy(next, next === sort ? turned(order) : FIRST_HIT_ORDERS[next]);
    },
    onOrder: (next) => sortBy(sort, next),
  };
}

const ORDERS_FROM = { asc: ['asc', 'desc'], desc: ['desc', 'asc'] } as const;

function turned(order: HitOrder): HitOrder {
  return order === 'asc' ? 'desc' : 'asc';
}

/** The codes that are ticked, which the tab remembers. */
function useTicked({
  found,
  remember,
}: HitMemory): [ReadonlySet<string>, Dispatch<SetStateAction<ReadonlySet<string>>>] {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(found.ticked));
  useEffect(() => remember({ ticked: [...ticked] }), [ticked, remember]);
  return [ticked, setTicked];
}

/** The hit at the cursor, which the keys move, open and tick; it is always within the room that is shown. */
function useHitCursor(
  hits: readonly Hit[],
  { view, choose }: HitChoice,
  setTicked: Dispatch<SetStateAction<ReadonlySet<string>>>,
  { found, remember }: HitMemory,
): {
  room: number;
  setRoom: (room: number) => void;
  cursor: string | undefined;
  setCursor: (code: string | undefined) => void;
  tick: (code: string) => void;
} {
  const t = useMessages(scanMessages);
  const [, navigate] = useLocation();
  const [cursor, moveCursor] = useState(found.cursor ?? undefined);
  const [room, makeRoom] = useState(Math.max(AT_ONCE, found.room));
  const setCursor = (code: string | undefined): void => {
    moveCursor(code);
    remember({ cursor: code ?? null });
  };
  const setRoom = (next: number): void => {
    makeRoom(next);
    remember({ room: next });
  };
  const tick = (code: string): void =>
    setTicked((before) => {
      const next = new Set(before);
      if (!next.delete(code)) next.add(code);
      return next;
    });
  const move = (by: 1 | -1): void => {
    const at = hits.findIndex(({ code }) => code === cursor);
    const index = Math.min(Math.max(at + by, 0), hits.length - 1);
    setRoom(Math.max(room, index + 1));
    setCursor(hits[index]?.code);
  };
  const open = (): void => {
    const hit = hits.find(({ code }) => code === cursor);
    if (hit !== undefined) navigate(`/sessions/${hit.sessionId}`);
  };
  useShortcuts(t.hitsTitle, [
    { keys: ['j', 'ArrowDown'], does: t.keyNext, run: () => move(1) },
    { keys: ['k', 'ArrowUp'], does: t.keyPrevious, run: () => move(-1) },
    { keys: ['Enter'], does: t.keyOpen, run: open },
    { keys: ['x'], does: t.keyTick, run: () => cursor !== undefined && tick(cursor) },
    { keys: ['v'], does: t.keyView, run: () => choose('view', view === 'grid' ? 'table' : 'grid', VIEWS[0]) },
  ]);
  return { room, setRoom, cursor, setCursor, tick };
}

/** How the hits are shown, which of them, what they are compared with, and their download. */
function HitToolbar({
  scan,
  choice: { view, sort, order, outcome, choose, onSort, onOrder },
  compared,
  onCompare,
}: {
  scan: Scan;
  choice: HitChoice;
  compared: number;
  onCompare: (id: number | null) => void;
}): ReactNode {
  const t = useMessages(scanMessages);
  const past = useScanList(0).data?.scans ?? [];
  return (
    <div className={styles.toolbar}>
      <SegmentedControl
        aria-label={t.view}
        value={view}
        onChange={(value) => choose('view', value, VIEWS[0])}
        data={VIEWS.map((value) => ({ value, label: t[value] }))}
      />
      <SegmentedControl
        aria-label={t.outcome}
        value={outcome}
        onChange={(value) => choose('outcome', value, OUTCOMES[0])}
        data={OUTCOMES.map((value) => ({ value, label: t[value] }))}
      />
      <NativeSelect
        aria-label={t.sort}
        value={sort}
        onChange={({ currentTarget }) => onSort(currentTarget.value)}
        data={HIT_SORTS.map((value) => ({ value, label: t.sortBy(t[value]) }))}
      />
      <Button
        variant="default"
        aria-label={order === 'asc' ? t.ascending : t.descending}
        title={order === 'asc' ? t.ascending : t.descending}
        onClick={() => onOrder(turned(order))}
      >
        <span aria-hidden="true">{order === 'asc' ? '↑' : '↓'}</span>
      </Button>
      <NativeSelect
        aria-label={t.compareWith}
        value={compared > 0 ? String(compared) : ''}
        onChange={({ currentTarget: { value } }) => onCompare(value === '' ? null : Number(value))}
        data={[
          { value: '', label: t.compareNone },
          ...past
            .filter(({ id }) => id !== scan.id)
            .map(({ id, startDate, endDate }) => ({
              value: String(id),
              label: t.compareTo(id, startDate, endDate),
            })),
        ]}
      />
      <DownloadButton path={`/api/stock-cycle/scans/${scan.id}/hits`} label={t.csv} />
    </div>
  );
}

function findChoice<const Choice extends string>(
  value: string | null,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  return choices.find((choice) => choice === value) ?? choices[0];
}

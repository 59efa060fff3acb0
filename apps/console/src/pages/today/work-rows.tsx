import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useMiniBars } from '../../chart/mini-bars';
import { MiniChart } from '../../chart/mini-chart';
import { SaveWait } from '../../live/save-wait';
import { Change } from '../../parts/change';
import { PhaseChip } from '../../parts/phase-chip';
import { usePreferences } from '../../preferences/preferences';
import { useMessages } from '../../i18n/messages';
import { PHONE } from './phone';
import { useRowWindow } from './row-window';
import { todayMessages } from './today-messages';
import styles from './today.module.css';
import type { WorkRow } from './today-work';

const ROW_PX = { compact: 30, comfortable: 36, phone: 54 } as const;

/** The mark on a row next to its own text. */
export type RowMark = 'failed' | 'filling' | 'kept' | 'saving';

/** The list of work, with a cursor; only what is visible is drawn. */
export function WorkRows({
  label,
  rows,
  cursor,
  marks,
  takesFocus,
  onFocused,
  onSelect,
  onOpen,
}: {
  label: string;
  rows: readonly WorkRow[];
  /** Key of the row that is shown next to the list. */
  cursor: string | undefined;
  marks: ReadonlyMap<string, RowMark>;
  /** The row of the cursor takes the focus as soon as it is there. */
  takesFocus: boolean;
  onFocused: () => void;
  onSelect: (row: WorkRow) => void;
  onOpen: (row: WorkRow) => void;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const phone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches, { getInitialValueInEffect: false });
  const preferences = usePreferences();
  const height = ROW_PX[phone ? 'phone' : preferences.rows];
  const { from, to } = useRowWindow(frame, { count: rows.length, height });
  const index = rows.findIndex(({ key }) => key === cursor);
  useEffect(() => {
    const element = frame.current;
    if (element === null || index < 0) return;
    const top = index * height;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + height > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + height - element.clientHeight;
    }
  }, [index, height]);
  useEffect(() => {
    if (!takesFocus || cursor === undefined) return;
    const frames = requestAnimationFrame(() => {
      const found = frame.current?.querySelector<HTMLElement>(`[data-key="${cursor}"]`);
      found?.focus({ preventScroll: true });
      if (found !== null) onFocused();
    });
    return () => cancelAnimationFrame(frames);
  }, [takesFocus, cursor, onFocused]);
  const visible = rows.slice(from, to);
  const bars = useMiniBars(visible.map(({ code }) => code));
  return (
    <div ref={frame} className={styles.rows}>
      <div role="list" aria-label={label} style={{ height: rows.length * height }}>
        {visible.map((row, offset) => (
          <div
            key={row.key}
            role="listitem"
            aria-posinset={from + offset + 1}
            aria-setsize={rows.length}
            className={styles.rowPlace}
            style={{ height, transform: `translateY(${(from + offset) * height}px)` }}
          >
            <Row
              row={row}
              bars={bars.get(row.code)}
              current={row.key === cursor}
              mark={marks.get(row.key)}
              onSelect={phone && row.sessionId !== null ? onOpen : onSelect}
              onOpen={onOpen}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

function Row({
  row,
  bars,
  current,
  mark,
  onSelect,
  onOpen,
}: {
  row: WorkRow;
  bars: { closes: readonly number[]; lastChangePct: number | null } | undefined;
  current: boolean;
  mark: RowMark | undefined;
  onSelect: (row: WorkRow) => void;
  onOpen: (row: WorkRow) => void;
}): ReactNode {
  const t = useMessages(todayMessages);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onOpen(row);
  };
  return (
    <button
      type="button"
      className={styles.row}
      data-key={row.key}
      data-mark={mark}
      aria-current={current ? 'true' : undefined}
      onClick={() => onSelect(row)}
      onDoubleClick={() => onOpen(row)}
      onKeyDown={onKeyDown}
    >
      <span className={`figure ${styles.priority}`} title={t.priority}>
        {row.priority ?? ''}
      </span>
      <span className={`code ${styles.code}`}>{row.code}</span>
      <span className={styles.name}>{row.stockName}</span>
      <span className={styles.phase}>{row.phase !== null && <PhaseChip phase={row.phase} short />}</span>
      <span className={styles.reason} data-late={row.late || undefined}>
        {mark === undefined ? row.reason : mark === 'saving' ? <SaveWait>{row.reason}</SaveWait> : <Mark mark={mark} />}
      </span>
      <span className={styles.spark}>
        {bars !== undefined && <MiniChart closes={bars.closes} label={t.spark} width={64} height={18} />}
      </span>
      <span className={styles.change}>
        {(row.changePct ?? bars?.lastChangePct) !== undefined && (
          <>
            <span className={styles.changeOf}>{t.dayChange} </span>
            <Change percent={row.changePct ?? bars?.lastChangePct ?? null} title={t.dayChange} />
          </>
        )}
      </span>
    </button>
  );
}

function Mark({ mark }: { mark: Exclude<RowMark, 'saving'> }): ReactNode {
  const t = useMessages(todayMessages);
  if (mark === 'failed') return <strong className={styles.failed}>⚠ {t.failedRow}</strong>;
  return mark === 'kept' ? <>{`◦ ${t.kept}`}</> : <>{`◔ ${t.filling}`}</>;
}

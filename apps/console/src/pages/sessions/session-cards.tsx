import { type ReactNode, type RefObject, useRef } from 'react';
import { useConsoleState } from '../../api/console-state';
import { PhaseChip } from '../../parts/phase-chip';
import { useValueOrigins } from '../../provenance/value-origins';
import { Provenance } from '../../provenance/provenance';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { useRowWindow } from './row-window';
import { type CellContext, Consensus, ReviewDay, SESSION_COLUMNS, type SessionColumn } from './session-columns';
import type { SessionRow } from './session-pages';
import { toName } from './session-writes';
import type { SessionSort } from './sessions-query';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';

const CARD_HEIGHT = 52;
const LONG_PRESS_MS = 500;

/** The list on a phone: two lines a session. A tap opens; a long press ticks, and then taps tick. */
export function SessionCards({
  scroller,
  total,
  sort,
  rowAt,
  late,
  ticks,
  onTick,
  onOpen,
  onVisible,
}: {
  scroller: RefObject<HTMLDivElement | null>;
  total: number;
  /** Its figure is on the cards. */
  sort: SessionSort;
  rowAt: (index: number) => SessionRow | undefined;
  late: boolean;
  ticks: ReadonlyMap<number, SessionRow>;
  onTick: (index: number, range: boolean) => void;
  onOpen: (row: SessionRow) => void;
  onVisible: (first: number, last: number) => void;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const virtual = useRowWindow({ scroller, count: total, height: CARD_HEIGHT, beyond: 8, onVisible });
  const items = virtual.getVirtualItems();
  const pressed = useRef<{ timer: ReturnType<typeof setTimeout>; ticked: boolean }>(undefined);
  const release = (): void => clearTimeout(pressed.current?.timer);
  return (
    <div
      ref={scroller}
      className={styles.cards}
      role="region"
      aria-label={t.list}
      aria-busy={late}
      data-late={late || undefined}
      tabIndex={0}
    >
      <div className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index);
          const place = { top: start, height: CARD_HEIGHT };
          if (row === undefined) return <div key={index} className={styles.card} aria-busy="true" style={place} />;
          return (
            <button
              key={row.id}
              type="button"
              className={styles.card}
              style={place}
              aria-pressed={ticks.has(row.id)}
              onContextMenu={(event) => event.preventDefault()}
              onPointerDown={() => {
                release();
                const press = {
                  ticked: false,
                  timer: setTimeout(() => {
                    press.ticked = true;
                    onTick(index, false);
                  }, LONG_PRESS_MS),
                };
                pressed.current = press;
              }}
              onPointerCancel={release}
              onPointerLeave={release}
              onPointerUp={release}
              onClick={() => {
                if (pressed.current?.ticked === true) {
                  pressed.current = undefined;
                } else if (ticks.size > 0) onTick(index, false);
                else onOpen(row);
              }}
            >
              <Card row={row} column={getCardColumn(sort)} />
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Sorts by what every card has anyhow. */
const ON_EVERY_CARD = new Set<SessionSort>(['phase', 'ai_consensus', 'latest_close', 'next_review_at']);

/** The column whose figure the cards show: that of the sort, else how far the price is from the entry. */
function getCardColumn(sort: SessionSort): SessionColumn | undefined {
  const sorted = ON_EVERY_CARD.has(sort) ? undefined : SESSION_COLUMNS.find((column) => column.sort === sort);
  return sorted ?? SESSION_COLUMNS.find(({ key }) => key === 'vsEntry');
}

const NO_BARS: CellContext['miniBars'] = new Map();

function Card({ row, column }: { row: SessionRow; column: SessionColumn | undefined }): ReactNode {
  const t = useMessages(sessionsMessages);
  const formats = useFormats();
  const { today, marketDataThrough } = useConsoleState();
  const origins = useValueOrigins();
  return (
    <>
      <span>
        <b className="figure">{row.priority}</b> {toName(row)}
      </span>
      <span className={styles.cardEnd}>
        <span className={styles.count}>{column?.head(t)}</span>{' '}
        {column?.cell(row, { t, formats, origins, today, marketDataThrough, miniBars: NO_BARS })}
      </span>
      <span className={styles.count}>
        <PhaseChip phase={row.currentPrimaryPhase} /> · <Consensus consensus={row.aiConsensus} t={t} /> ·{' '}
        <Provenance lines={origins.close(row)}>{formats.price(row.latestClose)}</Provenance>
      </span>
      <span className={`${styles.cardEnd} ${styles.count}`}>
        {t.review} <ReviewDay row={row} t={t} formats={formats} today={today} />
      </span>
    </>
  );
}

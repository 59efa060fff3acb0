import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useConsoleState } from '../../api/console-state';
import { useDraftState } from '../../drafts/draft-state';
import { EmptyNote } from '../../parts/empty-note';
import { useMessages } from '../../i18n/messages';
import { toMonday } from '../../records/calendar-days';
import { type AnyRecord, getDay } from '../../records/record-calls';
import { freeDays, freeWeeks, missingDays, missingWeeks, type RecordDays } from '../../records/record-days';
import { useMoveRecordDraft, useRecordDraft } from '../../records/record-draft';
import { RecordForm } from './record-form';
import { RecordRow, RowDay } from './record-row';
import type { RecordWrites } from './record-writes';
import styles from './records.module.css';
import { recordsMessages } from './records-messages';
import { useRunModels } from './run-models';
import type { OpenRecord, RecordKind } from './session-address';
import type { SessionDetail } from './session-detail';
import { useBars } from './stock-facts';

const SHOWN_AT_FIRST = 60;
const SIDE_BY_SIDE = '(min-width: 1101px)';

export interface RecordsProps {
  readonly detail: SessionDetail;
  readonly writes: RecordWrites;
  readonly kind: RecordKind;
  readonly onKind: (kind: RecordKind) => void;
  /** The record whose form is open, and how to open another. */
  readonly open: OpenRecord | null;
  readonly onOpen: (open: OpenRecord | null) => void;
  /** The day under the chart's crosshair. */
  readonly hovered: string | null;
  /** The row under the pointer. */
  readonly onPoint: (day: string | null) => void;
}

/** A session's daily or weekly records, newest first, with the days that have none among them; each is edited in place. */
export function Records(props: RecordsProps): ReactNode {
  const { detail, kind, onKind, open, onOpen } = props;
  const t = useMessages(recordsMessages);
  const editable = detail.session.status === 'open';
  const { free } = useDays(detail, kind);
  // A form that was open when somebody closed the session keeps what was typed.
  const [storesDrafts, setStoresDrafts] = useState(editable);
  if (editable && !storesDrafts) setStoresDrafts(true);
  const isNew = open?.kind === kind && open.day === 'new';
  const [typedDay, setTypedDay] = useDraftState(`session.${detail.session.id}.new-${kind}`, '');
  const [typedDraft] = useRecordDraft(detail.session.id, kind, typedDay, null);
  const newDay = typedDraft !== null || free.includes(typedDay) ? typedDay : free[0];
  return (
    <div className={styles.records}>
      <div className={styles.bar}>
        <SegmentedControl
          value={kind}
          onChange={onKind}
          data={[
            { value: 'daily', label: `${t.daily} ${detail.dailyRows.length}` },
            { value: 'weekly', label: `${t.weekly} ${detail.weeklyRows.length}` },
          ]}
        />
        {editable && (
          <Button
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            disabled={free.length === 0}
            title={free.length > 0 ? undefined : kind === 'daily' ? t.noFreeDay : t.noFreeWeek}
            onClick={() => onOpen({ kind, day: 'new' })}
          >
            {t.add}
          </Button>
        )}
      </div>
      {isNew && storesDrafts && newDay !== undefined && (
        <NewRecord {...props} free={free} day={newDay} onDay={setTypedDay} />
      )}
      <Rows {...props} editable={editable} storesDrafts={storesDrafts} typedDay={typedDay} />
    </div>
  );
}

function Rows({
  editable,
  storesDrafts,
  typedDay,
  ...props
}: RecordsProps & { editable: boolean; storesDrafts: boolean; typedDay: string }): ReactNode {
  const { detail, kind, open, onOpen } = props;
  const t = useMessages(recordsMessages);
  const [all, setAll] = useState(false);
  const rows: readonly AnyRecord[] = kind === 'daily' ? detail.dailyRows : detail.weeklyRows;
  const { free, missing } = useDays(detail, kind);
  const models = useRunModels(
    detail.session.id,
    rows.some(({ aiRunId }) => aiRunId !== null),
  );
  const hollow = editable ? missing.filter((day) => !rows.some((row) => getDay(row) === day)) : [];
  // A day that was asked for by a click on its bar, or typed of in the form of a new record, may lie before those that are missed.
  const asked = [open?.kind === kind ? open.day : '', typedDay].filter((day) => free.includes(day));
  const days = [...new Set([...rows.map(getDay), ...hollow, ...asked])].sort().reverse();
  if (days.length === 0) return <EmptyNote>{`${t.none} ${editable ? t.noneHint : ''}`}</EmptyNote>;
  const openAt = open?.kind === kind ? days.indexOf(open.day) : -1;
  const shown = all ? days : days.slice(0, Math.max(SHOWN_AT_FIRST, openAt + 1));
  return (
    <>
      <ol className={styles.rows} aria-label={kind === 'daily' ? t.daily : t.weekly}>
        {shown.map((day) => {
          const record = rows.find((row) => getDay(row) === day);
          const isOpen = storesDrafts && open?.kind === kind && open.day === day;
          return (
            <Row key={day} day={day} isOpen={isOpen} missing={record === undefined} {...props}>
              {isOpen && <EditedRecord {...props} record={record ?? null} free={free} day={day} />}
              {!isOpen && record !== undefined && (
                <RecordRow
                  record={record}
                  model={record.aiRunId === null ? undefined : models.get(record.aiRunId)}
                  onOpen={editable ? (chosen) => onOpen({ kind, day: chosen }) : null}
                />
              )}
              {!isOpen && record === undefined && <MissingRow day={day} onOpen={() => onOpen({ kind, day })} />}
              {!isOpen && storesDrafts && (
                <UnsavedMark
                  sessionId={detail.session.id}
                  kind={kind}
                  day={day}
                  record={record ?? null}
                  onOpen={onOpen}
                />
              )}
            </Row>
          );
        })}
      </ol>
      {shown.length < days.length && (
        <Button variant="subtle" fullWidth onClick={() => setAll(true)}>
          {t.showAll(days.length)}
        </Button>
      )}
    </>
  );
}

/** A row of the list; it becomes visible when it is opened, or its bar is under the crosshair. */
function Row({
  day,
  isOpen,
  missing,
  kind,
  hovered,
  onPoint,
  children,
}: RecordsProps & { day: string; isOpen: boolean; missing: boolean; children: ReactNode }): ReactNode {
  const place = useRef<HTMLLIElement>(null);
  const isHovered = hovered !== null && (kind === 'daily' ? hovered === day : toMonday(hovered) === toMonday(day));
  useEffect(() => {
    // Where chart and list stand below each other, the list must not pull the chart out of view.
    const sideBySide = window.matchMedia(SIDE_BY_SIDE).matches;
    if (isOpen || (isHovered && sideBySide)) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, isHovered]);
  return (
    <li
      ref={place}
      className={styles.row}
      data-open={isOpen || undefined}
      data-hovered={isHovered || undefined}
      data-missing={missing || undefined}
      onPointerEnter={() => onPoint(day)}
      onPointerLeave={() => onPoint(null)}
    >
      {children}
    </li>
  );
}

function MissingRow({ day, onOpen }: { day: string; onOpen: () => void }): ReactNode {
  const t = useMessages(recordsMessages);
  return (
    <div className={styles.line}>
      <RowDay day={day} />
      <span className={styles.missing}>◌ {t.missing}</span>
      <Button variant="default" size="compact-xs" aria-label={t.fillInDay(day)} onClick={onOpen}>
        {t.fillIn}
      </Button>
    </div>
  );
}

/** That something was typed of a record and not saved, and the way back to it. */
function UnsavedMark({
  sessionId,
  kind,
  day,
  record,
  onOpen,
}: {
  sessionId: number;
  kind: RecordKind;
  day: string;
  record: AnyRecord | null;
  onOpen: (open: OpenRecord) => void;
}): ReactNode {
  const t = useMessages(recordsMessages);
  const [draft] = useRecordDraft(sessionId, kind, day, record);
  if (draft === null) return null;
  return (
    <p className={styles.unsaved}>
      ✎ {t.unsaved}
      <Button variant="default" size="compact-xs" aria-label={t.goOnWith(day)} onClick={() => onOpen({ kind, day })}>
        {t.goOn}
      </Button>
    </p>
  );
}

/** The form of a day, with a record or without one yet: it stays the same form when somebody else adds or deletes it. */
function EditedRecord({
  detail,
  kind,
  writes,
  onOpen,
  record,
  free,
  day,
}: RecordsProps & { record: AnyRecord | null; free: readonly string[]; day: string }): ReactNode {
  const t = useMessages(recordsMessages);
  const [isNew] = useState(record === null);
  const move = useMoveRecordDraft(detail.session.id, kind);
  const onDay = (to: string): void => {
    move(day, to);
    onOpen({ kind, day: to });
  };
  const days = { label: kind === 'daily' ? t.tradeDate : t.weekEndDate, free, onDay };
  return (
    <section
      className={isNew ? styles.new : undefined}
      aria-label={isNew ? (kind === 'daily' ? t.addDaily : t.addWeekly) : t.edit(day)}
    >
      {(!isNew || record !== null) && <RowDay day={day} />}
      <RecordForm
        sessionId={detail.session.id}
        kind={kind}
        day={day}
        record={record}
        frozen={detail.session.status === 'closed'}
        days={isNew && record === null ? days : undefined}
        onSave={(judgement, madeFrom) =>
          madeFrom === null ? writes.create(kind, day, judgement) : writes.edit(kind, madeFrom, judgement)
        }
        onDelete={
          record === null
            ? undefined
            : () => {
                onOpen(null);
                void writes.remove(kind, record);
              }
        }
        onLeave={() => onOpen(null)}
      />
    </section>
  );
}

/** The form of a record whose day is chosen in it. */
function NewRecord({
  detail,
  kind,
  writes,
  onOpen,
  free,
  day,
  onDay,
}: RecordsProps & { free: readonly string[]; day: string; onDay: (day: string) => void }): ReactNode {
  const t = useMessages(recordsMessages);
  const rows: readonly AnyRecord[] = kind === 'daily' ? detail.dailyRows : detail.weeklyRows;
  const record = rows.find((row) => getDay(row) === day) ?? null;
  const [draft] = useRecordDraft(detail.session.id, kind, day, record);
  const move = useMoveRecordDraft(detail.session.id, kind);
  const isTyped = draft !== null;
  useEffect(() => {
    // What was typed stays with its day, whichever day is the first without a record by then.
    if (isTyped) onDay(day);
  }, [isTyped, day, onDay]);
  const choose = (to: string): void => {
    move(day, to);
    onDay(to);
  };
  return (
    <section className={styles.new} aria-label={kind === 'daily' ? t.addDaily : t.addWeekly}>
      <RecordForm
        sessionId={detail.session.id}
        kind={kind}
        day={day}
        record={record}
        frozen={detail.session.status === 'closed'}
        days={{ label: kind === 'daily' ? t.tradeDate : t.weekEndDate, free, onDay: choose }}
        onSave={(judgement, madeFrom) =>
          madeFrom === null ? writes.create(kind, day, judgement) : writes.edit(kind, madeFrom, judgement)
        }
        onLeave={(isKept) => {
          if (!isKept) onDay('');
          onOpen(null);
        }}
      />
    </section>
  );
}

function useDays(
  { session, dailyRows, weeklyRows }: SessionDetail,
  kind: RecordKind,
): { free: string[]; missing: string[] } {
  const { today, tradingDay } = useConsoleState();
  const dayBars = useBars(session.code, 'day', 'qfq');
  const weekBars = useBars(session.code, 'week', 'qfq');
  const days: RecordDays = { entryDate: session.entryDate, today, tradingToday: tradingDay };
  if (kind === 'daily') {
    const taken = dailyRows.map(getDay);
    return { free: freeDays(dayBars, taken, days), missing: missingDays(dayBars, taken, days) };
  }
  const taken = weeklyRows.map(getDay);
  return { free: freeWeeks(weekBars, taken, days), missing: missingWeeks(weekBars, taken, days) };
}

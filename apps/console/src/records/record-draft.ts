import { useEffect } from 'react';
import { useDraftState, useMoveDraft } from '../drafts/draft-state';
import { toMonday } from './calendar-days';
import { isSameValue } from './judged-fields';
import { type AnyRecord, type Judgement, toJudgement, type RecordKind } from './record-calls';

/** What somebody has typed of one record and not saved yet. */
export interface RecordDraft {
  /** The record that the changes were made from; null if there was none. */
  readonly madeFrom: AnyRecord | null;
  /** The fields that say something else than that record. */
  readonly changes: Judgement;
}

type SetDraft = (change: RecordDraft | null | ((before: RecordDraft | null) => RecordDraft | null)) => void;

/**
 * The draft of one record, whichever page it was typed on: a day or a week of a session has one. Null if nothing was typed.
 * The setter stays that of its record after the page has gone on to another.
 * @param record The record as it is stored now. A draft that it says already ends: its save got no response before the page was left.
 */
export function useRecordDraft(
  sessionId: number,
  kind: RecordKind,
  day: string,
  record: AnyRecord | null,
): readonly [RecordDraft | null, SetDraft] {
  const [draft, setDraft] = useDraftState<RecordDraft | null>(toDraftName(sessionId, kind, day), null);
  const isStored = draft !== null && record !== null && isAlreadyStored(draft, record);
  useEffect(() => {
    if (isStored) setDraft(null);
  }, [isStored, setDraft]);
  return [isStored ? null : draft, setDraft];
}

function isAlreadyStored({ madeFrom, changes }: RecordDraft, record: AnyRecord): boolean {
  // A save is shown before its response is there; the version is the server's.
  if (record.id === madeFrom?.id && record.version === madeFrom.version) return false;
  const stored = toJudgement(record);
  return (Object.keys(changes) as (keyof Judgement)[]).every((field) =>
    isSameValue(changes[field] ?? null, stored[field]),
  );
}

/** Takes the draft of a day that has no record to another such day; a draft that is there already stays. */
export function useMoveRecordDraft(sessionId: number, kind: RecordKind): (from: string, to: string) => void {
  const move = useMoveDraft();
  return (from, to) => move(toDraftName(sessionId, kind, from), toDraftName(sessionId, kind, to));
}

/** A week has one record, whichever day of it a page names. */
function toDraftName(sessionId: number, kind: RecordKind, day: string): string {
  const period = kind === 'weekly' && day !== '' ? toMonday(day) : day;
  return `session.${sessionId}.${kind}.${period}`;
}

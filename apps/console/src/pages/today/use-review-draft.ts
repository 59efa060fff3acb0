import type { Schemas } from '../../api/client';
import { useDraftState } from '../../drafts/draft-state';
import type { AnyRecord } from '../../records/record-calls';
import { type RecordDraft, useRecordDraft } from '../../records/record-draft';
import {
  findChanges,
  toDraft,
  toJudgement,
  splitDraft,
  toRecordFields,
  findRecord,
  type RecordTarget,
  type ReviewDraft,
  type ReviewFields,
  getStoredFields,
} from './review-draft';
import type { WorkRow } from './today-work';

const NO_DRAFT: ReviewDraft = {};
const NO_DRAFTS: Readonly<Record<string, ReviewDraft>> = {};

/** What somebody has typed into the form of a row and not saved yet. */
export interface TypedReview {
  readonly draft: ReviewDraft;
  readonly change: (changes: ReviewDraft) => void;
  /** What is stored now; undefined until it is read. */
  readonly stored: ReviewFields | undefined;
  /** The record as it is stored now; undefined if there is none. */
  readonly record: AnyRecord | undefined;
  /** The part of the draft that belongs to the record; null if nothing was typed. */
  readonly recordDraft: RecordDraft | null;
  readonly setRecordDraft: (draft: RecordDraft | null) => void;
  /** The record that the draft was made from. */
  readonly madeFrom: AnyRecord | undefined;
  /** Drops the part of the draft that belongs to the session. */
  readonly forget: () => void;
}

/**
 * The draft of a row. The session's fields belong to the row, those of the record to its day or week. The functions remain those of
 * their row after another one is open.
 */
export function useReviewDraft(
  row: WorkRow | undefined,
  detail: Schemas['SessionDetailResponse'] | undefined,
  target: RecordTarget | undefined,
): TypedReview {
  const [drafts, setDrafts] = useDraftState('today.drafts', NO_DRAFTS);
  const record = detail === undefined || target === undefined ? undefined : findRecord(detail, target);
  const stored = detail === undefined || target === undefined ? undefined : getStoredFields(detail, target);
  const [recordDraft, setRecordDraft] = useRecordDraft(
    row?.sessionId ?? 0,
    target?.kind ?? 'daily',
    target?.day ?? '',
    record ?? null,
  );
  const key = row?.key;
  const change = (changes: ReviewDraft): void => {
    if (key === undefined) return;
    const parts = splitDraft(changes);
    if (Object.keys(parts.session).length > 0) {
      setDrafts((all) => ({ ...all, [key]: { ...all[key], ...parts.session } }));
    }
    if (Object.keys(parts.record).length === 0 || stored === undefined) return;
    setRecordDraft((before) => {
      const madeFrom = before === null ? (record ?? null) : before.madeFrom;
      const typed = { ...toDraft(before?.changes ?? {}), ...parts.record };
      const differs = findChanges({ ...stored, ...toRecordFields(madeFrom ?? undefined) }, typed).record !== undefined;
      return differs ? { madeFrom, changes: toJudgement(typed) } : null;
    });
  };
  return {
    draft: key === undefined ? NO_DRAFT : { ...drafts[key], ...toDraft(recordDraft?.changes ?? {}) },
    change,
    stored,
    record,
    recordDraft,
    setRecordDraft,
    madeFrom: recordDraft === null ? record : (recordDraft.madeFrom ?? undefined),
    forget: () => setDrafts((all) => Object.fromEntries(Object.entries(all).filter(([one]) => one !== key))),
  };
}

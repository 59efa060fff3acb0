import { api, readData, type Schemas } from '../../api/client';
import { type AnyRecord, create, edit, remove, revert } from '../../records/record-calls';
import {
  findChanges,
  splitDraft,
  type RecordTarget,
  toRecordFields,
  type ReviewDraft,
  getStoredFields,
  toUndoDraft,
} from './review-draft';

/** What a save did, for the count of the round, and how to take it back. */
export interface SavedReview {
  readonly changedPhase: boolean;
  readonly wroteRecord: boolean;
  readonly undo: (() => Promise<void>) | undefined;
}

/**
 * Stores what a draft changes: the record, then the own fields of the session.
 * @param madeFrom The record that the draft was made from; undefined if there was none.
 * @param onRecordWritten Called before the session's fields are stored: these may fail, and the record must not be written twice.
 * @throws Failure 412 if somebody has changed that record since, 409 if somebody has written it.
 */
export async function saveReview(
  detail: Schemas['SessionDetailResponse'],
  target: RecordTarget,
  madeFrom: AnyRecord | undefined,
  draft: ReviewDraft,
  onRecordWritten: () => void,
): Promise<SavedReview> {
  const { id } = detail.session;
  const stored = { ...getStoredFields(detail, target), ...toRecordFields(madeFrom) };
  const { session, priority, record } = findChanges(stored, draft);
  // The record first: the phase that a person sets stands over what a record brings.
  const written =
    record === undefined
      ? undefined
      : madeFrom === undefined
        ? await create(id, target.kind, target.day, record)
        : await edit(target.kind, madeFrom, record);
  if (written !== undefined) onRecordWritten();
  await saveSession(id, session, priority);
  const undo = async (): Promise<void> => {
    if (written !== undefined) {
      await (madeFrom === undefined
        ? remove(target.kind, written.record)
        : revert(target.kind, written.record, madeFrom.version));
    }
    const back = findChanges({ ...stored, ...draft }, splitDraft(toUndoDraft(stored, draft)).session);
    await saveSession(id, back.session, back.priority);
  };
  const changed = session !== undefined || priority !== undefined || record !== undefined;
  return {
    changedPhase: session?.current_primary_phase !== undefined,
    wroteRecord: record !== undefined,
    undo: changed ? undo : undefined,
  };
}

async function saveSession(
  id: number,
  session: Schemas['UpdateSessionBody'] | undefined,
  priority: number | undefined,
): Promise<void> {
  const params = { path: { id } };
  if (session !== undefined) await readData(api.PATCH('/api/stock-cycle/sessions/{id}', { params, body: session }));
  if (priority !== undefined) {
    await readData(api.PUT('/api/stock-cycle/sessions/{id}/priority', { params, body: { priority } }));
  }
}

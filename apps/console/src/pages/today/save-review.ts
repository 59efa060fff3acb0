import { api, dataOf, type Schemas } from '../../api/client';
import { changesOf, recordOf, type ReviewDraft, storedFields, wayBack } from './review-draft';

/** What a save did, for the count of the round, and how to take it back. */
export interface SavedReview {
  readonly changedPhase: boolean;
  readonly wroteRecord: boolean;
  readonly undo: (() => Promise<void>) | undefined;
}

/** Stores what a draft changes: the record of the day, then the own fields of the session. */
export async function saveReview(
  detail: Schemas['SessionDetailReply'],
  day: string,
  draft: ReviewDraft,
): Promise<SavedReview> {
  const { id } = detail.session;
  const stored = storedFields(detail, day);
  const existing = recordOf(detail, day);
  const recordId = await send(id, existing?.id, day, stored, draft);
  const { session, priority, record } = changesOf(stored, draft);
  const changed = session !== undefined || priority !== undefined || record !== undefined;
  const undo = async (): Promise<void> => {
    const written = { ...stored, ...draft };
    const back = wayBack(stored, draft);
    if (record !== undefined && existing === undefined && recordId !== undefined) {
      await dataOf(api.DELETE('/api/stock-cycle/daily/{dailyId}', { params: { path: { dailyId: recordId } } }));
      await send(id, undefined, day, written, sessionPart(back));
    } else {
      await send(id, recordId, day, written, back);
    }
  };
  return {
    changedPhase: session?.current_primary_phase !== undefined,
    wroteRecord: record !== undefined,
    undo: changed ? undo : undefined,
  };
}

/** @returns the id of the day's record, where there is one. */
async function send(
  sessionId: number,
  recordId: number | undefined,
  day: string,
  stored: ReturnType<typeof storedFields>,
  draft: ReviewDraft,
): Promise<number | undefined> {
  const { session, priority, record } = changesOf(stored, draft);
  const params = { path: { id: sessionId } };
  // The record first: the phase that a person sets stands over what a record brings.
  let written = recordId;
  if (record !== undefined && recordId === undefined) {
    const body = { ...record, trade_date: day };
    written = (await dataOf(api.POST('/api/stock-cycle/sessions/{id}/daily', { params, body }))).daily.id;
  } else if (record !== undefined && recordId !== undefined) {
    await dataOf(
      api.PATCH('/api/stock-cycle/daily/{dailyId}', { params: { path: { dailyId: recordId } }, body: record }),
    );
  }
  if (session !== undefined) await dataOf(api.PATCH('/api/stock-cycle/sessions/{id}', { params, body: session }));
  if (priority !== undefined) {
    await dataOf(api.PUT('/api/stock-cycle/sessions/{id}/priority', { params, body: { priority } }));
  }
  return written;
}

function sessionPart({ reviewAt, priority, phase }: ReviewDraft): ReviewDraft {
  return {
    ...(reviewAt === undefined ? {} : { reviewAt }),
    ...(priority === undefined ? {} : { priority }),
    ...(phase === undefined ? {} : { phase }),
  };
}

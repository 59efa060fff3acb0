import { AppError } from '#lib/kernel';
import type { SessionPatch } from '#lib/tracking';
import type { UpdateSessionBody } from './session.requests';

/** Reads what a PATCH asks for. @throws AppError 400 where it asks for nothing, or for what excludes each other. */
export function sessionPatchOf(body: UpdateSessionBody): SessionPatch {
  const closes = body.close === true;
  const reopens = body.reopen === true;
  if (closes && reopens) throw refuse('reopen', 'close and reopen can not be sent together');
  if (body.end_reason !== undefined && !closes) throw refuse('end_reason', 'end_reason goes together with close: true');
  const patch: SessionPatch = {
    ...given('stockName', body.stock_name),
    ...given('currentPrimaryPhase', body.current_primary_phase),
    ...given('source', body.source),
    ...given('entryClosePrice', body.entry_close_price),
    ...given('summaryNote', body.summary_note),
    ...given('fundamentalScore', body.fundamental_score),
    ...given('fundamentalNote', body.fundamental_note),
    ...given('nextReviewAt', body.next_review_at),
    ...given('priorityDelta', body.priority_delta),
    ...given('endReason', body.end_reason),
    ...(closes ? { move: 'close' } : reopens ? { move: 'reopen' } : {}),
  };
  if (Object.keys(patch).length === 0) {
    throw AppError.invalid('the body names nothing to change: send at least one field');
  }
  return patch;
}

/** A part of the patch, where the body has the field. */
function given<Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> {
  return value === undefined ? {} : ({ [key]: value } as Record<Key, Value>);
}

function refuse(field: string, message: string): AppError {
  return AppError.invalid(message, [{ field, message }]);
}

import { AppError } from '#lib/kernel';
import type { SessionPatch } from '#lib/tracking';
import { type CamelKeys, toCamelKeys } from '../http/camel-keys';
import type { UpdateSessionBody } from './session.requests';

/** What a body names beside the moves; the domain must know each of them. */
type Fields = Pick<SessionPatch, keyof CamelKeys<Omit<UpdateSessionBody, 'close' | 'reopen'>>>;

/** Reads what a PATCH asks for. @throws AppError 400 where it asks for nothing, or for what excludes each other. */
export function toSessionPatch({ close, reopen, ...body }: UpdateSessionBody): SessionPatch {
  const closes = close === true;
  const reopens = reopen === true;
  if (closes && reopens) throw refuse('reopen', 'close and reopen can not be sent together');
  if (body.end_reason !== undefined && !closes) throw refuse('end_reason', 'end_reason goes together with close: true');
  const fields: Fields = toCamelKeys(body);
  const patch: SessionPatch = { ...fields, ...(closes ? { move: 'close' } : reopens ? { move: 'reopen' } : {}) };
  if (Object.keys(patch).length === 0) {
    throw AppError.invalid('the body names nothing to change: send at least one field');
  }
  return patch;
}

function refuse(field: string, message: string): AppError {
  return AppError.invalid(message, [{ field, message }]);
}

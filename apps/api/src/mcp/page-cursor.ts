import { AppError } from '#lib/kernel';

const FORM = /^page:(\d{1,9})$/;

/** Where the next page begins, as a text that callers pass on unread. */
export function writeCursor(offset: number): string {
  return Buffer.from(`page:${offset}`).toString('base64url');
}

/** @throws AppError `invalid_input` where it is none of ours. */
export function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, offset] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (offset !== undefined) return Number(offset);
  const message = 'cursor must be a next_cursor of an answer; leave it out for the first page';
  throw AppError.invalid(message, [{ field: 'cursor', message }]);
}

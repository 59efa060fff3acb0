import type { CalendarDay } from '#lib/kernel';
import { shanghaiTime } from '#lib/market-data/domain';

/** Minutes between two requests of a day that was not published, or whose package was rejected. */
const AGAIN_AFTER_MS = 20 * 60_000;
/** Requests of a rejected package in one sync. */
const MOST_REJECTIONS = 6;
/** A day that is not published by then is left to the next morning's repair. */
const PUBLISHED_BY = '23:00';

/** A request for a day that gave nothing. */
export interface FailedRequest {
  readonly reason: string | null;
  readonly notedAt: Date;
  /** How often it failed in the sync. */
  readonly attempts: number;
}

/**
 * When a sync requests a day again that was not published or was rejected; undefined if not in this sync.
 * Source of the rule: docs/market-tdx.md, "Responses".
 */
export function findNextRequest(request: FailedRequest, today: CalendarDay): Date | undefined {
  const next = new Date(request.notedAt.getTime() + AGAIN_AFTER_MS);
  if (request.reason === 'not_published') return next <= shanghaiTime(today, PUBLISHED_BY) ? next : undefined;
  if (request.reason === 'rejected') return request.attempts < MOST_REJECTIONS ? next : undefined;
  return undefined;
}

/** Whether a failure has its own rule for when to request again, instead of a few retries. */
export function hasOwnSchedule(reason: string | null): boolean {
  return reason === 'not_published' || reason === 'rejected' || reason === 'missing_day';
}

import type { SqlRunner } from '#lib/database';
import type { PlannedReview } from '../review-calendar/domain/review-calendar';
import { LISTING_JOIN, SHOWN_NAME } from './session-name';

/** The open sessions with a review date, by that date. */
export function selectPlannedReviews(db: SqlRunner): Promise<PlannedReview[]> {
  return db.query<PlannedReview>(
    `select s.id as "sessionId", s.code, ${SHOWN_NAME} as "stockName", s.next_review_at as "reviewOn",
       s.entry_date as "entryDate", s.current_primary_phase as phase, s.priority, s.updated_at as "updatedAt", s.version
     from tracking_session s ${LISTING_JOIN}
     where s.next_review_at is not null and s.ended_at is null and s.deleted_at is null
     order by s.next_review_at, s.id`,
  );
}

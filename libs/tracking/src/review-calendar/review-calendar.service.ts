import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { selectPlannedReviews } from '../persistence/planned-reviews.query';
import { type PlannedReview, writeReviewCalendar } from './domain/review-calendar';

/** The planned reviews of all open sessions, for calendar programs. */
@Injectable()
export class ReviewCalendarService {
  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  list(): Promise<PlannedReview[]> {
    return selectPlannedReviews(this.db);
  }

  /** @returns the iCalendar file of reviews. */
  write(reviews: readonly PlannedReview[]): string {
    return writeReviewCalendar(reviews, this.config.publicUrl);
  }
}

import type { CalendarFeedView } from '#lib/accounts';
import { ApiEnum, ApiInstant, ApiObject, ApiText } from '../http';

class CalendarFeedResponse implements CalendarFeedView {
  @ApiInstant() createdAt!: Date;
  @ApiInstant({ nullable: true, description: 'To the minute; null: never' }) lastReadAt!: Date | null;
}

export class CalendarResponse {
  @ApiObject(CalendarFeedResponse, { nullable: true, description: 'null: there is no feed' })
  feed!: CalendarFeedResponse | null;
}

export class CreatedCalendarResponse {
  @ApiObject(CalendarFeedResponse) feed!: CalendarFeedResponse;
  @ApiText({ description: 'Path and query of the feed with its key; shown this one time' }) path!: string;
}

export class CalendarRevokedResponse {
  @ApiEnum([true]) revoked!: true;
}

import { TextField } from '../http';

const KEY_LENGTH = 85;

export class ReviewCalendarQuery {
  @TextField({ max: KEY_LENGTH, description: 'The key of the feed, as POST /api/notifications/calendar gave it' })
  key!: string;
}

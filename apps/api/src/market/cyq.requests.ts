import { MAX_CYQ_SESSIONS } from '#lib/tracking';
import { IdListField, OptionalBody } from '../http';

@OptionalBody()
export class SyncCyqBody {
  @IdListField({
    optional: true,
    nullable: true,
    max: MAX_CYQ_SESSIONS,
    description: 'Sessions to refresh; left out: all open ones. Closed sessions keep what they have',
    example: [17, '18'],
  })
  session_ids?: number[] | null;
}

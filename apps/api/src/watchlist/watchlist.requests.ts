import { OptionalBody, TextField } from '../http';

@OptionalBody()
export class WatchlistItemRequest {
  @TextField({
    max: 20_000,
    multiline: true,
    optional: true,
    nullable: true,
    blankIsNull: true,
    description: 'Left out, a note that is there stays; null or blank clears it',
    example: 'waits for a test of the spring',
  })
  note?: string | null;
}

import { Injectable } from '@nestjs/common';
import { recordAct } from '#lib/audit-trail';
import { Database } from '#lib/database';
import { createCalendarKey, parseCalendarKey, sameSecret } from './api-key-secret';
import {
  type CalendarFeedView,
  deleteCalendarKey,
  putCalendarKey,
  selectActiveCalendarKey,
  selectCalendarFeed,
  stampCalendarRead,
} from './persistence/calendar-keys.query';
import { lockUser } from './persistence/users.query';

/** Keys of calendar feeds: one a user, random, stored as hashes, good for the feed alone. */
@Injectable()
export class CalendarKeysService {
  constructor(private readonly database: Database) {}

  /** The user's feed; null without one. */
  async find(userId: number): Promise<CalendarFeedView | null> {
    return (await selectCalendarFeed(this.database, userId)) ?? null;
  }

  /** Makes the user's key, which ends the one before at once. @returns the whole key: it can't be shown again. */
  async replace(userId: number): Promise<{ feed: CalendarFeedView; key: string }> {
    const { key, keyId, secretHash } = createCalendarKey();
    const feed = await this.database.transaction(async (tx) => {
      await lockUser(tx, userId);
      const written = await putCalendarKey(tx, { userId, keyId, secretHash });
      await recordAct(tx, { action: 'calendar_key.created', subjectId: userId });
      return written;
    });
    return { feed, key };
  }

  /** Ends the user's key at once; without one nothing changes. */
  async revoke(userId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (await deleteCalendarKey(tx, userId))
        await recordAct(tx, { action: 'calendar_key.revoked', subjectId: userId });
    });
  }

  /** The user of a key; `undefined` if the key is unknown, wrong, replaced or revoked, or its user is disabled. */
  async identify(key: string): Promise<number | undefined> {
    const given = parseCalendarKey(key);
    if (given === undefined) return undefined;
    const row = await selectActiveCalendarKey(this.database, given.keyId);
    if (row === undefined || !sameSecret(row.secretHash, given.secretHash)) return undefined;
    if (row.readIsStale) await stampCalendarRead(this.database, given.keyId);
    return row.userId;
  }
}

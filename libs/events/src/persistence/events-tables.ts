import { daysBack, type RetentionRule } from '#lib/database';
import { CreateEvents1772000000010 } from './1772000000010-create-events';
import { KnowDailyDigests1772200000010 } from './1772200000010-know-daily-digests';
import { StoredEvent } from './event.entity';

export const EVENTS_ENTITIES = [StoredEvent];

export const EVENTS_MIGRATIONS = [CreateEvents1772000000010, KnowDailyDigests1772200000010];

export const EVENTS_RETENTION: readonly RetentionRule[] = [
  {
    keep: 'events',
    table: 'event',
    what: 'Events that were told, with their deliveries',
    expired: daysBack('t.told_at'),
  },
];

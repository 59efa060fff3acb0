import { daysBack, type RetentionRule } from '#lib/database';

export const MARKET_SYNC_RETENTION: readonly RetentionRule[] = [
  {
    keep: 'imports',
    table: 'market_sync',
    what: 'Reports of market syncs, but for the latest of each kind; what they stored stays',
    expired: `${daysBack('t.finished_at')}
      and exists (select from market_sync n where n.id > t.id and n.kind = t.kind and n.status = t.status)`,
  },
];

import { daysBack, type RetentionRule } from '#lib/database';

export const MARKET_RETENTION: readonly RetentionRule[] = [
  {
    keep: 'rejectedRows',
    table: 'market_import_note',
    what: 'Refused files and rows of market imports',
    expired: `exists (select from market_import i where i.id = t.import_id and ${daysBack('i.finished_at')})`,
  },
  {
    keep: 'imports',
    table: 'market_import',
    what: 'Reports of market imports, but for the latest; the bars stay',
    expired: `${daysBack('t.finished_at')} and exists (select from market_import n where n.id > t.id and n.status = t.status)`,
  },
];

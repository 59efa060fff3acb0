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
  {
    keep: 'imports',
    table: 'market_sync',
    what: 'Reports of market syncs, but for the latest of each kind; what they stored stays',
    expired: `${daysBack('t.finished_at')}
      and exists (select from market_sync n where n.id > t.id and n.kind = t.kind and n.status = t.status)`,
  },
  {
    keep: 'chips',
    table: 'chip_distribution',
    what: 'Chip distributions; the last of each month stays',
    expired: `t.trade_date < $2::date - $1::integer and exists (
      select from chip_distribution n where n.code = t.code and n.source = t.source and n.trade_date > t.trade_date
        and n.trade_date < date_trunc('month', t.trade_date) + interval '1 month')`,
  },
];

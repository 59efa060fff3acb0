import type { RetentionRule } from '#lib/database';

export const CHIPS_RETENTION: readonly RetentionRule[] = [
  {
    keep: 'chips',
    table: 'chip_distribution',
    what: 'Chip distributions; the last of each month stays',
    expired: `t.trade_date < $2::date - $1::integer and exists (
      select from chip_distribution n where n.code = t.code and n.source = t.source and n.trade_date > t.trade_date
        and n.trade_date < date_trunc('month', t.trade_date) + interval '1 month')`,
  },
];

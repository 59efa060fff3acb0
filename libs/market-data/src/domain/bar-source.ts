/**
 * Who told a bar, or its turnover and market cap. Of shares on the day: `shares` (the `--shares` file), `share_records`,
 * `snapshot`. Estimates: `carried_shares` (of another day, carried over the bonus issues between), `last_shares` (of an
 * earlier bar; on figures alone, never on a bar).
 */
export const BAR_SOURCES = [
  'demo',
  'tushare',
  'eastmoney-csv',
  'baostock-csv',
  'tushare-csv',
  'tdx',
  'shares',
  'last_shares',
  'share_records',
  'snapshot',
  'carried_shares',
] as const;
export type BarSource = (typeof BAR_SOURCES)[number];

/** As stored in `daily_bar`: the place in the list, from 1. New sources are added at its end. */
export function barSourceNo(source: BarSource): number {
  return BAR_SOURCES.indexOf(source) + 1;
}

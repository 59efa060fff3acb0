import type { SqlRunner } from '#lib/database';

/**
 * Removes the demo market in the caller's transaction, all but its bars and {@link removeDemoWork}. Rows are deleted, not
 * truncated: whoever reads goes on reading the demo until the commit. The statements reach into tables of other features on
 * purpose: half a removal would leave judgements of invented stocks beside real ones, so it is one transaction with the
 * first real bars.
 */
export async function removeDemoMarket(tx: SqlRunner): Promise<void> {
  for (const table of DEMO_TABLES) await tx.query(`delete from ${table}`);
}

const DEMO_TABLES = [
  'market_day',
  'stock',
  'provisional_bar',
  'price_break',
  'adj_factor',
  'share_change',
  'stock_name',
  'suspension',
  'daily_valuation',
  'money_flow',
  'financial_report',
  'chip_distribution',
  'ai_replay',
  'ai_judgement',
  'market_change',
  'market_return',
  'market_span',
];

const SAMPLE_LISTS = [
  ['watchlist', 'watchlist_item'],
  ['positions', 'position'],
] as const;

/**
 * Removes scans of the demo market, the sessions made from it (soft-deleted, as a user's delete is), and the entries of
 * lists that it came with. Call it behind the closed gate of the bars: a scan that is running writes to the same rows.
 */
export async function removeDemoWork(tx: SqlRunner): Promise<void> {
  await tx.query(`delete from scan_run where market_source = 'demo'`);
  await tx.query(`
    update tracking_session set deleted_at = now(), updated_at = now(), version = version + 1
    where market_source = 'demo' and deleted_at is null`);
  for (const [list, table] of SAMPLE_LISTS) {
    await tx.query(
      `delete from ${table} own using demo_sample s where s.list = $1 and s.user_id = own.user_id and s.code = own.code`,
      [list],
    );
  }
  await tx.query('delete from demo_sample');
}

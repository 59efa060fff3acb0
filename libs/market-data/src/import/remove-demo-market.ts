import type { SqlRunner } from '#lib/database';

/**
 * Removes the demo market in the caller's transaction: bars, stocks, chips, scans, and the sessions made from it (soft-deleted,
 * as a user's delete is). The statements reach into tables of other features on purpose: half a removal would leave
 * sessions of invented stocks beside real ones, so it is one transaction with the first real bars.
 */
export async function removeDemoMarket(tx: SqlRunner): Promise<void> {
  await tx.query('truncate daily_bar, market_day, stock, provisional_bar');
  await tx.query('delete from price_break');
  await tx.query('truncate adj_factor, share_change, stock_name, suspension, daily_valuation, financial_report');
  await tx.query('delete from chip_distribution');
  await tx.query('delete from ai_judgement');
  await tx.query('delete from market_return');
  await tx.query(`delete from scan_run where market_source = 'demo'`);
  await tx.query(`
    update tracking_session set deleted_at = now(), updated_at = now(), version = version + 1
    where market_source = 'demo' and deleted_at is null`);
}

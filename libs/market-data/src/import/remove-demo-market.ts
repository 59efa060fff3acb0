import type { Client } from 'pg';

/**
 * Removes the demo market in the caller's transaction: bars, stocks, scans, and the sessions made from it (soft-deleted,
 * as a user's delete is). The statements reach into tables of other features on purpose: half a removal would leave
 * sessions of invented stocks beside real ones, so it is one transaction with the first real bars.
 */
export async function removeDemoMarket(client: Client): Promise<void> {
  await client.query('truncate daily_bar, market_day, stock');
  await client.query('delete from price_break');
  await client.query('delete from share_change');
  await client.query(`delete from scan_run where market_source = 'demo'`);
  await client.query(`
    update tracking_session set deleted_at = now(), updated_at = now(), version = version + 1
    where market_source = 'demo' and deleted_at is null`);
}

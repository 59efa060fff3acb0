import type { SqlRunner } from '#lib/database';
import { recordEvent } from '#lib/events';
import type { CalendarDay } from '#lib/kernel';

/** Tells of the market's newest complete day, once. In the transaction that makes it complete. */
export async function recordNewestCompleteDay(tx: SqlRunner): Promise<void> {
  const [newest] = await tx.query<{ day: CalendarDay; bars: number }>(
    'select trade_date as day, bars from market_day where complete order by trade_date desc limit 1',
  );
  if (newest !== undefined) await recordEvent(tx, { type: 'market.complete', key: newest.day, data: newest });
}

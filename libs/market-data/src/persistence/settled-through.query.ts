import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

/** The last day whose bars are final; null without any. A later bar is provisional: shown as such, never scanned or suggested. */
export async function settledThrough(db: SqlRunner): Promise<CalendarDay | null> {
  const [market] = await db.query<{ day: CalendarDay | null }>(
    'select max(trade_date) as day from market_day where not provisional',
  );
  return market?.day ?? null;
}

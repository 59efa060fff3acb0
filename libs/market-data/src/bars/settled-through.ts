import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

/**
 * The last day whose bars are final; null without any. A later bar is provisional: shown as such, never scanned or suggested.
 * The one place that knows: imported files and the demo market hold final days only; a source that delivers days before
 * they are complete says here which of them are.
 */
export async function settledThrough(db: SqlRunner): Promise<CalendarDay | null> {
  const [market] = await db.query<{ day: CalendarDay | null }>('select bars_to as day from market_state');
  return market?.day ?? null;
}

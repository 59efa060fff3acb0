import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

/** A stock that the scan hit, and the session that came of it. */
export interface SampleSession {
  readonly sessionId: number;
  readonly code: string;
  readonly entryDate: CalendarDay;
  /** Yuan. */
  readonly entryClose: number;
}

/** Whether the database holds the demo market, and nobody has begun anything. */
export async function isUntouchedDemo(db: SqlRunner): Promise<boolean> {
  const [row] = await db.query<{ untouched: boolean }>(
    `select (select source from market_state) = 'demo'
       and not exists (select from tracking_session) and not exists (select from scan_run) as untouched`,
  );
  return row?.untouched === true;
}

/** The administrator who has the lowest id. */
export async function selectFirstAdministrator(db: SqlRunner): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>(
    `select id from app_user where role = 'admin' and disabled_at is null order by id limit 1`,
  );
  return row?.id;
}

/** Open sessions of a scan's hits, the newest entry first. */
export function selectSampleSessions(db: SqlRunner, scanId: number, limit: number): Promise<SampleSession[]> {
  return db.query<SampleSession>(
    `select t.id as "sessionId", t.code, t.entry_date as "entryDate", h.close as "entryClose"
     from scan_hit h join tracking_session t on t.code = h.code and t.ended_at is null and t.deleted_at is null
     where h.scan_id = $1 order by t.entry_date desc, t.code limit $2`,
    [scanId, limit],
  );
}

/** Notes which entries of a user's list the demo came with. */
export async function storeDemoSamples(
  tx: SqlRunner,
  list: 'watchlist' | 'positions',
  userId: number,
  codes: readonly string[],
): Promise<void> {
  await tx.query(
    'insert into demo_sample (list, user_id, code) select $1, $2, code from unnest($3::text[]) as given(code) on conflict do nothing',
    [list, userId, codes],
  );
}

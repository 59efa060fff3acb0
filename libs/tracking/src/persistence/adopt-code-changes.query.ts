import type { SqlRunner } from '#lib/database';

/** Whether something is still kept under a code that has changed. */
export const KEPT_UNDER_OLD_CODES = `
  exists (select from tracking_session s join stock_code_change c on c.old_code = s.code)
  or exists (select from position p join stock_code_change c on c.old_code = p.code)
  or exists (select from watchlist_item i join stock_code_change c on c.old_code = i.code)`;

/**
 * Moves what people keep under an old code to today's code of the stock: sessions with their records, positions, watch-lists.
 * Safe to run again; call it before any lock on figures is taken, as writers of sessions take that lock last.
 * @returns open sessions, and those that were closed here, that have another code now: their figures must be made again.
 */
export async function adoptCodeChanges(sql: SqlRunner): Promise<number[]> {
  const [kept] = await sql.query<{ any: boolean }>(`select ${KEPT_UNDER_OLD_CODES} as any`);
  if (kept?.any !== true) return [];
  const closed = await closeSecondSessions(sql);
  const moved = await sql.query<{ id: number; open: boolean }>(
    `update tracking_session s set code = c.new_code, version = s.version + 1, updated_at = clock_timestamp()
     from stock_code_change c where s.code = c.old_code
     returning s.id, s.ended_at is null as open`,
  );
  await movePositions(sql);
  await moveWatchlists(sql);
  const outdated = moved.flatMap(({ id, open }) => (open || closed.includes(id) ? [id] : []));
  // A closed session keeps its figures; these were those of a code without a market.
  await sql.query('delete from session_market where session_id = any($1)', [
    outdated.filter((id) => closed.includes(id)),
  ]);
  return outdated;
}

/** One stock has one open session: the one with the earlier entry stays, the other is closed with all its records. */
async function closeSecondSessions(sql: SqlRunner): Promise<number[]> {
  const rows = await sql.query<{ id: number }>(
    `with open as (
       select s.id, s.entry_date, coalesce(c.new_code, s.code) as code
       from tracking_session s left join stock_code_change c on c.old_code = s.code
       where s.ended_at is null and s.deleted_at is null
         and (c.old_code is not null or s.code in (select new_code from stock_code_change))
     ), ranked as (
       select id, code, first_value(id) over stock as kept from open window stock as (partition by code order by entry_date, id)
     )
     update tracking_session s set ended_at = now(), ended_by_rule = true, version = s.version + 1,
       updated_at = clock_timestamp(), end_reason = 'code_changed: ' || r.code || ' is tracked by session ' || r.kept
     from ranked r where r.id = s.id and r.id <> r.kept
     returning s.id`,
  );
  return rows.map(({ id }) => id);
}

/** Two positions in one stock are two statements about one holding, not two holdings: the later one counts. */
async function movePositions(sql: SqlRunner): Promise<void> {
  await sql.query(
    `with moved as (
       delete from position p using stock_code_change c where c.old_code = p.code
       returning p.user_id, c.new_code as code, p.quantity, p.avg_cost, p.opened_at, p.updated_at
     )
     insert into position as kept (user_id, code, quantity, avg_cost, opened_at, updated_at)
     select distinct on (user_id, code) user_id, code, quantity, avg_cost, opened_at, updated_at
     from moved order by user_id, code, updated_at desc
     on conflict (user_id, code) do update set quantity = excluded.quantity, avg_cost = excluded.avg_cost,
       opened_at = excluded.opened_at, updated_at = excluded.updated_at
     where excluded.updated_at > kept.updated_at`,
  );
}

/** Of two notes about one stock both stay. */
async function moveWatchlists(sql: SqlRunner): Promise<void> {
  await sql.query(
    `with moved as (
       delete from watchlist_item i using stock_code_change c where c.old_code = i.code
       returning i.user_id, c.new_code as code, i.note, i.created_at
     )
     insert into watchlist_item as kept (user_id, code, note, created_at)
     select user_id, code, left(string_agg(note, E'\\n' order by created_at), 20000), min(created_at)
     from moved group by user_id, code order by user_id, code
     on conflict (user_id, code) do update set created_at = least(kept.created_at, excluded.created_at),
       note = left(nullif(concat_ws(E'\\n', kept.note, nullif(excluded.note, kept.note)), ''), 20000)`,
  );
}

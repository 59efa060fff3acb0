import { type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

/** A stock on an entry day. */
export interface Entry {
  code: string;
  entryDate: CalendarDay;
}

/**
 * The sessions that a person closed or deleted since an instant, of entries whose code has no open session now; the latest of
 * each. Closing is stamped by the business clock, deleting by the real one.
 * @returns session id by code. Codes must be distinct.
 */
export async function selectEndedByPerson(
  tx: Transaction,
  entries: readonly Entry[],
  since: { closed: Date; deleted: Date },
  marketSource: string,
): Promise<Map<string, number>> {
  const rows = await tx.query<{ code: string; id: number }>(
    `select e.code, ended.id
     from unnest($1::text[], $2::date[]) as e(code, entry_date)
     cross join lateral (
       select s.id from tracking_session s
       where s.code = e.code and s.entry_date = e.entry_date and s.market_source = $5
         and (s.ended_at is not null or s.deleted_at is not null)
         and (s.deleted_at >= $4 or (s.ended_at >= $3 and not s.ended_by_rule))
       order by s.id desc limit 1
     ) ended
     where not exists (
       select from tracking_session o where o.code = e.code and o.ended_at is null and o.deleted_at is null)`,
    [
      entries.map(({ code }) => code),
      entries.map(({ entryDate }) => entryDate),
      since.closed,
      since.deleted,
      marketSource,
    ],
  );
  return new Map(rows.map(({ code, id }) => [code, id]));
}

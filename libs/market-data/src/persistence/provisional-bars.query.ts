import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { ENOUGH } from '../domain/enough';

/** Which bars of a load are final. A staged bar of a day in neither list was not read, only stored again. */
export interface Finality {
  /** Days that were read before 15:45 of themselves. */
  provisional: readonly CalendarDay[];
  /** Days that were read later. */
  final: readonly CalendarDay[] | 'all others';
}

/**
 * SQL: the bar is final. A bar that was read before 15:45 of its day has a part of the day's volume, and would be the lowest
 * of all. It stays provisional until a later load brings it again.
 * @param bar The table of bars, or its alias.
 */
export const notProvisional = (bar: string): string =>
  // The days come first: a whole market is read without looking up a single bar.
  `(${bar}.trade_date <> all (array(select distinct p.trade_date from provisional_bar p))
    or not exists (select from provisional_bar p where p.trade_date = ${bar}.trade_date and p.code = ${bar}.code))`;

/**
 * Notes which of the staged bars are provisional, and forgets those that came again after 15:45. A day is provisional while
 * less than 95 % of its bars are final. In the load's transaction, after the bars are counted.
 * @returns the first day with a bar that became provisional or ceased to be; null where there is none.
 */
export async function storeProvisionalBars(
  tx: SqlRunner,
  { provisional, final }: Finality,
): Promise<CalendarDay | null> {
  const began = await tx.query<{ day: CalendarDay }>(
    `insert into provisional_bar (trade_date, code)
     select s.trade_date, s.code from bar_staging s where s.trade_date = any($1::date[])
     on conflict do nothing returning trade_date as day`,
    [provisional],
  );
  const ended = await tx.query<{ day: CalendarDay }>(
    `delete from provisional_bar p using bar_staging s
     where s.trade_date = p.trade_date and s.code = p.code and p.trade_date <> all($1::date[])
       and ($2::date[] is null or p.trade_date = any($2::date[]))
     returning p.trade_date as day`,
    [provisional, final === 'all others' ? null : final],
  );
  const days = [...new Set([...began, ...ended].map(({ day }) => day))].sort();
  const [first] = days;
  if (first === undefined) return null;
  // Where a vendor tells what a day should hold, the sync's own verdict follows.
  await tx.query(
    `update market_day m set provisional = v.early,
       complete = not v.early and (m.complete or (m.provisional and m.expected is null))
     from (
       select d.trade_date, d.bars - count(p.code) < d.bars * ${ENOUGH} as early
       from market_day d left join provisional_bar p on p.trade_date = d.trade_date
       where d.trade_date = any($1::date[]) group by d.trade_date, d.bars
     ) v
     where m.trade_date = v.trade_date`,
    [days],
  );
  return first;
}

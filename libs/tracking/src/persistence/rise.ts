import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { readStockAdjustments } from '#lib/market-data';

/** Stocks whose close before does not stand beside that of a day as it was traded. */
export interface RiseReferences {
  codes: string[];
  /** What the close before is divided by; null where nobody knows. */
  factors: (number | null)[];
}

/**
 * What a bar `b` rose from: its ex-right previous close; where the source has none, the close before, adjusted.
 * @param codes SQL of {@link RiseReferences.codes}. @param factors SQL of the factors beside them.
 */
export const riseJoins = (codes: string, factors: string): string => `
  left join lateral (
    select p.close from daily_bar p where p.code = b.code and p.trade_date < b.trade_date
    order by p.trade_date desc limit 1
  ) before on b.pre_close is null
  left join unnest(${codes}::text[], ${factors}::float8[]) as adjusted(code, factor) on adjusted.code = b.code`;

/** Over {@link riseJoins}; to a fen, as exchanges print it. Null where a gap lies before the bar. */
export const RISEN_FROM = `
  case when adjusted.code is null then coalesce(b.pre_close, before.close)
    else round((coalesce(b.pre_close, before.close) / adjusted.factor)::numeric, 2)::float8 end`;

/**
 * Whether a bar `b` closed at least so many percent higher; never where a gap that nobody explains lies before it. In fen,
 * so that 8 % is 8 %.
 * @param percent SQL of a number.
 */
export function risenBy(percent: string): string {
  return `round(b.close * 100) * 100 >= round((${RISEN_FROM}) * 100) * (100 + ${percent})`;
}

/** Asks the stocks' adjustments what lies between a day and the bar before, of stocks that have no ex-right close or a gap. */
export async function readRiseReferences(db: SqlRunner, day: CalendarDay): Promise<RiseReferences> {
  const stocks = await db.query<{ code: string; before: CalendarDay; exRight: boolean }>(
    `with asked as materialized (
       select b.code, b.pre_close is not null as ex_right from daily_bar b
       where b.trade_date = $1 and (b.pre_close is null or b.code in (
         select k.code from price_break k where k.trade_date = $1 and k.kind = 'gap'
       ))
     )
     select asked.code, asked.ex_right as "exRight", before.trade_date as before
     from asked
     cross join lateral (
       select p.trade_date from daily_bar p where p.code = asked.code and p.trade_date < $1
       order by p.trade_date desc limit 1
     ) before
     where exists (
       select from price_break k where k.code = asked.code and k.trade_date = $1 and k.kind = 'gap'
     ) or exists (
       select from share_change c where c.code = asked.code and c.trade_date > before.trade_date and c.trade_date <= $1
     ) or exists (
       select from adj_factor f where f.code = asked.code and f.trade_date > before.trade_date and f.trade_date <= $1
     )
     order by asked.code`,
    [day],
  );
  if (stocks.length === 0) return { codes: [], factors: [] };
  const adjustments = await readStockAdjustments(
    db,
    stocks.map(({ code }) => code),
  );
  return {
    codes: stocks.map(({ code }) => code),
    factors: stocks.map(({ code, before, exRight }) => {
      const own = adjustments.of(code);
      if (own.gapsBetween(before, day).length > 0) return null;
      return exRight ? 1 : own.priceFactorBetween(before, day);
    }),
  };
}

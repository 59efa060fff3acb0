import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { AdjustmentFacts } from '../domain/adjusted-bar';

/** What is known up to a day of the ex-rights and share changes of some stocks: an entry for each code. */
export async function readAdjustmentFacts(
  runner: SqlRunner,
  codes: readonly string[],
  day: CalendarDay,
): Promise<ReadonlyMap<string, AdjustmentFacts>> {
  const rows = await runner.query<AdjustmentFacts & { code: string }>(
    `select wanted.code,
       coalesce((select json_agg(json_build_object('tradeDate', trade_date, 'factor', factor) order by trade_date)
         from adj_factor where code = wanted.code and trade_date <= $2), '[]') as "adjFactors",
       coalesce((select json_agg(json_build_object('tradeDate', trade_date, 'factor', ratio) order by trade_date)
         from (
           select trade_date, ratio from price_break
           where code = wanted.code and trade_date <= $2 and kind = 'ex_right'
           union all
           -- A bonus issue that no previous close tells of: the price fell by its factor at least.
           select trade_date, factor from share_change c where code = wanted.code and trade_date <= $2 and not exists (
             select from price_break p where p.code = c.code and p.trade_date = c.trade_date and p.kind = 'ex_right')
         ) known), '[]') as "exRights",
       coalesce((select json_agg(json_build_object('tradeDate', trade_date, 'factor', factor) order by trade_date)
         from share_change where code = wanted.code and trade_date <= $2), '[]') as "shareChanges"
     from unnest($1::text[]) as wanted(code)`,
    [codes, day],
  );
  return new Map(rows.map(({ code, ...facts }) => [code, facts]));
}

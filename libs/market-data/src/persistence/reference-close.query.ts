import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { readStockAdjustments } from './stock-adjustments.query';

/** A last bar that the close before does not stand beside as it was traded. */
interface OddBar {
  code: string;
  day: CalendarDay;
  before: CalendarDay;
  exRight: boolean;
}

/**
 * `$1`: the market's day before its last. Most stocks have a bar on both, so that only what changed after `$1` can lie between
 * their last two bars; the bar before is looked up of the others alone.
 */
const SELECT_ODD_BARS = `
  with possible as materialized (
    select f.code, f.latest_trade_date from stock_figures f
    where f.latest_trade_date <= $1::date
      or f.code not in (select code from daily_bar where trade_date = $1::date)
      or f.code in (
        select code from price_break where trade_date > $1::date and kind = 'gap'
        union all select code from share_change where trade_date > $1::date
        union all select code from adj_factor where trade_date > $1::date
      )
  )
  select f.code, f.latest_trade_date as day, before.trade_date as before, b.pre_close is not null as "exRight"
  from possible f
  join daily_bar b on b.code = f.code and b.trade_date = f.latest_trade_date
  cross join lateral (
    select p.trade_date from daily_bar p where p.code = f.code and p.trade_date < f.latest_trade_date
    order by p.trade_date desc limit 1
  ) before
  where exists (
    select from price_break k where k.code = f.code and k.trade_date = f.latest_trade_date and k.kind = 'gap'
  ) or b.pre_close is null and (exists (
    select from share_change c
    where c.code = f.code and c.trade_date > before.trade_date and c.trade_date <= f.latest_trade_date
  ) or exists (
    select from adj_factor a
    where a.code = f.code and a.trade_date > before.trade_date and a.trade_date <= f.latest_trade_date
  ))
  order by f.code`;

/**
 * Corrects `stock_figures.reference_close`, which is the ex-right previous close, else the close before as it was traded:
 * by the stock's adjustments, to a fen, where the shares changed between; null where an unexplained gap lies between.
 */
export async function correctReferenceCloses(tx: SqlRunner): Promise<void> {
  const [market] = await tx.query<{ before: CalendarDay | null }>(
    `select max(trade_date) as before from daily_bar
     where trade_date < (select max(latest_trade_date) from stock_figures)`,
  );
  // No stock has two bars.
  if (market === undefined || market.before === null) return;
  const bars = await tx.query<OddBar>(SELECT_ODD_BARS, [market.before]);
  if (bars.length === 0) return;
  const codes = bars.map(({ code }) => code);
  const adjustments = await readStockAdjustments(tx, codes);
  const factors = bars.map(({ code, day, before, exRight }) => {
    const own = adjustments.of(code);
    if (own.gapsBetween(before, day).length > 0) return null;
    return exRight ? 1 : own.priceFactorBetween(before, day);
  });
  await tx.query(
    `update stock_figures f set reference_close = round((f.reference_close / odd.factor)::numeric, 2)::float8
     from unnest($1::text[], $2::float8[]) as odd(code, factor) where f.code = odd.code`,
    [codes, factors],
  );
}

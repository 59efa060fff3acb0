import { ESTIMATED_CAP } from '../domain/estimated-cap';

/**
 * SQL of at most one row `cap`: the circulating market cap of a bar that has none, as its close times the last known circulating
 * shares, in yuan. Bonus issues between count. No row where the shares are older than 60 days, or where the price stepped
 * between by more than a dividend and no share change tells why.
 * @param bar The bar, with `code`, `trade_date`, `close` and `circ_market_cap`.
 */
export const estimatedCap = (bar: string): string => `
  select ${bar}.close * known.shares * coalesce((
      select exp(sum(ln(c.factor))) from share_change c
      where c.code = ${bar}.code and c.trade_date > known.trade_date and c.trade_date <= ${bar}.trade_date
    ), 1) as cap
  from (
    select k.trade_date, k.circ_market_cap / k.close as shares from daily_bar k
    where ${bar}.circ_market_cap is null and k.code = ${bar}.code and k.trade_date < ${bar}.trade_date
      and k.trade_date >= ${bar}.trade_date - ${ESTIMATED_CAP.longestDays} and k.circ_market_cap is not null
    order by k.trade_date desc limit 1
  ) known
  where not exists (
    select from price_break p
    where p.code = ${bar}.code and p.trade_date > known.trade_date and p.trade_date <= ${bar}.trade_date
      and (p.ratio is null or p.ratio > ${ESTIMATED_CAP.largestDividendRatio})
      and not exists (select from share_change c where c.code = p.code and c.trade_date = p.trade_date)
  )`;

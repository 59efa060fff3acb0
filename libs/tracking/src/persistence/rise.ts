/** What a bar `b` rose from: its ex-right previous close; where the source has none, the close before. */
export const RISE_JOINS = `
  left join lateral (
    select p.close from daily_bar p where p.code = b.code and p.trade_date < b.trade_date
    order by p.trade_date desc limit 1
  ) before on b.pre_close is null`;

/** Over {@link RISE_JOINS}. */
export const RISEN_FROM = 'coalesce(b.pre_close, before.close)';

/**
 * Whether a bar `b` closed at least so many percent higher; never where a gap that nobody explains lies before it. In fen,
 * so that 8 % is 8 %.
 * @param percent SQL of a number.
 */
export function risenBy(percent: string): string {
  return `
    round(b.close * 100) * 100 >= round(${RISEN_FROM} * 100) * (100 + ${percent})
    and not exists (select 1 from price_break k where k.code = b.code and k.trade_date = b.trade_date and k.kind = 'gap')`;
}

import type { Database } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

/** A stock's stored bars as plain arrays, oldest first, and the days on which its old shares became more of them. */
export interface PlainBars {
  readonly code: string;
  readonly days: readonly CalendarDay[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
  readonly amount: readonly number[];
  readonly issues: readonly { readonly day: CalendarDay; readonly factor: number }[];
}

/** Bars from a day on, straight from the tables. The prices of these files are as traded, without ex-right closes. */
export async function selectPlainBars(database: Database, from: CalendarDay): Promise<PlainBars[]> {
  return database.query<PlainBars>(
    `select code, array_agg(trade_date::text order by trade_date) as days,
       array_agg(open::float8 order by trade_date) as open, array_agg(high::float8 order by trade_date) as high,
       array_agg(low::float8 order by trade_date) as low, array_agg(close::float8 order by trade_date) as close,
       array_agg(volume::float8 order by trade_date) as volume, array_agg(amount::float8 order by trade_date) as amount,
       (select coalesce(jsonb_agg(jsonb_build_object('day', c.trade_date, 'factor', c.factor)), '[]')
        from share_change c where c.code = b.code) as issues
     from daily_bar b where trade_date >= $1 group by code order by code`,
    [from],
  );
}

/** The newest bars up to position `at`, each as a chart of that day has it. */
export function barsUpTo(bars: PlainBars, at: number, count: number): PlainBars {
  const from = Math.max(0, at + 1 - count);
  const days = bars.days.slice(from, at + 1);
  const [first = '', today = ''] = [days[0], days.at(-1)];
  const issues = bars.issues.filter(({ day }) => day > first && day <= today);
  const cut = (column: readonly number[]) => column.slice(from, at + 1);
  const [open, high, low, close] = [cut(bars.open), cut(bars.high), cut(bars.low), cut(bars.close)];
  const volume = cut(bars.volume);
  for (const issue of issues) {
    for (let each = 0; (days[each] ?? today) < issue.day; each += 1) {
      for (const prices of [open, high, low, close]) prices[each] = (prices[each] ?? NaN) / issue.factor;
      volume[each] = (volume[each] ?? NaN) * issue.factor;
    }
  }
  return { code: bars.code, issues: [], days, open, high, low, close, volume, amount: cut(bars.amount) };
}

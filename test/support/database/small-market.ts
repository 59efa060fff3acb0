import { type Database } from '#lib/database';
import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import { refreshStockFigures, TradingCalendar } from '#lib/market-data';
import { fillStockSearch } from '#lib/market-data/testing';

const calendar = TradingCalendar.published();

export interface SmallStock {
  code: string;
  name?: string;
  board?: 'main' | 'chinext' | 'star' | 'bse';
  listDate?: string;
  /** Volume of every bar that `volumes` doesn't name, in shares. Default 1000. */
  volume?: number;
  /** Volumes of single days; null: no bar. */
  volumes?: Record<string, number | null>;
  /** Closes of single days. Default 10. */
  closes?: Record<string, number>;
  preCloses?: Record<string, number>;
  upLimits?: Record<string, number>;
  /** Market cap in 亿 yuan on every bar; null: unknown. Default 200. */
  capYi?: number | null;
  /** Percent, on every bar; null: unknown. Default null. */
  turnoverPct?: number | null;
  /** Highs above, and lows below, the closes of the bars, in yuan. Default 0. */
  width?: number;
  firstBar?: string;
  isSt?: boolean;
}

/** Puts a hand-made market into an empty database: bars on every open day from `from` to `to`. */
export async function putSmallMarket(
  database: Database,
  span: { from: string; to: string },
  stocks: readonly SmallStock[],
): Promise<void> {
  const days = calendar.openDaysBetween(calendarDayOf(span.from), calendarDayOf(span.to));
  await database.transaction(async (tx) => {
    for (const stock of stocks) {
      const own = days.filter((day) => day >= (stock.firstBar ?? span.from) && stock.volumes?.[day] !== null);
      await tx.query(
        `insert into stock (code, exchange, board, name, list_date, first_bar_date, last_bar_date)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          stock.code,
          stock.code.startsWith('6') ? 'SSE' : 'SZSE',
          stock.board ?? 'main',
          stock.name ?? `股票${stock.code}`,
          stock.listDate ?? null,
          own[0],
          own.at(-1),
        ],
      );
      await tx.query(
        `insert into daily_bar (trade_date, code, open, high, low, close, pre_close, volume, amount, circ_market_cap, up_limit, is_st, turnover_pct)
         select d, $1, c, c + $10, c - $10, c, p, v, v * c, $2, u, $8, $9
         from unnest($3::date[], $4::float8[], $5::float8[], $6::bigint[], $7::float8[]) as b(d, c, p, v, u)`,
        [
          stock.code,
          stock.capYi === null ? null : (stock.capYi ?? 200) * 1e8,
          own,
          own.map((day) => stock.closes?.[day] ?? 10),
          own.map((day) => stock.preCloses?.[day] ?? null),
          own.map((day) => stock.volumes?.[day] ?? stock.volume ?? 1000),
          own.map((day) => stock.upLimits?.[day] ?? null),
          stock.isSt ?? null,
          stock.turnoverPct ?? null,
          stock.width ?? 0,
        ],
      );
    }
    await tx.query(
      `insert into market_day (trade_date, bars) select trade_date, count(*) from daily_bar group by trade_date
       on conflict (trade_date) do update set bars = excluded.bars`,
    );
    await tx.query(
      `update market_state set source = 'files', data_version = data_version + 1, bars_from = $1, bars_to = $2`,
      [days[0], days.at(-1)],
    );
    await fillStockSearch(tx);
    await refreshStockFigures(tx, 'everything');
  });
}

/** The `count` open days before a day, oldest first. */
export function openDaysBefore(day: string, count: number): CalendarDay[] {
  return calendar.openDaysBefore(calendarDayOf(day), count);
}

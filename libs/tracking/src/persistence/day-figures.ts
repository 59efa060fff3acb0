import type { MissingFigureReason } from '../domain/day-figures';

/** Columns of the figures of the market's last day whose absence has a reason of its own. */
interface DayFigure {
  column: string;
  /** Why a stock with a bar on that day has none. */
  otherwise: MissingFigureReason;
}

/** What rows with the last bar of a stock have, in SQL. */
interface LastBar {
  close: string;
  day: string;
  marketDay: string;
}

/** SQL of a {@link MissingFigureReason}; null where the figure is there. @param kept SQL of whether an older build kept none. */
export function missingReason({ column, otherwise }: DayFigure, bar: LastBar, kept = 'false'): string {
  return `case when ${column} is not null then null when ${bar.close} is null then 'no_bars'
    when ${bar.day} < ${bar.marketDay} then 'no_bar_on_last_day' when ${kept} then 'not_kept' else '${otherwise}' end`;
}

/** Percent from the reference close to the latest one, of the market's last day alone. @param f Alias of `stock_figures`. */
export const dayChangePct = (f: string): string =>
  `case when ${f}.latest_trade_date = ${f}.lowest_volume_to
     then round(((${f}.latest_close / ${f}.reference_close - 1) * 100)::numeric, 2)::float8 end`;

import type { Bar, Board, Exchange } from '#lib/market-data';
import type { CalendarDay } from '#lib/kernel';

export interface DemoStock {
  code: string;
  name: string;
  exchange: Exchange;
  board: Board;
  listDate: CalendarDay;
}

/** One stock with its bars from the asked day on, ascending. */
export interface DemoSeriesOfStock {
  stock: DemoStock;
  bars: readonly Bar[];
}

/** The generated market as the loader sees it, the same for the same days however often it is built. */
export interface DemoMarket {
  stocks: readonly DemoStock[];
  /** Bars from `fromDay` (inclusive) to the market's last day, in any order; all bars when left out. */
  bars(fromDay?: CalendarDay): Iterable<Bar>;
  /**
   * Stock after stock with its bars from `fromDay` on, also where it has none. Each costs the days since the epoch, some
   * milliseconds: whoever must answer others meanwhile can pause between two.
   */
  series(fromDay: CalendarDay): Iterable<DemoSeriesOfStock>;
}

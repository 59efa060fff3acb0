import type { CalendarDay } from '#lib/kernel';
import type { Board } from '#lib/market-data';
import type { TradedBars, TradingCosts } from '#lib/outcomes/domain';

/** One stock's bars as a portfolio trades them. */
export interface PortfolioBars extends TradedBars {
  readonly tradedClose: Float64Array;
  /** Yuan traded on the day; 0: not traded, NaN: unknown. */
  readonly amount: Float64Array;
  /** Adjusted price over traded price, of one adjustment for all bars. */
  readonly factor: Float64Array;
}

export interface PortfolioStock {
  readonly code: string;
  readonly board: Board;
  /** Whether it has left the exchange: its last bar is the last one that there will be. */
  readonly isDelisted: boolean;
  readonly bars: PortfolioBars;
}

/** The hits of a study, in any order. */
export interface PortfolioHits {
  /** Number of each hit's stock. */
  readonly stock: ArrayLike<number>;
  /** Number of its day among the open days; the stock has a bar on it. */
  readonly day: ArrayLike<number>;
  /** Rank within the day, lowest first. Equal ranks are drawn by lot. */
  readonly rank: ArrayLike<number>;
}

/** When a position is sold: judged on the close of a day, done at the next open. */
export interface ExitRule {
  /** Open days from the purchase to the sale, at least 1. */
  readonly days: number;
  /** Percent below the purchase's price. */
  readonly stopPct?: number | undefined;
  /** Percent above it. */
  readonly takePct?: number | undefined;
  /** Percent below the highest close since, or the purchase's price where that is higher. */
  readonly trailPct?: number | undefined;
}

export interface PortfolioRules {
  /** Positions at most; each is given its share of the equity. */
  readonly positions: number;
  /** Yuan at the start, whole fen. */
  readonly capital: number;
  /** Its `notional` has no meaning here: each order has its own amount. */
  readonly costs: TradingCosts;
  readonly exit: ExitRule;
}

/** What a portfolio is simulated on. */
export interface PortfolioMarket {
  readonly hits: PortfolioHits;
  /** Asked once for each stock that has a hit. */
  readonly readStock: (stock: number) => PortfolioStock;
  /** Open days of the span: the number of the first among the exchange's open days, and all dates. */
  readonly days: { readonly first: number; readonly dates: readonly CalendarDay[] };
}

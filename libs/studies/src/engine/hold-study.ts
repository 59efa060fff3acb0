import { type BarMatrix, BarReader, type SharedMatrix } from '#lib/bar-matrix/domain';
import type { CalendarDay } from '#lib/kernel';
import { hasLeft, type TradingCosts } from '#lib/outcomes/domain';
import { toBars } from '../domain/portfolio/portfolio-bars';
import type { ExitRule } from '../domain/portfolio/portfolio-input';
import { type PortfolioOutcome, simulatePortfolio } from '../domain/portfolio/simulate-portfolio';
import { hashSeed } from '../domain/statistics/seeded-random';

/** A portfolio as a thread simulates it. */
export interface PortfolioTask {
  readonly matrix: SharedMatrix;
  /** Cases of the study, a place each. */
  readonly hits: {
    /** Numbers in the matrix. */
    readonly stock: Int32Array;
    /** Numbers of the signal days among the exchange's open days, the matrix's first day being 0. */
    readonly day: Int32Array;
    readonly rank: Int32Array;
  };
  /** Number of the first of `dates` among the open days, as `hits.day` has them. */
  readonly firstOpenDay: number;
  /** The open days of the portfolio. */
  readonly dates: readonly CalendarDay[];
  readonly positions: number;
  /** Yuan. */
  readonly capital: number;
  readonly costs: TradingCosts;
  readonly exit: ExitRule;
  /** Variants of the screen that were studied. */
  readonly variants: number;
  readonly seed: string;
}

/** Simulates a portfolio that buys the cases of a study. Pure: the same task, the same portfolio. */
export function holdStudy(task: Omit<PortfolioTask, 'matrix'>, matrix: BarMatrix): PortfolioOutcome {
  const { hits, firstOpenDay, dates, positions, capital, costs, exit, variants, seed } = task;
  const lastDay = matrix.facts.days.length - 1;
  return simulatePortfolio({
    ...{ hits, days: { first: firstOpenDay, dates }, positions, capital, costs, exit },
    readStock(stockNo) {
      // A reader of its own: the columns are held while the others are read.
      const bars = new BarReader(matrix).read(stockNo, lastDay, null, lastDay + 1);
      const stock = matrix.facts.stocks[stockNo];
      if (bars === undefined || stock === undefined) throw new Error('a case of a stock without bars');
      return {
        ...{ code: stock.code, board: stock.board, isDelisted: hasLeft(stock.delistDate, matrix.lastDay) },
        bars: toBars(bars),
      };
    },
    seed: hashSeed(seed),
    // The Sharpe ratio of a worthless variant varies by one over the number of days.
    tries: { count: variants, variance: 1 / Math.max(1, dates.length - 1) },
  });
}

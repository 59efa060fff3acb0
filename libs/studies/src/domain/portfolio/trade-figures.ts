import { told } from './return-figures';
import type { PortfolioRun, RunTrade } from './run-portfolio';

/** Of the trades that were closed; null where there is nothing to tell from. */
export interface TradeFigures {
  readonly closedTrades: number;
  /** Trades that made money after costs. */
  readonly winRatePct: number | null;
  /** Mean net return of those that won over that of those that lost. */
  readonly payoff: number | null;
  /** Money that was won over money that was lost. */
  readonly profitFactor: number | null;
  /** Yuan of all orders, of positions still held too; slippage is in it. */
  readonly costs: number;
  /** Of the profit before costs; null without one. */
  readonly costsPct: number | null;
}

/** Figures of a run's trades. */
export function computeTradeFigures(run: PortfolioRun): TradeFigures {
  const closed = run.trades.filter(({ exit }) => exit !== null);
  const wins = closed.filter((trade) => resultOf(trade) > 0);
  const losses = closed.filter((trade) => resultOf(trade) < 0);
  const costs = total(run.trades, (trade) => trade.costs);
  const gross = total(run.trades, resultOf) + costs;
  const meanReturn = (trades: readonly RunTrade[]): number => total(trades, netShare) / trades.length;
  return {
    closedTrades: closed.length,
    winRatePct: winRate(closed),
    payoff: told(meanReturn(wins) / -meanReturn(losses)),
    profitFactor: told(total(wins, resultOf) / -total(losses, resultOf)),
    costs: costs / 100,
    costsPct: gross > 0 ? (costs / gross) * 100 : null,
  };
}

/** Share of closed trades that made money; null without one. */
export function winRate(closed: readonly RunTrade[]): number | null {
  return told((closed.filter((trade) => resultOf(trade) > 0).length / closed.length) * 100);
}

/** Fen that a trade made after costs; of one still held, at its last close. */
export function resultOf({ received, paid }: RunTrade): number {
  return received - paid;
}

/** Net return of a trade, 0.05: 5 %. */
export function netShare({ received, paid }: RunTrade): number {
  return received / paid - 1;
}

function total(trades: readonly RunTrade[], read: (trade: RunTrade) => number): number {
  return trades.reduce((sum, trade) => sum + read(trade), 0);
}

import type { Board } from '#lib/market-data';
import { roundToLot, sizeOrder } from './lots';
import { toFen, type OrderCosts } from './order-costs';

/** Share of what a stock trades on a day that an order takes at most. */
const LARGEST_SHARE = 0.05;

export interface PurchaseLimits {
  /** Fen that may be spent, costs included. */
  readonly budget: number;
  /** Yuan a share, as traded. */
  readonly price: number;
  /** Yuan that the stock traded on the day; NaN: unknown, and no limit. */
  readonly amount: number;
  readonly costs: OrderCosts;
  /** Number of the day within the span. */
  readonly day: number;
}

/** Shares of the largest purchase that fits the budget to a fen, in legal lots; 0 where not even one lot does. */
export function sizePurchase(board: Board, { budget, price, amount, costs, day }: PurchaseLimits): number {
  const tradable = Number.isNaN(amount) ? Infinity : amount;
  const fees = costs.feeShare(day);
  const fit = (cash: number, cost: number): number =>
    sizeOrder(board, { cash, price, cost, amount: tradable, largestShare: LARGEST_SHARE });
  const cash = budget / 100;
  // The commission is the larger of its two, so that both must fit.
  let shares = Math.min(fit(cash, fees + costs.commissionShare), fit(cash - costs.minCommission, fees));
  // Items that were rounded up may lack a few fen.
  while (shares > 0 && payFor(shares) > budget) shares = roundToLot(board, shares - 1);
  return shares;

  function payFor(count: number): number {
    const paid = toFen(count * price);
    return paid + costs.buy(day, paid);
  }
}

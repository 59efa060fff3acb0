import type { Board } from '#lib/market-data';
import { roundToLot, sizeOrder } from './lots';
import { toFen, type OrderCosts } from './order-costs';

/** Share of what a stock trades on a day that an order takes at most. */
export const LARGEST_SHARE = 0.05;

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
  const order = { price, amount: Number.isNaN(amount) ? Infinity : amount, largestShare: LARGEST_SHARE };
  const fees = costs.feeShare(day);
  const cash = budget / 100;
  // The commission is the larger of its two, so that both must fit.
  const byShare = sizeOrder(board, { ...order, cash, cost: fees + costs.commissionShare });
  const byMinimum = sizeOrder(board, { ...order, cash: cash - costs.minCommission, cost: fees });
  let shares = Math.min(byShare, byMinimum);
  // Items that were rounded up may lack a few fen.
  while (shares > 0 && payFor(shares) > budget) shares = roundToLot(board, shares - 1);
  return shares;

  function payFor(count: number): number {
    const paid = toFen(count * price);
    return paid + costs.buy(day, paid);
  }
}

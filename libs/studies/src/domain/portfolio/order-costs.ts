import type { CalendarDay } from '#lib/kernel';
import { buyCost, sellCost, type TradingCosts } from '#lib/outcomes/domain';

/** What orders cost beside their amount, in fen. Days are numbers within the span, from 0 on. */
export interface OrderCosts {
  /** Yuan of a commission at least. */
  readonly minCommission: number;
  /** Share of a purchase's amount, the commission left out. */
  feeShare(day: number): number;
  /** Share of the amount that the commission takes, above its minimum. */
  readonly commissionShare: number;
  buy(day: number, amount: number): number;
  /** No more than the sale brings: a sale that is worth less than its commission leaves nothing, and no debt. */
  sell(day: number, amount: number): number;
}

const BASIS_POINT = 1e-4;

/** Costs of orders by day, each item rounded to a fen as a broker does. Slippage is an item. */
export function chargeOrders(costs: TradingCosts, dates: readonly CalendarDay[]): OrderCosts {
  const { transfers, stamps } = readRates(costs, dates);
  const minimum = toFen(costs.minCommission);
  const share = (amount: number, bp: number): number => Math.round((amount * bp) / 10_000);
  const bothSides = (day: number, amount: number): number =>
    Math.max(minimum, share(amount, costs.commissionBp)) +
    share(amount, transfers[day] ?? NaN) +
    share(amount, costs.slippageBp);
  return {
    minCommission: costs.minCommission,
    commissionShare: costs.commissionBp * BASIS_POINT,
    feeShare: (day) => ((transfers[day] ?? NaN) + costs.slippageBp) * BASIS_POINT,
    buy: bothSides,
    sell: (day, amount) => Math.min(amount, bothSides(day, amount) + share(amount, stamps[day] ?? NaN)),
  };
}

/** Whole fen of an amount in yuan. */
export function toFen(yuan: number): number {
  return Math.round(yuan * 100);
}

/** Transfer fee and stamp duty of each day in basis points. */
function readRates(
  costs: TradingCosts,
  dates: readonly CalendarDay[],
): { transfers: Float64Array; stamps: Float64Array } {
  const bare = { ...costs, commissionBp: 0, minCommission: 0, slippageBp: 0, notional: 1 };
  const transfers = Float64Array.from(dates, (date) => basisPoints(buyCost(bare, date)));
  const stamps = Float64Array.from(dates, (date) => basisPoints(sellCost(bare, date) - buyCost(bare, date)));
  return { transfers, stamps };
}

/** Without the dust of binary fractions, which would move a rounded half fen. */
function basisPoints(share: number): number {
  return Math.round(share * 1e10) / 1e6;
}

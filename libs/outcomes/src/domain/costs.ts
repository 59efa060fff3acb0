import type { CalendarDay } from '#lib/kernel';

/** What trading costs in addition to the price. */
export interface TradingCosts {
  /** Basis points of each side, the exchange's fees in it. */
  readonly commissionBp: number;
  /** Yuan a side at least. */
  readonly minCommission: number;
  /** Of a sale, in basis points; `by_date`: what the law took on the day. */
  readonly stamp: 'by_date' | number;
  /** Basis points of each side by which a fill is worse than the price. */
  readonly slippageBp: number;
  /** Yuan of a purchase and of its sale, which the minimum is compared with. */
  readonly notional: number;
}

/** What a private trader pays (outcomes.md, section 2). */
export const DEFAULT_COSTS: TradingCosts = {
  commissionBp: 2.5,
  minCommission: 5,
  stamp: 'by_date',
  slippageBp: 5,
  notional: 20_000,
};

const BASIS_POINT = 1e-4;

interface DatedRate {
  /** The first day of the rate; null: of all days before the next one. */
  readonly from: string | null;
  readonly bp: number;
}

/** Stamp duty of a sale. Halved on 2023-08-28 (财政部 税务总局公告 2023 年第 39 号). */
const STAMP_DUTY: readonly DatedRate[] = [
  { from: null, bp: 10 },
  { from: '2023-08-28', bp: 5 },
];

/** Transfer fee of each side. Halved on 2022-04-29 (中国结算). */
const TRANSFER_FEE: readonly DatedRate[] = [
  { from: null, bp: 0.2 },
  { from: '2022-04-29', bp: 0.1 },
];

/** Share of the price that a purchase costs in addition to it. */
export function buyCost(costs: TradingCosts, day: CalendarDay): number {
  return commission(costs) + (rateOn(TRANSFER_FEE, day) + costs.slippageBp) * BASIS_POINT;
}

/** Share of the price that a sale costs. */
export function sellCost(costs: TradingCosts, day: CalendarDay): number {
  const stamp = costs.stamp === 'by_date' ? rateOn(STAMP_DUTY, day) : costs.stamp;
  return commission(costs) + (stamp + rateOn(TRANSFER_FEE, day) + costs.slippageBp) * BASIS_POINT;
}

/** What is left of a gross return (0.05: 5 %) after the costs of both sides. */
export function netReturn(
  gross: number,
  costs: TradingCosts,
  days: { bought: CalendarDay; sold: CalendarDay },
): number {
  return ((1 + gross) * (1 - sellCost(costs, days.sold))) / (1 + buyCost(costs, days.bought)) - 1;
}

function commission({ commissionBp, minCommission, notional }: TradingCosts): number {
  return Math.max(commissionBp * BASIS_POINT, minCommission / notional);
}

function rateOn(rates: readonly DatedRate[], day: CalendarDay): number {
  return rates.findLast(({ from }) => from === null || from <= day)?.bp ?? 0;
}

import type { CalendarDay } from '#lib/kernel';
import type { MissingProfitReason } from '../domain/day-figures';
import { isNextToNothing, percentFrom } from './percent-from';

/** What a position comes to at the latest close of its stock. */
export interface HoldingView {
  /** In shares. */
  quantity: number;
  /** In yuan a share, as its holder gave it: no ex-right day since corrects it. */
  avgCost: number | null;
  latestClose: number | null;
  /** Day of the latest close; before the market's last day where the stock is suspended. */
  latestTradeDate: CalendarDay | null;
  /** Yuan. */
  marketValue: number | null;
  /** Yuan, before fees. */
  profit: number | null;
  /** Percent from the cost to the latest close. */
  costDistancePct: number | null;
  profitReason: MissingProfitReason | null;
}

/**
 * SQL of what a position comes to.
 * @param h Alias of a `position`. @param f Alias of the `stock_figures` of its code.
 */
export function holdingFigures(h: string, f: string): Record<keyof HoldingView, string> {
  return {
    quantity: `${h}.quantity`,
    avgCost: `${h}.avg_cost`,
    latestClose: `${f}.latest_close`,
    latestTradeDate: `${f}.latest_trade_date`,
    marketValue: `round((${f}.latest_close * ${h}.quantity)::numeric, 2)::float8`,
    profit: `round(((${f}.latest_close - ${h}.avg_cost) * ${h}.quantity)::numeric, 2)::float8`,
    // Covers the costs that are not above 0.
    costDistancePct: percentFrom(`${h}.avg_cost`, `${f}.latest_close`),
    profitReason: `case when ${f}.latest_close is null then 'no_bars' when ${h}.avg_cost is null then 'no_cost'
      when ${isNextToNothing(`${h}.avg_cost`)} then 'cost_not_positive' end`,
  };
}

const HOLDING = holdingFigures('held', 'held_figures');

/** The caller's position in the stock of a session `s`, with its figures. @param userId SQL of the caller's id, or null. */
export const holdingJoins = (userId: string): string => `
  left join position held on held.user_id = ${userId}::bigint and held.code = s.code
  left join stock_figures held_figures on held_figures.code = held.code`;

/** Over {@link holdingJoins}: a {@link HoldingView}, null where the caller holds none. */
export const HOLDING_COLUMN = `
  case when held.code is not null then json_build_object(${Object.entries(HOLDING)
    .map(([key, value]) => `'${key}', ${value}`)
    .join(', ')}) end as holding`;

export const HOLDING_PROFIT = HOLDING.profit;
export const HOLDING_COST_DISTANCE = HOLDING.costDistancePct;

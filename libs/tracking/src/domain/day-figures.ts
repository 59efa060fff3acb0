/**
 * Why a stock has no figure of the market's last day. `no_bars`: the market has none of it. `no_bar_on_last_day`: it was
 * suspended, or its bar is missing. `no_reference`: no close stands before it that it compares with. `not_reported`: the
 * source doesn't say. `too_few_bars`: less than five stand before it. `not_kept`: an older build closed the session.
 */
export const MISSING_FIGURE_REASONS = [
  'no_bars',
  'no_bar_on_last_day',
  'no_reference',
  'not_reported',
  'too_few_bars',
  'not_kept',
] as const;
export type MissingFigureReason = (typeof MISSING_FIGURE_REASONS)[number];

/**
 * Why a holding lacks its profit or its distance to the cost. `cost_not_positive`: sales have paid for more than was
 * bought, so there is a profit and no percentage.
 */
export const MISSING_PROFIT_REASONS = ['no_bars', 'no_cost', 'cost_not_positive'] as const;
export type MissingProfitReason = (typeof MISSING_PROFIT_REASONS)[number];

import type { CalendarDay } from '#lib/kernel';
import type { AppliedAdjustment } from '#lib/market-data';
import type { ChipFigures } from './chip-grid';

/** Why a stock has no value of the model. */
export const CHIP_WARNING_REASONS = [
  'no_permission',
  'rate_limited',
  'no_market_data',
  'short_history',
  'vendor_error',
] as const;
export type ChipWarningReason = (typeof CHIP_WARNING_REASONS)[number];

// A type alias, not an interface: only it is assignable to JsonValue.
export type ChipWarning = { code: string; reason: ChipWarningReason; detail: string };

/** One stock's cached distribution on a day. Prices in yuan to four decimals; concentrations as they are. */
export interface ChipRow extends ChipFigures {
  code: string;
  tradeDate: CalendarDay;
  /** Bars that the value was made from; null where the vendor doesn't say. */
  windowBars: number | null;
  /** Of these, the bars before the day itself: what the model had walked through to get there. */
  warmUpBars: number | null;
  /** 1 − Π(1 − turnover) over the window; null where the vendor doesn't say. */
  coverage: number | null;
  /** Whether at least one factor was applied to the prices in the window. */
  adjusted: boolean;
  /** By what: the least certain of what was applied. */
  adjustment: AppliedAdjustment;
}

/** What a model says of a list of stocks: a row or a warning for each. */
export interface ChipModelResult {
  rows: ChipRow[];
  warnings: ChipWarning[];
  /** HTTP calls to the vendor. */
  vendorCalls: number;
}

/** Figures as they are stored: further digits are not the market's. */
export function roundedFigures(figures: ChipFigures): ChipFigures {
  return {
    cost5: roundTo(4, figures.cost5),
    cost15: roundTo(4, figures.cost15),
    cost50: roundTo(4, figures.cost50),
    cost85: roundTo(4, figures.cost85),
    cost95: roundTo(4, figures.cost95),
    weightedAverage: roundTo(4, figures.weightedAverage),
    winnerRate: Math.min(100, roundTo(4, figures.winnerRate)),
    concentration90: figures.concentration90,
    concentration70: figures.concentration70,
  };
}

function roundTo(digits: number, value: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
}

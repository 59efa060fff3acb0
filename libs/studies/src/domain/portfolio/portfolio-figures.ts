import type { CalendarDay } from '#lib/kernel';
import { findDrawdown } from './drawdown';
import { computeReturnFigures, DAYS_A_YEAR, told, type ReturnFigures, type TriedVariants } from './return-figures';
import type { PortfolioRun, TurnCounts } from './run-portfolio';
import { computeTradeFigures, type TradeFigures } from './trade-figures';
import { tabulateYears, type PortfolioYear } from './yearly-figures';

/** What a portfolio came to; null where there is nothing to tell from. */
export interface PortfolioFigures extends ReturnFigures, TradeFigures, Readonly<TurnCounts> {
  /** Percent of the peak that was lost, 0 or more. */
  readonly maxDrawdownPct: number;
  /** Its peak and its trough. */
  readonly maxDrawdownFrom: CalendarDay | null;
  readonly maxDrawdownTo: CalendarDay | null;
  /** Open days from its peak until the equity was back at it, or to the end. */
  readonly maxDrawdownDays: number;
  /** Mean of what the missed hits did later, from their first open; of those of which it is known. */
  readonly missedMeanPct: number | null;
  /** Mean share of the equity in stocks at the close. */
  readonly exposurePct: number | null;
  /** Half of all purchases and sales over the mean equity, a year. */
  readonly turnoverPerYear: number | null;
  readonly years: readonly PortfolioYear[];
}

/** Computes all figures of a run (outcomes.md, section 5). */
export function computePortfolioFigures(
  run: PortfolioRun,
  dates: readonly CalendarDay[],
  tries: TriedVariants,
): PortfolioFigures {
  const { equity, startDay, missedLater } = run;
  const { depth, peak, trough, underWater } = findDrawdown(equity, startDay, equity.length - 1);
  return {
    ...computeReturnFigures(equity, startDay, tries),
    ...computeTradeFigures(run),
    ...run.counts,
    maxDrawdownPct: depth * 100,
    maxDrawdownFrom: depth > 0 ? (dates[peak] ?? null) : null,
    maxDrawdownTo: depth > 0 ? (dates[trough] ?? null) : null,
    maxDrawdownDays: underWater,
    missedMeanPct: told((missedLater.sum / missedLater.known) * 100),
    ...measureUse(run),
    years: tabulateYears(run, dates),
  };
}

/** How much of the money was in stocks, and how often it was turned over. */
function measureUse({
  equity,
  cash,
  startDay,
  turnover,
}: PortfolioRun): Pick<PortfolioFigures, 'exposurePct' | 'turnoverPerYear'> {
  let [invested, total] = [0, 0];
  for (let day = startDay; day < equity.length; day += 1) {
    const value = equity[day] ?? NaN;
    if (value > 0) invested += 1 - (cash[day] ?? NaN) / value;
    total += value;
  }
  const days = equity.length - startDay;
  return {
    exposurePct: told((invested / days) * 100),
    turnoverPerYear: told((turnover / 2 / (total / days)) * (DAYS_A_YEAR / (days - 1))),
  };
}

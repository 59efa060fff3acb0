import type { CalendarDay } from '#lib/kernel';
import { findDrawdown } from './drawdown';
import { told } from './return-figures';
import type { PortfolioRun } from './run-portfolio';
import { winRate } from './trade-figures';

/** One calendar year of a portfolio. */
export interface PortfolioYear {
  readonly year: number;
  readonly returnPct: number | null;
  readonly maxDrawdownPct: number;
  /** Trades that were closed in it. */
  readonly trades: number;
  readonly winRatePct: number | null;
}

/** The years of a run, each from the last day of the one before. */
export function tabulateYears(
  { equity, startDay, trades }: PortfolioRun,
  dates: readonly CalendarDay[],
): PortfolioYear[] {
  const years: PortfolioYear[] = [];
  for (let first = startDay; first < dates.length;) {
    const year = yearOf(dates[first]);
    let last = first;
    while (last + 1 < dates.length && yearOf(dates[last + 1]) === year) last += 1;
    const before = Math.max(first - 1, startDay);
    const closed = trades.filter(({ exit }) => exit !== null && exit.day >= first && exit.day <= last);
    years.push({
      year,
      returnPct: told(((equity[last] ?? NaN) / (equity[before] ?? NaN) - 1) * 100),
      maxDrawdownPct: findDrawdown(equity, before, last).depth * 100,
      ...{ trades: closed.length, winRatePct: winRate(closed) },
    });
    first = last + 1;
  }
  return years;
}

function yearOf(date: CalendarDay | undefined): number {
  return Number(date?.slice(0, 4));
}

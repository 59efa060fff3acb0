import type { CalendarDay } from '#lib/kernel';
import { isProvisional } from '#lib/market-data/domain';
import { type DaySet, holdsBars, isMoneyFlow } from './data-sets';
import { isEnough, isSettled } from './reading';

/** Counts of a day's rows as they are stored. */
export interface DayCounts {
  day: CalendarDay;
  bars: number;
  /** Those of Beijing's exchange among them. */
  beijingBars: number;
  /** Listed stocks that were not suspended all day, and those of them that have a bar. */
  expected: number;
  arrived: number;
}

/** What was read of a data set's day, and is stored. */
export interface StoredReading {
  dataSet: DaySet;
  day: CalendarDay;
  rows: number;
  fetchedAt: Date;
  firstSameAt: Date;
}

export interface DayEvaluation {
  day: CalendarDay;
  expected: number;
  provisional: boolean;
  settledAt: Date | null;
  complete: boolean;
}

/**
 * Decides whether a day is provisional, settled and complete. A vendor without limit prices or factors is complete without
 * them: `daySets` are the day sets that it has, and `finalFrom` as it says.
 * @returns no evaluation of a day without bars; of each reading whether it is settled.
 */
export function evaluateDay(
  { day, bars, beijingBars, expected, arrived }: DayCounts,
  readings: readonly StoredReading[],
  { daySets, finalFrom }: { readonly daySets: readonly DaySet[]; readonly finalFrom: string | null },
): { units: (StoredReading & { settled: boolean })[]; evaluation: DayEvaluation | undefined } {
  const hasEnough = ({ dataSet, rows }: StoredReading): boolean => {
    // No money flow is promised of Beijing's stocks, which are more than may be missing.
    if (isMoneyFlow(dataSet)) return isEnough(rows, bars - beijingBars);
    switch (dataSet) {
      case 'bars':
      case 'package':
        return isEnough(arrived, expected);
      case 'suspensions':
        return true;
      default:
        return isEnough(rows, bars);
    }
  };
  const units = readings.map((reading) => ({
    ...reading,
    settled: isSettled(reading, hasEnough(reading), holdsBars(reading.dataSet), finalFrom),
  }));
  const read = units.find(({ dataSet }) => holdsBars(dataSet));
  if (read === undefined) return { units, evaluation: undefined };
  const isThere = (dataSet: DaySet): boolean =>
    !daySets.includes(dataSet) || readings.some((reading) => reading.dataSet === dataSet && hasEnough(reading));
  return {
    units,
    evaluation: {
      day,
      expected,
      provisional: isProvisional(day, read.fetchedAt),
      settledAt: read.settled ? read.fetchedAt : null,
      complete: read.settled && hasEnough(read) && isThere('price_limits') && isThere('adjustment_factors'),
    },
  };
}

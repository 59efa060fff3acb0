import type { BarMatrix } from '#lib/bar-matrix/domain';
import type { CalendarDay } from '#lib/kernel';
import type { ScanOptions } from './scan-options';

/** Some stocks, and the days on which they are compared. */
interface ComparedDays {
  readonly codes: readonly string[];
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  /** First day of the prior window. */
  readonly priorStart: CalendarDay;
  readonly options: Pick<ScanOptions, 'volumeBasis' | 'excludeLocked'>;
}

/**
 * The stocks whose lowest volume of the range was not undercut in the prior window, as traded. On share-adjusted volumes a
 * stock whose shares changed between is among them too: the statement tells.
 */
export function findLowCodes(matrix: BarMatrix, task: ComparedDays): string[] {
  const [prior, start] = [matrix.countDaysBefore(task.priorStart), matrix.countDaysBefore(task.startDate)];
  const end = matrix.dayNoOf(task.endDate) === undefined ? 0 : 1;
  const last = matrix.countDaysBefore(task.endDate) + end - 1;
  const { volume } = matrix.columns;
  const counts = countedBars(matrix, task.options);
  return task.codes.filter((code) => {
    const stockNo = matrix.stockNoOf(code);
    if (stockNo === undefined) return false;
    if (task.options.volumeBasis === 'shares_adjusted' && hasChangedShares(matrix, stockNo, task)) return true;
    const begin = matrix.starts[stockNo] ?? 0;
    const placeOf = (dayNo: number) => begin + matrix.countThrough(stockNo, dayNo - 1);
    const [priorFrom, from, until] = [placeOf(prior), placeOf(start), placeOf(last + 1)];
    let lowest = Infinity;
    for (let place = from; place < until; place += 1) {
      const traded = volume[place] ?? NaN;
      if (traded < lowest && counts(place)) lowest = traded;
    }
    if (lowest === Infinity) return false;
    for (let place = priorFrom; place < from; place += 1) {
      if ((volume[place] ?? NaN) < lowest && counts(place)) return false;
    }
    return true;
  });
}

/** Which bars count: none of one price where they are left out. */
function countedBars(
  { columns: { high, low } }: BarMatrix,
  { excludeLocked }: ComparedDays['options'],
): (place: number) => boolean {
  return excludeLocked ? (place) => high[place] !== low[place] : () => true;
}

function hasChangedShares(matrix: BarMatrix, stockNo: number, { priorStart, endDate }: ComparedDays): boolean {
  const changes = matrix.facts.stocks[stockNo]?.shareChanges ?? [];
  return changes.some(({ tradeDate }) => tradeDate > priorStart && tradeDate <= endDate);
}

import { type CalendarDay, calendarDayFromEpochDay } from '#lib/kernel';
import { findExRight } from './ex-right';
import type { StockLife } from './stock-life';

/** A line of TongDaXin's history of ex-rights and share counts. */
export interface ShareRecord {
  readonly day: CalendarDay;
  /** 1: ex-right or dividend. 3: restricted shares freed. 5: other change of the share counts. */
  readonly category: number;
  /**
   * Category 1: cash per 10 shares (yuan), rights price (yuan), bonus per 10, rights per 10. Others: float and total before,
   * float and total after, in ten thousand shares.
   */
  readonly values: readonly [number, number, number, number];
}

export interface ShareCounts {
  /** Shares. */
  readonly float: number;
  readonly total: number;
}

/** Restricted shares stay until the end: of a hundred of today's shares this many. */
const FLOAT_PART = 1 / 1.4;
const TEN_THOUSAND = 10_000;

interface ShareStep extends ShareCounts {
  /** Number of the first bar under the counts. */
  readonly index: number;
  readonly bonusPerTen: number;
}

/** Records of a stock, oldest first: its listing, then each ex-right day and each change of its float. */
export function listShareRecords({ bars, listDay }: StockLife): ShareRecord[] {
  const records: ShareRecord[] = [];
  const steps = listSteps(bars);
  for (let index = 1; index < bars.length; index += 1) {
    const exRight = findExRight(bars.closeAt(index - 1), bars.at(index).previousClose);
    if (exRight === undefined) continue;
    const day = calendarDayFromEpochDay(bars.dayAt(index));
    records.push({ day, category: 1, values: [exRight.cashPerTen, 0, exRight.bonusPerTen, 0] });
  }
  for (const [number, { index, float, total, bonusPerTen }] of steps.entries()) {
    const before = steps[number - 1] ?? { float: 0, total: 0 };
    records.push({
      day: number === 0 ? listDay : calendarDayFromEpochDay(bars.dayAt(index)),
      category: number === 0 || bonusPerTen > 0 ? 5 : 3,
      values: [before.float, before.total, float, total].map((shares) => shares / TEN_THOUSAND) as [
        number,
        number,
        number,
        number,
      ],
    });
  }
  return records.sort((a, b) => (a.day === b.day ? a.category - b.category : a.day < b.day ? -1 : 1));
}

/** Share counts in force on a day. Undefined if no record tells them. */
export function findShareCounts(records: readonly ShareRecord[], day: CalendarDay): ShareCounts | undefined {
  const record = records.findLast((one) => one.category !== 1 && one.day <= day);
  if (record === undefined) return undefined;
  return { float: Math.round(record.values[2] * TEN_THOUSAND), total: Math.round(record.values[3] * TEN_THOUSAND) };
}

/** The totals follow from the last float: backwards only a bonus makes fewer shares of them. */
function listSteps(bars: StockLife['bars']): ShareStep[] {
  const steps: (Omit<ShareStep, 'total'> & { total?: number })[] = [];
  for (let index = 0; index < bars.length; index += 1) {
    const { floatShares: float, previousClose } = bars.at(index);
    if (float === 0 || float === steps.at(-1)?.float) continue;
    const lastClose = index === 0 ? previousClose : bars.closeAt(index - 1);
    steps.push({ index, float, bonusPerTen: findExRight(lastClose, previousClose)?.bonusPerTen ?? 0 });
  }
  let total = Math.round((steps.at(-1)?.float ?? 0) / FLOAT_PART);
  return steps
    .toReversed()
    .map((step) => {
      const counts = { ...step, total: Math.max(total, step.float) };
      total = Math.round(total / (1 + step.bonusPerTen / 10));
      return counts;
    })
    .reverse();
}

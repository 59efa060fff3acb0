import { type CalendarDay, groupBy } from '#lib/kernel';
import type { ExRight } from './vendor-rows';

/** An ex-right between two bars of its stock. */
export interface ExRightCase extends ExRight {
  /** The first day with a bar from the ex-day on, with its stored previous close. */
  readonly day: CalendarDay;
  readonly preClose: number | null;
  /** The last bar before. */
  readonly lastDay: CalendarDay;
  readonly lastClose: number;
}

/** The ex-right close of a stock's day as records give it, in yuan, next to the stored one. */
export interface ReferencePrice {
  readonly code: string;
  readonly day: CalendarDay;
  readonly reference: number;
  readonly preClose: number | null;
}

/**
 * The reference price of an ex-day in yuan: (close × 10 − cash + rights × rights price) ÷ (10 + bonus + rights), half up to a
 * fen. Several ex-rights of one day, or of one suspension, are applied in the order of their days.
 * Source of the rule: the exchanges' trading rules, 除权(息)参考价.
 */
export function findReferencePrice(
  lastClose: number,
  exRights: readonly Pick<ExRight, 'cash' | 'rightsPrice' | 'bonus' | 'rights'>[],
): number {
  return exRights.reduce((close, { cash, rightsPrice, bonus, rights }) => {
    const reference = (close * 10 - cash + rights * rightsPrice) / (10 + bonus + rights);
    // A binary fraction just below the half must not lose a fen.
    return Math.floor(reference * 100 + 0.5 + 1e-6) / 100;
  }, lastClose);
}

/**
 * The reference prices of the ex-days.
 * @param cases In the order of their ex-days. @param isWhole Whether all open days between two days are stored: over a hole
 *   the last close is not known. @returns none that is not above 0, which no exchange would set.
 */
export function findReferencePrices(
  cases: readonly ExRightCase[],
  isWhole: (lastDay: CalendarDay, day: CalendarDay) => boolean,
): ReferencePrice[] {
  const byDay = groupBy(cases, ({ code, day }) => `${code} ${day}`);
  return [...byDay.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined || !isWhole(first.lastDay, first.day)) return [];
    const { code, day, preClose } = first;
    const reference = findReferencePrice(first.lastClose, own);
    return reference > 0 ? [{ code, day, reference, preClose }] : [];
  });
}

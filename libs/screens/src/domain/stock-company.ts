export { CHECKLIST_KEYS, CHECKLIST_SIZE, MIN_AVAILABLE_ITEMS } from '#lib/ai/domain';
import type { CompanyMeasure } from '#lib/ai/domain';
export type { CompanyMeasure } from '#lib/ai/domain';

/** What data decide of the company behind a stock, as they were public on the day (docs/fundamental.md). */
export interface StockCompany {
  /** Points of 20. */
  readonly score: number;
  /** Items that data decided. */
  readonly available: number;
  /** NaN: not known, or not applicable. */
  measure(measure: CompanyMeasure): number;
  /** Whether an item of the checklist gave its point; not one that the company does not have. */
  earned(item: string): boolean;
}

/** The company behind a stock on the days that are asked for. */
export interface StockCompanies {
  /**
   * Undefined: it had published no report. What was answered before is overwritten.
   * @param dayNo Position of the day in the market's list of days.
   */
  on(dayNo: number): StockCompany | undefined;
}

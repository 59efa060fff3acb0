// The rule of the one-year low volume is the scan's.
export { findLowest, isUndercut, MEDIAN_DAYS, PRIOR_WINDOW_DAYS } from '#lib/scan/domain';
export type { BarRange } from '#lib/scan/domain';

// Pure functions for the domain code of libs above, which must not load the services of the lib's index.
export { findLowest, isUndercut } from './low-volumes';
export type { BarRange } from './low-volumes';
export { MEDIAN_DAYS, PRIOR_WINDOW_DAYS } from './scan-request';

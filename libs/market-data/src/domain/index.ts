// Pure functions for the domain code of libs above, which must not load the services of the lib's index.
export { AGREE_MS, FINAL_FROM, isProvisional, shanghaiTime, SYNC_AT } from './data-clock';
export { ENOUGH } from './enough';
export { initialsPrefix } from './initials-prefix';
export { isStName } from './st-name';
export { findPriceLimit, toFen } from './price-limit';
export { closedAtLimitUp, findLimitDown, findLimitUp, findLock } from './day-lock';
export type { DayFacts } from './day-lock';
export { ESTIMATED_CAP } from './estimated-cap';
export { SAME_PRICE } from './staged-breaks';
export { readVendorCode } from './stock-code';

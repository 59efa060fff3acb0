// Pure functions for the domain code of libs above, which must not load the services of the lib's index.
export { CHECKLIST_KEYS, CHECKLIST_SIZE } from './fundamental/checklist';
export { COMPANY_MEASURES } from './fundamental/company-measures';
export type { CompanyMeasure, CompanyMeasures } from './fundamental/company-measures';
export { MIN_AVAILABLE_ITEMS } from './fundamental/score';
export { measureBars } from './rules/bar-metrics';
export { readEvents } from './rules/event-reader';
export type { FiredEvent } from './rules/fired-event';
export { mayFire } from './rules/may-fire';
export type { BarFacts } from './rules/may-fire';
export { barsNeededByRules, DAILY } from './rules/thresholds';

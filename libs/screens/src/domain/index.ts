// Without the services of the lib: what pure code and threads load.
export { ALL_BOARDS, AMOUNT_DAYS, findFilter } from './screen-filters';
export type { ScreenFilters } from './screen-filters';

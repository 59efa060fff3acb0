export const BOARDS = ['main', 'chinext', 'star', 'bse'] as const;
export type Board = (typeof BOARDS)[number];

/** Which stocks a screen looks at, under the names that requests have. */
export interface ScreenFilters {
  readonly exclude_st: boolean;
  readonly exclude_locked: boolean;
  /** Open days since the listing. */
  readonly min_list_days: number;
  /** Yuan a day, over 20 days. */
  readonly min_amount20: number;
  readonly boards: readonly Board[];
  /** 亿 yuan; null: no bound. */
  readonly circ_mkt_min_yi: number | null;
  readonly circ_mkt_max_yi: number | null;
}

const NO_FILTERS: ScreenFilters = {
  exclude_st: false,
  exclude_locked: false,
  min_list_days: 0,
  min_amount20: 0,
  boards: BOARDS,
  circ_mkt_min_yi: null,
  circ_mkt_max_yi: null,
};

/** Filters as a response or a setting has them; what is missing or makes no sense is as `otherwise` has it. */
export function readFilters(
  given: Readonly<Record<string, unknown>>,
  otherwise: ScreenFilters = NO_FILTERS,
): ScreenFilters {
  const boards = Array.isArray(given.boards)
    ? BOARDS.filter((board) => (given.boards as unknown[]).includes(board))
    : [];
  return {
    exclude_st: typeof given.exclude_st === 'boolean' ? given.exclude_st : otherwise.exclude_st,
    exclude_locked: typeof given.exclude_locked === 'boolean' ? given.exclude_locked : otherwise.exclude_locked,
    min_list_days: isAmount(given.min_list_days) ? given.min_list_days : otherwise.min_list_days,
    min_amount20: isAmount(given.min_amount20) ? given.min_amount20 : otherwise.min_amount20,
    boards: boards.length > 0 ? boards : otherwise.boards,
    circ_mkt_min_yi: isBound(given.circ_mkt_min_yi) ? given.circ_mkt_min_yi : otherwise.circ_mkt_min_yi,
    circ_mkt_max_yi: isBound(given.circ_mkt_max_yi) ? given.circ_mkt_max_yi : otherwise.circ_mkt_max_yi,
  };
}

/** The filters that differ, by name. */
export function changedFilters(filters: ScreenFilters, usual: ScreenFilters): Partial<ScreenFilters> {
  return {
    ...(filters.exclude_st === usual.exclude_st ? {} : { exclude_st: filters.exclude_st }),
    ...(filters.exclude_locked === usual.exclude_locked ? {} : { exclude_locked: filters.exclude_locked }),
    ...(filters.min_list_days === usual.min_list_days ? {} : { min_list_days: filters.min_list_days }),
    ...(filters.min_amount20 === usual.min_amount20 ? {} : { min_amount20: filters.min_amount20 }),
    ...(filters.boards.join() === usual.boards.join() ? {} : { boards: filters.boards }),
    ...(filters.circ_mkt_min_yi === usual.circ_mkt_min_yi ? {} : { circ_mkt_min_yi: filters.circ_mkt_min_yi }),
    ...(filters.circ_mkt_max_yi === usual.circ_mkt_max_yi ? {} : { circ_mkt_max_yi: filters.circ_mkt_max_yi }),
  };
}

/** Whether the lower bound of the market cap lies above the upper one: no stock would pass. */
export function areCapsReversed({ circ_mkt_min_yi: min, circ_mkt_max_yi: max }: ScreenFilters): boolean {
  return min !== null && max !== null && min > max;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isBound(value: unknown): value is number | null {
  return value === null || isAmount(value);
}

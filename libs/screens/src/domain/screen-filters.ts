import type { StockBars } from '#lib/bar-matrix/domain';
import type { Board } from '#lib/market-data';

/** Days over which a stock's mean amount is taken. */
export const AMOUNT_DAYS = 20;

/** Which stocks a screen looks at, whatever its rule; as they were on the day. */
export interface ScreenFilters {
  readonly excludeSt: boolean;
  /** Leaves out stocks whose bar of the day is one of a single price. */
  readonly excludeLocked: boolean;
  /** Open days since the listing. */
  readonly minListDays: number;
  /** Yuan a day, the mean of the newest 20 bars. */
  readonly minAmount20: number;
  readonly boards: readonly Board[];
  /** Circulating market cap in 亿 yuan; null: any. */
  readonly circMktMinYi: number | null;
  readonly circMktMaxYi: number | null;
}

export const ALL_BOARDS: readonly Board[] = ['main', 'chinext', 'star', 'bse'];

/** What screens leave out unless a run says otherwise. */
export const DEFAULT_FILTERS: ScreenFilters = {
  excludeSt: true,
  excludeLocked: false,
  minListDays: 60,
  minAmount20: 3e7,
  boards: ALL_BOARDS,
  circMktMinYi: null,
  circMktMaxYi: null,
};

/** Looks at every stock. */
export const NO_FILTERS: ScreenFilters = { ...DEFAULT_FILTERS, excludeSt: false, minListDays: 0, minAmount20: 0 };

const YI = 1e8;

/**
 * Why a stock is left out; `no_cap`, `no_amount` and `no_reports`: a bound was given, or the rule needs it, and the market does
 * not know it.
 */
export const FILTER_REASONS = [
  ...(['board', 'st', 'locked', 'young', 'amount', 'no_amount', 'cap', 'no_cap', 'no_reports'] as const),
] as const;
export type FilterReason = (typeof FILTER_REASONS)[number];

/** Why the filters leave a stock out on its bar at a position; undefined: they don't. */
export function findFilter(bars: StockBars, at: number, filters: ScreenFilters): FilterReason | undefined {
  if (!filters.boards.includes(bars.board)) return 'board';
  if (filters.minListDays > 0 && (bars.listDays[at] ?? 0) < filters.minListDays) return 'young';
  if (filters.excludeSt && bars.st[at] === 1) return 'st';
  if (filters.excludeLocked && bars.locked[at] === 1) return 'locked';
  return findAmountFilter(bars, at, filters) ?? findCapFilter(bars, at, filters);
}

function findAmountFilter(bars: StockBars, at: number, { minAmount20 }: ScreenFilters): FilterReason | undefined {
  if (minAmount20 <= 0) return undefined;
  const { amount } = bars;
  const from = Math.max(0, at + 1 - AMOUNT_DAYS);
  let sum = 0;
  for (let i = from; i <= at; i += 1) sum += amount[i] ?? NaN;
  if (Number.isNaN(sum)) return 'no_amount';
  return sum / (at + 1 - from) < minAmount20 ? 'amount' : undefined;
}

function findCapFilter(bars: StockBars, at: number, filters: ScreenFilters): FilterReason | undefined {
  const { circMktMinYi, circMktMaxYi } = filters;
  if (circMktMinYi === null && circMktMaxYi === null) return undefined;
  const cap = (bars.floatCap[at] ?? NaN) / YI;
  if (Number.isNaN(cap)) return 'no_cap';
  return cap < (circMktMinYi ?? 0) || cap > (circMktMaxYi ?? Infinity) ? 'cap' : undefined;
}

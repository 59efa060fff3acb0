import { AppError, type FieldError } from '#lib/kernel';
import type { Board } from '#lib/market-data';
import { ALL_BOARDS, type ScreenFilters } from './screen-filters';

/** A filter as requests name it. */
interface FilterField {
  readonly name: string;
  readonly key: keyof ScreenFilters;
  readonly allowed: string;
  readonly fits: (value: unknown) => boolean;
  /** The one form of values that mean the same; left out: as they are. */
  readonly normalize?: (value: unknown) => unknown;
}

const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isFrom0 = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0;

const FIELDS: readonly FilterField[] = [
  { name: 'exclude_st', key: 'excludeSt', allowed: 'true or false', fits: isFlag },
  { name: 'exclude_locked', key: 'excludeLocked', allowed: 'true or false', fits: isFlag },
  {
    ...{ name: 'min_list_days', key: 'minListDays', allowed: 'a whole number from 0 to 10,000' },
    fits: (value) => Number.isSafeInteger(value) && isFrom0(value) && (value as number) <= 10_000,
  },
  { name: 'min_amount20', key: 'minAmount20', allowed: 'a number of yuan from 0', fits: isFrom0 },
  {
    ...{ name: 'boards', key: 'boards', allowed: `a list of ${ALL_BOARDS.join(', ')}, at least one` },
    fits: (value) =>
      Array.isArray(value) && value.length > 0 && value.every((board) => ALL_BOARDS.includes(board as Board)),
    // Another order is not another variant of a screen.
    normalize: (value) => ALL_BOARDS.filter((board) => (value as Board[]).includes(board)),
  },
  { name: 'circ_mkt_min_yi', key: 'circMktMinYi', allowed: 'a number from 0, or null', fits: isFrom0OrNull },
  { name: 'circ_mkt_max_yi', key: 'circMktMaxYi', allowed: 'a number from 0, or null', fits: isFrom0OrNull },
];

function isFrom0OrNull(value: unknown): boolean {
  return value === null || isFrom0(value);
}

/** Reads the filters of a request: those that it names. @throws AppError `invalid_input` that names each wrong one. */
export function readFilters(given: Readonly<Record<string, unknown>>): Partial<ScreenFilters> {
  const errors: FieldError[] = [];
  const filters = Object.entries(given).flatMap(([name, value]) => {
    const field = FIELDS.find((known) => known.name === name);
    if (field?.fits(value) === true) return [[field.key, field.normalize?.(value) ?? value] as const];
    errors.push(problem(name, field === undefined ? 'is not a filter' : `must be ${field.allowed}`));
    return [];
  });
  if (errors.length > 0) throw AppError.invalid(errors.map(({ message }) => message).join('; '), errors);
  const read = Object.fromEntries(filters) as Partial<ScreenFilters>;
  requireCaps(read);
  return read;
}

/** A screen's own filters with those of a request, key by key. @throws AppError where their caps leave nothing between them. */
export function mergeFilters(own: ScreenFilters, given: Partial<ScreenFilters>): ScreenFilters {
  const filters = { ...own, ...given };
  requireCaps(filters);
  return filters;
}

function requireCaps({ circMktMinYi, circMktMaxYi }: Partial<ScreenFilters>): void {
  if ((circMktMinYi ?? 0) <= (circMktMaxYi ?? Infinity)) return;
  const error = problem(
    'circ_mkt_min_yi',
    `${String(circMktMinYi)} is above circ_mkt_max_yi ${String(circMktMaxYi)}; swap them`,
  );
  throw AppError.invalid(error.message, [error]);
}

/** Filters as requests and responses name them. */
export function nameFilters(filters: ScreenFilters): Record<string, unknown> {
  return Object.fromEntries(FIELDS.map(({ name, key }) => [name, filters[key]]));
}

function problem(name: string, what: string): FieldError {
  return { field: `filters.${name}`, message: `filters.${name} ${what}` };
}

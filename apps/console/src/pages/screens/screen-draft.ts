import { fits, isRecord, type ParameterField, type ParameterValues, readFields, readValue } from './parameter-fields';
import { BOARDS, changedFilters, readFilters, type ScreenFilters } from './screen-filters';
import type { Screen } from './screen-list';

/** A run as it is being filled in: every parameter and filter with a value. */
export interface ScreenDraft {
  /** Empty: the newest complete day. */
  readonly day: string;
  readonly params: ParameterValues;
  readonly filters: ScreenFilters;
}

/** What a draft has otherwise than the screen. */
export interface ScreenChanges {
  readonly params: ParameterValues;
  readonly filters: Partial<ScreenFilters>;
}

/** The body of a run. */
export interface ScreenRequest extends ScreenChanges {
  readonly as_of?: string;
}

export const NO_CHANGES: ScreenChanges = { params: {}, filters: {} };

/** Parts of the address; a run is open where it has a day. */
const DAY = 'day';
const NEWEST = 'newest';
const PARAM = 'p.';
const FILTER = 'f.';

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The screen's own values, with some changed; a change that the screen does not take (any more) is left out. */
export function toDraft(screen: Screen, changes: ScreenChanges, day = ''): ScreenDraft {
  const params = readFields(screen.params).map((field) => [field.name, valueOf(field, changes.params)] as const);
  return {
    day,
    params: Object.fromEntries(params),
    filters: readFilters({ ...changes.filters }, readFilters(screen.filters)),
  };
}

function valueOf(field: ParameterField, given: ParameterValues): ParameterValues[string] {
  const value: unknown = given[field.name];
  return fits(field, value) ? value : field.default;
}

export function findChanges(screen: Screen, { params, filters }: ScreenDraft): ScreenChanges {
  const changed = readFields(screen.params).flatMap((field) => {
    const value = params[field.name];
    return value === undefined || value === field.default ? [] : [[field.name, value] as const];
  });
  return { params: Object.fromEntries(changed), filters: changedFilters(filters, readFilters(screen.filters)) };
}

export function toRequest(screen: Screen, draft: ScreenDraft): ScreenRequest {
  return { ...(draft.day === '' ? {} : { as_of: draft.day }), ...findChanges(screen, draft) };
}

/** The run as parts of the address: its day, and what it has otherwise than the screen. */
export function toAddress(screen: Screen, draft: ScreenDraft): URLSearchParams {
  const { params, filters } = findChanges(screen, draft);
  const search = new URLSearchParams({ [DAY]: draft.day === '' ? NEWEST : draft.day });
  for (const [name, value] of Object.entries(params)) search.set(`${PARAM}${name}`, String(value));
  for (const [name, value] of Object.entries(filters)) {
    search.set(`${FILTER}${name}`, value === null ? '' : String(value));
  }
  return search;
}

/** The run that the address names; undefined if it names none. */
export function readAddress(screen: Screen, search: URLSearchParams): ScreenDraft | undefined {
  const day = search.get(DAY);
  if (day === null || (day !== NEWEST && !IS_DAY.test(day))) return undefined;
  const params = readFields(screen.params).flatMap((field) => {
    const text = search.get(`${PARAM}${field.name}`);
    const value = text === null ? undefined : readValue(field, text);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  const filters = Object.fromEntries(
    [...search].flatMap(([name, text]) =>
      name.startsWith(FILTER) ? [[name.slice(FILTER.length), readFilterText(name.slice(FILTER.length), text)]] : [],
    ),
  );
  return toDraft(screen, { params: Object.fromEntries(params), filters }, day === NEWEST ? '' : day);
}

function readFilterText(name: string, text: string): unknown {
  if (name === 'boards') return BOARDS.filter((board) => text.split(',').includes(board));
  if (text === 'true' || text === 'false') return text === 'true';
  return text === '' ? null : Number(text);
}

/** Changes as a setting of the user holds them; undefined if it holds none. */
export function readChanges(stored: unknown): ScreenChanges | undefined {
  if (!isRecord(stored) || !isRecord(stored.params) || !isRecord(stored.filters)) return undefined;
  // Each value is checked where the screen is known.
  return { params: stored.params as ParameterValues, filters: stored.filters };
}

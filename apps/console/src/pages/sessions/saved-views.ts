import { readSessionsQuery, writeSessionsQuery } from './sessions-query';

/** A name for an address of the list. */
export interface SavedView {
  readonly name: string;
  /** The address's search part, in its one spelling. */
  readonly search: string;
}

export const MAX_VIEWS = 20;
const MAX_NAME_LENGTH = 20;

/** Reads what the browser kept; entries that make no sense are left out. */
export function readSavedViews(stored: unknown): SavedView[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  return stored
    .filter(
      (one: unknown): one is SavedView =>
        typeof one === 'object' &&
        one !== null &&
        typeof (one as SavedView).name === 'string' &&
        (one as SavedView).name.trim() !== '' &&
        typeof (one as SavedView).search === 'string',
    )
    .map(({ name, search }) => ({
      name: name.trim().slice(0, MAX_NAME_LENGTH),
      search: writeSessionsQuery(readSessionsQuery(search)),
    }))
    .slice(0, MAX_VIEWS);
}

/** Adds a view, or gives an old name a new address. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const name = view.name.trim().slice(0, MAX_NAME_LENGTH);
  const kept = { ...view, name };
  const known = views.some((one) => one.name === name);
  return known ? views.map((one) => (one.name === name ? kept : one)) : [...views, kept].slice(-MAX_VIEWS);
}

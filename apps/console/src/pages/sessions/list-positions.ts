/** Where a user was in a list. */
export interface ListPosition {
  readonly index: number;
  readonly id: number | null;
  /** Pixels scrolled. */
  readonly top: number;
}

const KEY = 'stock-cycle:sessions:places';
const MOST = 20;

/** Where this tab was in the list of this address, for Back and reloads. */
export function findPosition(search: string): ListPosition | undefined {
  return read().find(([name]) => name === search)?.[1];
}

/** @param place undefined: the list begins at its top again. */
export function savePosition(search: string, place: ListPosition | undefined): void {
  const others = read().filter(([name]) => name !== search);
  const all = place === undefined ? others : [[search, place] as const, ...others];
  try {
    sessionStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // Back then leads to the top of the list.
  }
}

function read(): (readonly [string, ListPosition])[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is [string, ListPosition] {
  if (!Array.isArray(value)) return false;
  const [name, place] = value as [unknown, Partial<ListPosition> | null];
  return (
    typeof name === 'string' &&
    typeof place?.index === 'number' &&
    typeof place.top === 'number' &&
    (place.id === null || typeof place.id === 'number')
  );
}

/** A column of the list: where it stands among the others, and whether it is shown. */
export interface ColumnPlace {
  readonly key: string;
  readonly shown: boolean;
}

/** A column that there is, in the order of the page; `first`: shown until somebody chooses otherwise. */
interface KnownColumn {
  readonly key: string;
  readonly first?: boolean | undefined;
}

/** Before a key: the column is hidden. */
const HIDDEN = '-';

/** Earlier builds stored the shown keys alone: of these columns, one that is left out was hidden. */
const ALWAYS_THERE = new Set([
  ...['phase', 'consensus', 'entryDate', 'daysSince', 'entryPrice', 'latest', 'vsEntry', 'groundDay', 'spread'],
  ...['cap', 'score', 'review', 'source', 'endedAt', 'bars'],
]);

/**
 * The columns in the order that was chosen. One that the choice does not know stands after its neighbour, and is shown if
 * it is shown at first; keys that no column has any more are left out.
 */
export function placeColumns(chosen: readonly string[] | undefined, known: readonly KnownColumn[]): ColumnPlace[] {
  if (chosen === undefined) return known.map(({ key, first }) => ({ key, shown: first === true }));
  const keys = new Set(known.map(({ key }) => key));
  const read = chosen.map((entry) =>
    entry.startsWith(HIDDEN) ? { key: entry.slice(HIDDEN.length), shown: false } : { key: entry, shown: true },
  );
  const places = read.filter(({ key }, at) => keys.has(key) && read.findIndex((one) => one.key === key) === at);
  for (const [index, { key, first }] of known.entries()) {
    if (places.some((place) => place.key === key)) continue;
    const before = known[index - 1]?.key;
    const at = places.findIndex((place) => place.key === before) + 1;
    places.splice(at, 0, { key, shown: first === true && !ALWAYS_THERE.has(key) });
  }
  return places;
}

/** A choice as it is stored: all keys in their order, the hidden ones marked. */
export function storePlaces(places: readonly ColumnPlace[]): string[] {
  return places.map(({ key, shown }) => (shown ? key : `${HIDDEN}${key}`));
}

/** Shows or hides a column. */
export function withShown(places: readonly ColumnPlace[], key: string, shown: boolean): ColumnPlace[] {
  return places.map((place) => (place.key === key ? { key, shown } : place));
}

/** Moves a column one place to the left or to the right; the outermost one stays. */
export function withMoved(places: readonly ColumnPlace[], key: string, by: 1 | -1): ColumnPlace[] {
  const from = places.findIndex((place) => place.key === key);
  const to = from + by;
  const moved = [...places];
  const [one, other] = [places[from], places[to]];
  if (one === undefined || other === undefined) return moved;
  moved[from] = other;
  moved[to] = one;
  return moved;
}

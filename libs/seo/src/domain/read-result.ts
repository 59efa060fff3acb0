/** A value read from a cell or a field, or what is wrong with it. */
export type ReadResult<T> = { readonly value: T } | { readonly problem: string };

const LONGEST_QUOTED = 80;

/** A text as it may stand in a reason: quoted, cut at 80 characters. */
export function quoteValue(text: string): string {
  const characters = [...text.slice(0, 4 * LONGEST_QUOTED)];
  return JSON.stringify(
    characters.length <= LONGEST_QUOTED ? text : `${characters.slice(0, LONGEST_QUOTED).join('')}…`,
  );
}

/** A value read from a cell or a field, or what is wrong with it. */
export type Reading<T> = { readonly value: T } | { readonly problem: string };

const LONGEST_SHOWN = 80;

/** A text as it may stand in a reason: quoted, cut at 80 characters. */
export function said(text: string): string {
  const characters = [...text.slice(0, 4 * LONGEST_SHOWN)];
  return JSON.stringify(characters.length <= LONGEST_SHOWN ? text : `${characters.slice(0, LONGEST_SHOWN).join('')}…`);
}

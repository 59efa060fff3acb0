import { initialsPrefix } from '#lib/market-data/domain';

/** How a text is looked for: as the beginning of the code, or as a part of the name or the beginning of its pinyin initials. */
export type SessionSearch =
  | { readonly by: 'code'; readonly from: string; readonly to: string }
  | { readonly by: 'name'; readonly part: string; readonly initials: string | null }
  /** More digits than a code has. */
  | { readonly by: 'nothing' };

/** Reads the list's `code` filter. Full-width letters and digits count as the plain ones. @returns undefined for a blank one. */
export function sessionSearch(text: string): SessionSearch | undefined {
  const wanted = text.normalize('NFKC').trim();
  if (wanted === '') return undefined;
  if (!/^[0-9]+$/.test(wanted)) return { by: 'name', part: wanted, initials: initialsPrefix(wanted) };
  if (wanted.length > 6) return { by: 'nothing' };
  return { by: 'code', from: wanted.padEnd(6, '0'), to: wanted.padEnd(6, '9') };
}

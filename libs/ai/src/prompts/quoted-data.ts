/** What could end a line, hide, or turn the reading direction around inside a quoted text, and what could open a tag. */
const ESCAPED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}<>`]/gu;

/** Numbers, dates and lower-case words in rows: it can't contain an instruction. */
const PLAIN_CSV = /^[a-z0-9_.,:+\-\n]*$/;

/**
 * Text of people and vendors as one JSON string: it has no line end, no quote and no delimiter of ours in it, so nothing
 * in it can end the quotation. Cut to `longest` code points, marks that can't be seen are written out as escapes.
 */
export function quoted(text: string, longest: number): string {
  const points = [...text.slice(0, longest * 2)];
  const cut = points.length > longest ? `${points.slice(0, longest).join('')}…` : points.join('');
  return JSON.stringify(cut).replaceAll(ESCAPED, escape);
}

/** A CSV of ours as it is if it can contain only numbers, else as a JSON string. */
export function csvBlock(csv: string): string {
  return PLAIN_CSV.test(csv) ? csv.trimEnd() : quoted(csv, LONGEST_CSV);
}

const LONGEST_CSV = 40_000;

function escape(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}

import { type ReadResult, quoteValue } from './read-result';

const PRINTABLE = /^[\x20-\x7e]*$/;
const CONTROL = /[\p{Cc}\p{Surrogate}]/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]|\p{Surrogate}/u;

/** What a spreadsheet would run as a formula; our exports put an apostrophe in front of it. */
const ESCAPED_FORMULA = /^'(?='*[=+\-@\t\r\n＝＋－＠])/;

/**
 * A cell's text as it was meant: exports write `="123"` so that a spreadsheet doesn't read text as a number, and an apostrophe
 * in front of a formula so that it doesn't run. Nothing in a cell is ever computed.
 */
export function cleanCellText(cell: string): string {
  const trimmed = cell.trim();
  if (trimmed.startsWith('="') && trimmed.endsWith('"') && trimmed.length > 2) return trimmed.slice(2, -1).trim();
  return trimmed.replace(ESCAPED_FORMULA, '');
}

/** A cell as text of at most `max` characters, null if it is empty. */
export function readText(
  what: string,
  cell: string,
  { max, multiline = false }: { max: number; multiline?: boolean },
): ReadResult<string | null> {
  const text = cleanCellText(cell);
  if (text === '') return { value: null };
  if (!PRINTABLE.test(text) && (multiline ? CONTROL_BUT_LINES : CONTROL).test(text)) {
    return { problem: `${what} must not have control characters; received ${quoteValue(text)}` };
  }
  if (text.length > max && [...text].length > max) {
    return { problem: `${what} must have at most ${max} characters; received ${quoteValue(text)}` };
  }
  return { value: text };
}

import { type Reading, said } from './reading';

const PRINTABLE = /^[\x20-\x7e]*$/;
const CONTROL = /[\p{Cc}\p{Surrogate}]/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]|\p{Surrogate}/u;

/** What a spreadsheet would run as a formula; our exports put an apostrophe in front of it. */
const ESCAPED_FORMULA = /^'(?='*[=+\-@\t\r\n＝＋－＠])/;

/**
 * A cell's text as it was meant: `="123"` is how exports keep a spreadsheet from reading text as a number, an apostrophe in
 * front of a formula how they keep it from running one. Nothing in a cell is ever computed.
 */
export function textOfCell(cell: string): string {
  const trimmed = cell.trim();
  if (trimmed.startsWith('="') && trimmed.endsWith('"') && trimmed.length > 2) return trimmed.slice(2, -1).trim();
  return trimmed.replace(ESCAPED_FORMULA, '');
}

/** A cell as text of at most `max` characters, null where it is empty. */
export function readText(
  what: string,
  cell: string,
  { max, multiline = false }: { max: number; multiline?: boolean },
): Reading<string | null> {
  const text = textOfCell(cell);
  if (text === '') return { value: null };
  if (!PRINTABLE.test(text) && (multiline ? CONTROL_BUT_LINES : CONTROL).test(text)) {
    return { problem: `${what} must not have control characters; received ${said(text)}` };
  }
  if (text.length > max && [...text].length > max) {
    return { problem: `${what} must have at most ${max} characters; received ${said(text)}` };
  }
  return { value: text };
}

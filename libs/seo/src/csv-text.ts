import { stringify } from 'csv-stringify/sync';

/**
 * Rows as CSV by RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe in front; our import takes it
 * off again.
 */
export function csvText(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell))),
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/, cast: { boolean: String } },
  );
}

/** What a spreadsheet would run, full-width forms included; and an apostrophe that stands in front of such text already. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

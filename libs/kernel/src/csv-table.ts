/** A cell of a CSV. */
export type CsvCell = string | number | boolean | null;

/** What a spreadsheet would run as a formula when a cell begins with it, full-width forms included. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Rows as CSV by RFC 4180, UTF-8 without a mark; null is an empty cell, and text that a spreadsheet would run gets an
 * apostrophe in front.
 */
export function csvTable(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  const lines = [header.join(',')];
  for (const row of rows) lines.push(row.map(csvCell).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

/** The rows with some of their keys as header. */
export function csvOf<Row, Key extends keyof Row & string>(
  columns: readonly Key[],
  rows: readonly (Row & Record<Key, CsvCell>)[],
): string {
  return csvTable(
    columns,
    rows.map((row) => columns.map((column) => row[column])),
  );
}

function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

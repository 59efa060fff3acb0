export type SpreadsheetCell = string | number | null;

/** What a spreadsheet would run as a formula when a cell begins with it. */
const FORMULA_START = /^[=+\-@＝＋－＠]/;

/** Lines of tab separated cells, for pasting into a spreadsheet. */
export function toTabbed(lines: readonly (readonly SpreadsheetCell[])[]): string {
  return lines.map((cells) => cells.map(toCell).join('\t')).join('\n');
}

/** Lines of a CSV file. */
export function toCsv(lines: readonly (readonly SpreadsheetCell[])[]): string {
  return lines.map((cells) => `${cells.map((cell) => quote(toCell(cell))).join(',')}\r\n`).join('');
}

function toCell(value: SpreadsheetCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(/[\t\r\n]+/g, ' ');
  return FORMULA_START.test(text) ? `'${text}` : text;
}

function quote(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

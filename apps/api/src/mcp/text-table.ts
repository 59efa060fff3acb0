/** Rows that the text twin of a result shows at most; the structured result has them all. */
const MOST_ROWS = 30;

const LONGEST_CELL = 80;

type Cell = string | number | boolean | null | undefined;

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Cell;
}

/** A Markdown table, for models and clients that read text alone. */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  if (rows.length === 0) return 'Nothing.';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const shown = rows.slice(0, MOST_ROWS);
  const more = rows.length - shown.length;
  return [
    line(columns.map(({ title }) => title)),
    line(columns.map(() => '---')),
    ...shown.map((row) => line(columns.map(({ cell }) => renderCell(cell(row))))),
    ...(more === 0 ? [] : [`… and ${more} more in the structured result.`]),
  ].join('\n');
}

/** A table of names and values. What has no value is left out. */
export function renderFacts(facts: Readonly<Record<string, Cell>>): string {
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return renderTable(known, [
    { title: 'what', cell: ([name]) => name },
    { title: 'value', cell: ([, value]) => value },
  ]);
}

/** Two decimals: prices in yuan, percentages. */
export function rounded(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : value.toFixed(2);
}

function renderCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  const text = String(cell)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`);
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;
}

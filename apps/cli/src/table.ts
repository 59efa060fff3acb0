import { padToWidth, terminalWidth } from './terminal-width';

export interface Column<Row> {
  title: string;
  align?: 'left' | 'right';
  cell: (row: Row) => string;
}

/** Rows as aligned text, a header line first; Chinese characters count as two cells. */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map((column) => column.cell(row))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => terminalWidth(line[index] ?? ''))));
  return cells
    .map((line) =>
      line
        .map((cell, index) => padToWidth(cell, widths[index] ?? 0, columns[index]?.align ?? 'left'))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

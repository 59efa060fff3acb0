/** A row by column: the text under a name, empty if the column is missing. */
export type CsvRow = (column: string) => string;

/** Rows of a CSV file without quotes, by the names of its first line. */
export function* csvRows(text: string): Generator<CsvRow> {
  const [header = '', ...lines] = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const positions = new Map(header.split(',').map((name, index) => [name.trim(), index]));
  for (const line of lines) {
    if (line === '') continue;
    const values = line.split(',');
    yield (column) => values[positions.get(column) ?? -1] ?? '';
  }
}

export interface CsvTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Reads the tables of a CSV; one begins at each line for which `isHead`, and at the first. */
export function readCsvTables(text: string, isHead: (record: readonly string[]) => boolean): CsvTable[] {
  const tables: { head: string[]; rows: string[][] }[] = [];
  for (const record of readRecords(text)) {
    const table = tables.at(-1);
    if (table === undefined || isHead(record)) tables.push({ head: record, rows: [] });
    else table.rows.push(record);
  }
  return tables;
}

/** Commas, quotes doubled within quotes, one record a line or over several. */
function readRecords(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = (): void => {
    record.push(cell);
    cell = '';
  };
  const endRecord = (): void => {
    endCell();
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
  };
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === ',') endCell();
    else if (char === '\n') endRecord();
    else if (char !== '\r') cell += char;
  }
  endRecord();
  return records;
}

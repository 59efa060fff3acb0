import { type CsvRecord, CsvRecords, detectDelimiter, DELIMITERS } from '../domain/csv-records';
import { type DecimalMark, detectDecimalMark } from '../domain/decimal-mark';
import type { FileHints, SeoKind } from '../domain/import-kind';
import { createReader } from './create-reader';

/** Titles may stand above a header. */
const HEAD_RECORDS = 8;

/** Fields of text: what looks like a number in them is none. */
const TEXTS =
  /keyword|query|url|anchor|title|name|notes|tags|source|language|market|date|seen|as_of|_at$|link|period|geo/;

/** How a file is written, by its beginning. */
export interface FileForm {
  delimiter: string;
  decimal: DecimalMark;
}

/**
 * Detects the delimiter by the header that is understood best (commas within a cell of a `;` file outnumber its delimiters),
 * else by counting; and the decimal mark by the cells of the number columns.
 */
export function detectFileForm(head: string, kind: SeoKind, hints: FileHints): FileForm {
  const recordsBy = (delimiter: string): CsvRecord[] => new CsvRecords(delimiter).push(`${head}\n`);
  const known = DELIMITERS.map((delimiter) => countKnownFields(recordsBy(delimiter), kind, hints));
  const most = Math.max(...known);
  const counted = detectDelimiter(head);
  const best = DELIMITERS.filter((_, at) => known[at] === most);
  const delimiter = best.some((one) => one === counted) ? counted : (best[0] ?? counted);
  const whole = new CsvRecords(delimiter).push(head.slice(0, head.lastIndexOf('\n') + 1) || `${head}\n`);
  return { delimiter, decimal: detectRecordsDecimal(whole, kind, hints) };
}

/** The decimal mark of a file by its first records. */
export function detectRecordsDecimal(records: readonly CsvRecord[], kind: SeoKind, hints: FileHints): DecimalMark {
  return detectDecimalMark(numberCells(records, kind, hints));
}

/** How many columns of a file are understood, by its first records; 0 if no header of its kind is among them. */
export function countKnownFields(records: readonly CsvRecord[], kind: SeoKind, hints: FileHints): number {
  const reader = createReader(kind, hints);
  try {
    for (const { cells, line } of records.slice(0, HEAD_RECORDS)) {
      reader.take(cells, line);
      const fields = reader.columns.filter(({ field }) => field !== null).length;
      if (fields > 0) return fields;
      if (reader.format !== 'unknown') return cells.length;
    }
  } catch {
    // A header that is rejected is reported when the file is read.
  }
  return 0;
}

function* numberCells(records: readonly CsvRecord[], kind: SeoKind, hints: FileHints): Generator<string> {
  const reader = createReader(kind, hints);
  for (const { cells, line } of records) {
    const isHeader = reader.format === 'unknown';
    try {
      reader.take(cells, line);
    } catch {
      return;
    }
    if (isHeader) continue;
    for (const [at, cell] of cells.entries()) {
      const field = reader.columns[at]?.field;
      const isNumber =
        reader.columns.length === 0 ? at > 0 : field !== undefined && field !== null && !TEXTS.test(field);
      if (isNumber) yield cell;
    }
  }
}

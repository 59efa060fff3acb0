import type { CsvRecord } from '../domain/csv-records';
import type { DecimalMark } from '../domain/decimal-mark';
import type { FileHints, SeoKind } from '../domain/import-kind';
import { detectRecordsDecimal, countKnownFields, detectFileForm } from './file-head';
import { readRecords } from './read-records';
import { type SheetRow, sheetRows } from '../workbook/sheet-rows';
import { openWorkbook, type Sheet, type Workbook } from '../workbook/workbook';

/** The next records of a file, in any format, with its decimal mark. */
export interface FileBlock {
  records: readonly CsvRecord[];
  decimal: DecimalMark;
}

/** Of the rows of a sheet, enough to detect how its text writes numbers. */
const HEAD_ROWS = 200;

/** The records of a file of text. */
export async function* textBlocks(
  text: AsyncIterable<string>,
  kind: SeoKind,
  hints: FileHints,
): AsyncGenerator<FileBlock> {
  let decimal: DecimalMark = 'point';
  const delimiterIn = (head: string): string => {
    const form = detectFileForm(head, kind, hints);
    decimal = form.decimal;
    return form.delimiter;
  };
  for await (const records of readRecords(text, delimiterIn)) yield { records, decimal };
}

/**
 * The rows of a workbook's first sheet whose header is understood; if none is, of the first one that has rows, so that the
 * reader reports what it lacks. @throws AppError `unreadable_file` for what is no workbook.
 */
export async function* workbookBlocks(content: Buffer, kind: SeoKind, hints: FileHints): AsyncGenerator<FileBlock> {
  const book = await openWorkbook(content);
  let chosen: { sheet: Sheet; head: readonly SheetRow[] } | undefined;
  for (const sheet of book.sheets) {
    const head = await readHead(book, sheet);
    if (countKnownFields(head, kind, hints) > 0) {
      chosen = { sheet, head };
      break;
    }
    if (head.length > 0) chosen ??= { sheet, head };
  }
  if (chosen === undefined) return;
  // Cells that are numbers come with a point; if all of them are text, they may have a comma.
  const decimal = chosen.head.some(({ hasNumbers }) => hasNumbers)
    ? 'point'
    : detectRecordsDecimal(chosen.head, kind, hints);
  for await (const records of sheetRows(book, chosen.sheet)) yield { records, decimal };
}

async function readHead(book: Workbook, sheet: Sheet): Promise<SheetRow[]> {
  const head: SheetRow[] = [];
  for await (const rows of sheetRows(book, sheet)) {
    head.push(...rows.slice(0, HEAD_ROWS - head.length));
    if (head.length >= HEAD_ROWS) break;
  }
  return head;
}

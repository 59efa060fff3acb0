import { type CsvRecord, CsvRecords } from '../domain/csv-records';

/** Enough for the titles and the header of a file. */
const HEAD_CHARACTERS = 65_536;

/**
 * The records of a file, in blocks as its text arrives, with the file's own lines. Line ends of every kind.
 * @param delimiterIn detects the delimiter by the beginning of the file.
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  delimiterIn: (head: string) => string,
): AsyncGenerator<CsvRecord[]> {
  let head = '';
  let records: CsvRecords | undefined;
  let returnsOnly = false;
  for await (const part of text) {
    if (records !== undefined) {
      yield records.push(returnsOnly ? part.replaceAll('\r', '\n') : part);
      continue;
    }
    head += part;
    if (head.length < HEAD_CHARACTERS) continue;
    returnsOnly = hasReturnsOnly(head);
    records = new CsvRecords(delimiterIn(linesOf(head, returnsOnly)));
    yield records.push(linesOf(head, returnsOnly));
  }
  if (records === undefined) {
    const whole = linesOf(head, hasReturnsOnly(head));
    records = new CsvRecords(delimiterIn(whole));
    yield records.push(whole);
  }
  yield records.end();
}

/** Old spreadsheets end lines with CR alone. */
function hasReturnsOnly(head: string): boolean {
  return !head.includes('\n') && head.includes('\r');
}

function linesOf(text: string, returnsOnly: boolean): string {
  return returnsOnly ? text.replaceAll('\r', '\n') : text;
}

/** One record of a CSV file, with the file's own line on which it begins; the first line is 1. */
export interface CsvRecord {
  cells: string[];
  line: number;
  /** Why it can't be read; `cells` then holds its first line as one cell. */
  problem?: string;
}

/** A quote that is never closed must not swallow the file. */
const LONGEST_RECORD = 262_144;

/**
 * Takes CSV text apart piece by piece: RFC 4180, with quotes inside of unquoted cells left as they are and rows of any
 * number of cells. Blank lines give no record. A quote that nobody closes within 256 kB costs its own line alone: reading
 * goes on with the next one.
 */
export class CsvRecords {
  private rest = '';
  private line = 1;

  constructor(private readonly delimiter: string) {}

  /** The records that are complete with this piece of text. */
  push(text: string): CsvRecord[] {
    this.rest += text;
    return this.take(false);
  }

  /** The records that are left at the end of the text. */
  end(): CsvRecord[] {
    return this.take(true);
  }

  private take(atEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    const text = this.rest;
    let at = 0;
    while (at < text.length) {
      const feed = text.indexOf('\n', at);
      if (feed === -1 && !atEnd && text.length - at <= LONGEST_RECORD) break;
      const end = feed === -1 ? text.length : feed;
      const line = withoutReturn(text, at, end);
      const quote = line.indexOf('"');
      if (quote === -1) {
        if (line !== '') records.push({ cells: line.split(this.delimiter), line: this.line });
        at = end + 1;
        this.line += 1;
        continue;
      }
      const quoted = quotedRecord(text, at, this.delimiter);
      const closed = quoted !== undefined && (quoted.end < text.length || atEnd);
      if (!closed && !atEnd && text.length - at <= LONGEST_RECORD) break;
      if (quoted !== undefined && closed) {
        records.push({ cells: quoted.cells, line: this.line });
        at = quoted.end + 1;
        this.line += quoted.lines;
      } else {
        records.push({ cells: [line], line: this.line, problem: 'a quote is opened and never closed' });
        at = end + 1;
        this.line += 1;
      }
    }
    this.rest = text.slice(at);
    return records;
  }
}

/** The line end as it is counted: LF, CR LF. */
function withoutReturn(text: string, from: number, end: number): string {
  return text.slice(from, end > from && text.charCodeAt(end - 1) === 13 ? end - 1 : end);
}

/** A record that has quotes, with the position of the line feed that ends it; undefined if a quote is still open. */
function quotedRecord(
  text: string,
  from: number,
  delimiter: string,
): { cells: string[]; end: number; lines: number } | undefined {
  const cells: string[] = [];
  let lines = 1;
  let at = from;
  for (;;) {
    // Some writers put a blank behind each delimiter.
    let start = at;
    while (text[start] === ' ' && delimiter !== ' ') start += 1;
    if (text[start] !== '"') {
      const feed = indexOrEnd(text, '\n', at);
      const next = text.indexOf(delimiter, at);
      if (next !== -1 && next < feed) {
        cells.push(text.slice(at, next));
        at = next + 1;
        continue;
      }
      cells.push(withoutReturn(text, at, feed));
      return { cells, end: feed, lines };
    }
    let cell = '';
    let begin = start + 1;
    for (;;) {
      const close = text.indexOf('"', begin);
      if (close === -1 || close - from > LONGEST_RECORD) return undefined;
      cell += text.slice(begin, close);
      if (text[close + 1] === '"') {
        cell += '"';
        begin = close + 2;
        continue;
      }
      at = close + 1;
      break;
    }
    lines += countFeeds(cell);
    // What stands between a closing quote and the delimiter belongs to the cell.
    const feed = indexOrEnd(text, '\n', at);
    const next = text.indexOf(delimiter, at);
    const cut = next !== -1 && next < feed ? next : feed;
    cells.push(cell + (cut === feed ? withoutReturn(text, at, cut) : text.slice(at, cut)).trimEnd());
    if (cut === feed) return { cells, end: feed, lines };
    at = cut + 1;
  }
}

function indexOrEnd(text: string, searched: string, from: number): number {
  const found = text.indexOf(searched, from);
  return found === -1 ? text.length : found;
}

function countFeeds(text: string): number {
  let feeds = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) feeds += 1;
  return feeds;
}

export const DELIMITERS = [',', '\t', ';'] as const;

const COUNTED_RECORDS = 20;

/**
 * The delimiter that most of the first records are divided by: the highest median of their numbers of cells, delimiters
 * inside of quotes not counted; of equal ones (titles stand above a short table) the one that any record has most.
 * @param head the beginning of the file, some lines.
 */
export function detectDelimiter(head: string): string {
  const ranked = DELIMITERS.map((delimiter) => {
    const records = new CsvRecords(delimiter).push(`${head}\n`).slice(0, COUNTED_RECORDS);
    const counts = records.map(({ cells }) => cells.length).sort((a, b) => a - b);
    return { delimiter, median: counts[Math.floor(counts.length / 2)] ?? 0, most: counts.at(-1) ?? 0 };
  });
  ranked.sort((a, b) => b.median - a.median || b.most - a.most);
  return ranked[0]?.delimiter ?? ',';
}

import type { ReadResult } from './read-result';
import type { ImportWarning } from './import-kind';
import type { ColumnUse, RecordReader, StagedRow } from './record-reader';
import { columnUses, unreadableFile } from './table-columns';

/** A table whose header was understood. */
export interface SeoTable {
  readonly format: string;
  readonly present: ReadonlySet<string>;
  /** The position of each field in a row. */
  readonly columns: ReadonlyMap<string, number>;
  readonly warnings?: readonly ImportWarning[];
  read(cells: readonly string[]): ReadResult<StagedRow>;
}

/** Titles may stand above a header (Keyword Planner has two). */
const LINES_ABOVE_HEADER = 5;

/** Reads a file of one table: a header by `open`, then a row a record. */
export class TableReader implements RecordReader {
  columns: readonly ColumnUse[] = [];
  private table: SeoTable | undefined;
  private firstLine: string | undefined;
  private above = 0;

  /**
   * @param open understands a header, or gives undefined. @param needed what a header must have, for the sentence.
   * @param file what the sentence calls the file.
   */
  constructor(
    private readonly open: (header: readonly string[]) => SeoTable | undefined,
    private readonly needed: string,
    private readonly file = 'the file',
  ) {}

  get warnings(): readonly ImportWarning[] {
    return this.table?.warnings ?? [];
  }

  get format(): string {
    return this.table?.format ?? 'unknown';
  }

  get present(): ReadonlySet<string> {
    return this.table?.present ?? new Set();
  }

  take(cells: readonly string[]): ReadResult<readonly StagedRow[]> {
    if (this.table !== undefined) {
      const reading = this.table.read(cells);
      return 'problem' in reading ? reading : { value: [reading.value] };
    }
    this.firstLine ??= cells.join(', ');
    this.table = this.open(cells);
    if (this.table !== undefined) this.columns = columnUses(cells, this.table.columns);
    else if ((this.above += 1) > LINES_ABOVE_HEADER) throw this.noHeader();
    return { value: [] };
  }

  finish(): readonly StagedRow[] {
    if (this.table === undefined) throw this.noHeader();
    return [];
  }

  private noHeader(): Error {
    const read = [...(this.firstLine ?? '').slice(0, 400)].slice(0, 200).join('');
    return unreadableFile(`${this.file} has no column ${this.needed}; its first line reads ${JSON.stringify(read)}`);
  }
}

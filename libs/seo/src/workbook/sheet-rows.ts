import type { CsvRecord } from '../domain/csv-records';
import { formatNumber } from '../domain/cell-number';
import { unreadableFile } from '../domain/table-columns';
import type { Sheet, Workbook } from './workbook';
import { xmlPieces } from './xml-events';

/** What a sheet can have. */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
/** A cell far to the right makes its row as long as that. No export has so many columns; what stands beyond is left out. */
const READ_COLUMNS = 1024;
/** Cells with something in them; the widest export of a million rows has fewer. */
const MOST_CELLS = 50_000_000;
/** A sheet allows 32,767. */
const LONGEST_CELL = 100_000;

/** A row of a sheet, with the number that a spreadsheet program shows for it. */
export interface SheetRow extends CsvRecord {
  /** Whether a cell of it is a number, not text that looks like one. */
  hasNumbers: boolean;
}

/**
 * The rows of a sheet that have cells, in blocks as they are unpacked. Formulas count by the value that was stored with them.
 * @throws AppError `unreadable_file` if the sheet is damaged or larger than a sheet can be.
 */
export async function* sheetRows(book: Workbook, sheet: Sheet): AsyncGenerator<SheetRow[]> {
  const reader = new SheetReader(book);
  const pieces = xmlPieces(book.parts.read(sheet.path), reader, sheet.path);
  while ((await pieces.next()).done !== true) {
    const rows = reader.take();
    if (rows.length > 0) yield rows;
  }
}

class SheetReader {
  private readonly rows: SheetRow[] = [];
  private row: SheetRow = { cells: [], line: 0, hasNumbers: false };
  private line = 0;
  private cells = 0;
  private column = -1;
  private type = 'n';
  private style = 0;
  private value = '';
  private isValue = false;
  private isPhonetic = false;

  constructor(private readonly book: Workbook) {}

  /** The rows that are complete since the last call. */
  take(): SheetRow[] {
    return this.rows.splice(0);
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    switch (name) {
      case 'row':
        this.openRow(attributes['r']);
        break;
      case 'c':
        this.openCell(attributes);
        break;
      case 'rPh':
        this.isPhonetic = true;
        break;
      case 'v':
      case 't':
        this.isValue = !this.isPhonetic;
    }
  };

  readonly text = (text: string): void => {
    if (this.isValue && this.value.length < LONGEST_CELL) this.value += text;
  };

  readonly close = (name: string): void => {
    switch (name) {
      case 'v':
      case 't':
        this.isValue = false;
        break;
      case 'rPh':
        this.isPhonetic = false;
        break;
      case 'c':
        this.closeCell();
        break;
      case 'row':
        if (this.row.cells.length > 0) this.rows.push(this.row);
    }
  };

  private openRow(number: string | undefined): void {
    const line = number === undefined ? this.line + 1 : Number(number);
    if (!Number.isInteger(line) || line <= this.line || line > MOST_ROWS) {
      throw unreadableFile(
        `the workbook is damaged: no row of a sheet stands below row ${this.line} as ${String(number)}`,
      );
    }
    this.line = line;
    this.row = { cells: [], line: this.line, hasNumbers: false };
    this.column = -1;
  }

  private openCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    this.column = r === undefined ? this.column + 1 : columnOf(r);
    if (this.column < 0 || this.column >= MOST_COLUMNS) {
      throw unreadableFile('the workbook is damaged: a cell stands in no column that a sheet has');
    }
    this.type = t;
    this.style = Number(s);
    this.value = '';
  }

  private closeCell(): void {
    if (this.value === '' || this.column >= READ_COLUMNS) return;
    const { cells } = this.row;
    this.cells += 1;
    if (this.cells > MOST_CELLS) {
      throw unreadableFile(`the workbook is refused: a sheet has more than ${MOST_CELLS} cells`);
    }
    while (cells.length < this.column) cells.push('');
    cells[this.column] = this.shown();
  }

  /** The cell as text. */
  private shown(): string {
    const { value, book } = this;
    if (this.type === 's') return book.strings[Number(value)] ?? '';
    if (this.type === 'b') return value === '1' ? 'true' : 'false';
    if (this.type !== 'n') return value;
    const number = Number(value);
    if (!Number.isFinite(number)) return value;
    this.row.hasNumbers = true;
    return formatNumber(number, book.forms[this.style] ?? 'number', book.from1904);
  }
}

/** The column of a cell's address: `A1` stands in 0, `AB7` in 27. */
function columnOf(address: string): number {
  let column = 0;
  for (const character of address) {
    const letter = character.toUpperCase().charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
    if (column > MOST_COLUMNS) break;
  }
  return column - 1;
}

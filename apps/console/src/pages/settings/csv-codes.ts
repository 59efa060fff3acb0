/** A stock that a list names. */
export interface ListedCode {
  readonly code: string;
  /** Undefined if the list has no such column. */
  readonly note: string | undefined;
}

export interface ReadCodes {
  /** Each code once, in the order of the list; of a code that comes twice, the last note. */
  readonly codes: readonly ListedCode[];
  readonly rejected: readonly { readonly line: number; readonly text: string }[];
}

const CODE_HEADS = ['代码', '证券代码', '股票代码', 'code', 'symbol', 'ts_code'];
const NOTE_HEADS = ['备注', 'note'];
const SIX_DIGITS = /(?<![0-9])[0-9]{6}(?![0-9])/;

/** The codes of a text: one a line, or a column `代码` or `code` of a CSV with comma, semicolon or tab. */
export function readCsvCodes(text: string): ReadCodes {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const headAt = lines.findIndex((line) => line.trim() !== '');
  const head = splitCells(lines[headAt] ?? '').map((cell) => cell.toLowerCase());
  const codeColumn = head.findIndex((cell) => CODE_HEADS.includes(cell));
  const noteColumn = head.findIndex((cell) => NOTE_HEADS.includes(cell));
  const found = new Map<string, ListedCode>();
  const rejected: { line: number; text: string }[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (codeColumn >= 0 && index === headAt)) continue;
    const cells = splitCells(line);
    const code = codeColumn >= 0 ? codeIn(cells[codeColumn] ?? '') : SIX_DIGITS.exec(line)?.[0];
    if (code === undefined) rejected.push({ line: index + 1, text: line.trim() });
    else found.set(code, { code, note: noteColumn >= 0 ? (cells[noteColumn] ?? '') : undefined });
  }
  return { codes: [...found.values()], rejected };
}

/** `600519`, `SH600519`, `600519.SH`, `="600519"`, and `1` where a spreadsheet took the zeros of `000001`. */
function codeIn(cell: string): string | undefined {
  return /^[0-9]{1,6}$/.test(cell) ? cell.padStart(6, '0') : SIX_DIGITS.exec(cell)?.[0];
}

function splitCells(line: string): string[] {
  const separator = ['\t', ';', ','].find((one) => line.includes(one)) ?? ',';
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const sign of line) {
    if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell].map((text) => text.replace(/^=/, '').trim());
}

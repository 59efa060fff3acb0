import { AppError, type CalendarDay } from '#lib/kernel';
import { readCode, readCost, readDay, readQuantity } from './position-cells';

/** Where the header has each field. */
export interface PositionColumns {
  code: number;
  quantity: number;
  avgCost: number | undefined;
  openedAt: number | undefined;
}

export interface PositionRow {
  code: string;
  /** 0: the stock was sold; only of a file that is the whole account. */
  quantity: number;
  avgCost: number | null;
  openedAt: CalendarDay | null;
}

/** What a file may hold. */
export interface PositionRules {
  /** A quantity of 0 says that the stock was sold; else such a row is bad. */
  takesSold: boolean;
  /** Today: nothing was bought later. */
  latestDay: CalendarDay;
}

/** A file whose column of costs has no known name is read without a word, its costs as not known. */
const COST_NAMES = ['成本价格', '参考成本价', '参考成本', '买入均价', '持仓成本', '持仓均价', '摊薄成本价'] as const;

/**
 * Spellings as {@link folded} leaves them: ours, and those of brokers' exports. A file may hold several (the balance beside what
 * may be sold today): of the groups the first one that it has counts; two columns of one group are ambiguous.
 */
const SPELLINGS: Readonly<Record<keyof PositionColumns, readonly (readonly string[])[]>> = {
  code: [['code', '证券代码'], ['股票代码']],
  quantity: [
    ['quantity', '证券数量', '持仓数量'],
    ...['股票余额', '证券余额', '当前持仓', '持仓', '持股数量', '实际数量', '拥股数量'].map((name) => [name]),
    // What may be sold today lacks what was bought today.
    ['可用余额'],
  ],
  avgCost: [['avgcost', '成本价'], ...COST_NAMES.map((name) => [name])],
  openedAt: [['openedat']],
};

const DELIMITERS = [',', '\t', ';'] as const;

/** Above their header some brokers write a title, the account or the day. */
const MOST_LINES_ABOVE = 20;

/**
 * Finds the header among the first lines: the first one with a name of a code and one of a quantity; where there is none, the
 * first line that is not blank, whose columns are reported as missing.
 * @returns its position among the lines, and the delimiter of its cells.
 */
export function findHeader(lines: readonly string[]): { at: number; delimiter: string } {
  const written = lines.flatMap((line, at) => (line.trim() === '' ? [] : [{ line, at }]));
  const named = written.slice(0, MOST_LINES_ABOVE + 1).find(({ line }) => {
    const names = line.split(findDelimiter(line)).map(folded);
    return [SPELLINGS.code, SPELLINGS.quantity].every((groups) => groups.flat().some((name) => names.includes(name)));
  });
  const { line, at } = named ?? written[0] ?? { line: '', at: 0 };
  return { at, delimiter: findDelimiter(line) };
}

/** The delimiter that a header line has most. */
function findDelimiter(header: string): string {
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Finds the fields by name, in any order, case, spaces and underscores ignored; other columns are left alone.
 * @throws AppError `unreadable_file` where `code` or `quantity` is missing, or a field stands in two columns.
 */
export function positionColumns(header: readonly string[]): PositionColumns {
  const names = header.map(folded);
  const code = findColumn('code', names, header);
  const quantity = findColumn('quantity', names, header);
  if (code === undefined) throw missing('code (or 证券代码)', header);
  if (quantity === undefined) throw missing('quantity (or 证券数量, 持仓数量, 股票余额, 当前持仓)', header);
  return {
    code,
    quantity,
    avgCost: findColumn('avgCost', names, header),
    openedAt: findColumn('openedAt', names, header),
  };
}

/** Reads one row; the first cell that can't be read says why it is rejected, with the code if that could be read. */
export function readPositionRow(
  cells: readonly string[],
  columns: PositionColumns,
  { takesSold, latestDay }: PositionRules,
): { readonly value: PositionRow } | { readonly problem: string; readonly code?: string } {
  const at = (column: number | undefined): string => (column === undefined ? '' : (cells[column] ?? ''));
  const read = readCode(at(columns.code));
  if ('problem' in read) return read;
  const { value: code } = read;
  const quantity = readQuantity(at(columns.quantity), takesSold);
  if ('problem' in quantity) return { ...quantity, code };
  // Of a stock that was sold, brokers write anything as its cost.
  if (quantity.value === 0) return { value: { code, quantity: 0, avgCost: null, openedAt: null } };
  const avgCost = readCost(at(columns.avgCost));
  if ('problem' in avgCost) return { ...avgCost, code };
  const openedAt = readDay(at(columns.openedAt), latestDay);
  if ('problem' in openedAt) return { ...openedAt, code };
  return { value: { code, quantity: quantity.value, avgCost: avgCost.value, openedAt: openedAt.value } };
}

/** What makes a whole file useless. */
export function unreadableFile(message: string): AppError {
  return AppError.invalid(message, undefined, 'unreadable_file');
}

function findColumn(
  field: keyof PositionColumns,
  names: readonly string[],
  header: readonly string[],
): number | undefined {
  const groups = SPELLINGS[field].map((spellings) =>
    names.flatMap((name, column) => (spellings.includes(name) ? [column] : [])),
  );
  const found = groups.find((columns) => columns.length > 0) ?? [];
  if (found.length <= 1) return found[0];
  throw unreadableFile(
    `the file has more than one column for ${SPELLINGS[field][0]?.[0] ?? field}: ${found.map((column) => header[column]).join(', ')}`,
  );
}

function missing(field: string, header: readonly string[]): AppError {
  const read = [...header.join(', ')].slice(0, 200).join('');
  return unreadableFile(`the file has no column ${field}; its first line reads ${JSON.stringify(read)}`);
}

function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

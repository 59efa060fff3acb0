import { VendorError, type VendorRead } from '#lib/market-data';
import { type Tushare, type TushareResponse, type TushareRow } from '../tushare';
import { MalformedRow, RowReader } from './row-reader';

/** How one API is read. Pure: rows in, rows out. */
export interface DataSet<Row> {
  readonly api: string;
  /** The columns that are asked for, all by name: the vendor leaves some out of its default. */
  readonly columns: readonly string[];
  /**
   * One row in stored units, or undefined where it is none of ours: another kind of paper, a day without a trade.
   * @throws MalformedRow
   */
  decode(row: RowReader): Row | undefined;
  /** What may come once in a reply; left out where rows may repeat in earnest. */
  key?(row: Row): string;
}

/** Longest piece of a bad row that a fault keeps. */
const KEPT = 2000;

/**
 * Decodes an answer. A row that comes twice is one; two that differ where one belongs are a fault.
 * @throws VendorError `vendor` for the first malformed row, with API, row (from 1) and column; the row is in `raw`.
 */
export function decodeRows<Row>(dataSet: DataSet<Row>, answer: TushareResponse): VendorRead<Row> {
  const rows: Row[] = [];
  const byKey = new Map<string, Row>();
  for (const [index, row] of answer.rows.entries()) {
    const decoded = decodeRow(dataSet, row, index, answer.calls);
    if (decoded === undefined) continue;
    const key = dataSet.key?.(decoded);
    const known = key === undefined ? undefined : byKey.get(key);
    if (known !== undefined) {
      if (JSON.stringify(known) === JSON.stringify(decoded)) continue;
      throw unreadable(dataSet, row, answer.calls, `row ${index + 1} contradicts another row of ${key ?? ''}`);
    }
    if (key !== undefined) byKey.set(key, decoded);
    rows.push(decoded);
  }
  return { rows, leftOut: answer.rows.length - rows.length, calls: answer.calls };
}

function decodeRow<Row>(dataSet: DataSet<Row>, row: TushareRow, index: number, calls: number): Row | undefined {
  try {
    return dataSet.decode(new RowReader(row));
  } catch (error) {
    if (!(error instanceof MalformedRow)) throw error;
    throw unreadable(dataSet, row, calls, `row ${index + 1}, column ${error.column} ${error.problem}`);
  }
}

function unreadable<Row>({ api }: DataSet<Row>, row: TushareRow, calls: number, what: string): VendorError {
  const message = `Tushare (${api}) sent what can't be read: ${what}`;
  return new VendorError('vendor', message, JSON.stringify(row).slice(0, KEPT), calls);
}

/** The key of data sets with one row a stock and day. */
export function stockDay({ code, tradeDate }: { code: string; tradeDate: string }): string {
  return `${code} ${tradeDate}`;
}

/** Asks for a data set and decodes what comes. @throws VendorError */
export async function readDataSet<Row>(
  tushare: Tushare,
  dataSet: DataSet<Row>,
  params: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<VendorRead<Row>> {
  return decodeRows(dataSet, await tushare.query(dataSet.api, params, dataSet.columns, signal));
}

/** Several reads as one. */
export function joined<Row>(reads: readonly VendorRead<Row>[]): VendorRead<Row> {
  return {
    rows: reads.flatMap(({ rows }) => rows),
    leftOut: reads.reduce((sum, { leftOut }) => sum + leftOut, 0),
    calls: reads.reduce((sum, { calls }) => sum + calls, 0),
  };
}

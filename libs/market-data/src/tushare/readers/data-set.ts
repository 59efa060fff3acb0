import { type Tushare, type TushareAnswer, TushareFault, type TushareRow } from '../tushare';
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
}

export interface TushareRead<Row> {
  readonly rows: readonly Row[];
  /** Rows that name no A-share, or that are no bar. */
  readonly leftOut: number;
  /** HTTP calls that were made for it. */
  readonly calls: number;
}

/** Longest piece of a bad row that a fault keeps. */
const KEPT = 2000;

/**
 * Decodes an answer.
 * @throws TushareFault `vendor` for the first malformed row, with API, row (from 1) and column; the row is in `raw`.
 */
export function decodeRows<Row>(dataSet: DataSet<Row>, answer: TushareAnswer): TushareRead<Row> {
  const rows: Row[] = [];
  for (const [index, row] of answer.rows.entries()) {
    const decoded = decodeRow(dataSet, row, index, answer.calls);
    if (decoded !== undefined) rows.push(decoded);
  }
  return { rows, leftOut: answer.rows.length - rows.length, calls: answer.calls };
}

function decodeRow<Row>(dataSet: DataSet<Row>, row: TushareRow, index: number, calls: number): Row | undefined {
  try {
    return dataSet.decode(new RowReader(row));
  } catch (error) {
    if (!(error instanceof MalformedRow)) throw error;
    throw new TushareFault(
      'vendor',
      `Tushare's ${dataSet.api} sent a row that can't be read: row ${index + 1}, column ${error.column} ${error.problem}`,
      JSON.stringify(row).slice(0, KEPT),
      calls,
    );
  }
}

/** Asks for a data set and decodes what comes. @throws TushareFault */
export async function readDataSet<Row>(
  tushare: Tushare,
  dataSet: DataSet<Row>,
  params: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<TushareRead<Row>> {
  return decodeRows(dataSet, await tushare.query(dataSet.api, params, dataSet.columns, signal));
}

/** Several reads as one. */
export function joined<Row>(reads: readonly TushareRead<Row>[]): TushareRead<Row> {
  return {
    rows: reads.flatMap(({ rows }) => rows),
    leftOut: reads.reduce((sum, { leftOut }) => sum + leftOut, 0),
    calls: reads.reduce((sum, { calls }) => sum + calls, 0),
  };
}

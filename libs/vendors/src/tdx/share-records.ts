import { calendarDayOf } from '#lib/kernel';
import { classifyBareCode, type VendorRead } from '#lib/market-data';
import type { ShareRecord } from '#lib/market-sync';
import { toExRights, toShareCounts } from './domain/share-record';
import type { QuoteHosts } from './quote-hosts';

/** The exchanges opened: what a first record says of before holds since. */
const SINCE = calendarDayOf('1990-12-19');

/** The records of a stock as the sync stores them. @throws VendorError */
export async function fetchShareRecords(
  hosts: QuoteHosts,
  code: string,
  signal: AbortSignal,
): Promise<VendorRead<ShareRecord>> {
  const stock = classifyBareCode(code);
  if (stock.kind !== 'stock') throw new Error(`${code} is no stock`);
  const { rows: records, calls } = await hosts.fetchRecords(stock, signal);
  const shares = toShareCounts(records, SINCE).map(
    (count) => ({ kind: 'shares', code, ...count, basis: 'record' }) as const,
  );
  const exRights = toExRights(records).map((exRight) => ({ kind: 'ex_right', ...exRight, code }) as const);
  const rows = [...shares, ...exRights];
  return { rows, leftOut: Math.max(0, records.length - rows.length), calls };
}

import type { Database } from '#lib/database';
import { openDaysBefore, putSmallMarket, type SmallStock } from '../../support/database/small-market';

/** A trading week; the market holds it and the 361 open days before. */
export const SCAN_REQUEST = { start_date: '2025-12-15', end_date: '2025-12-19' };

const STOCKS = 800;
const PRIOR = openDaysBefore(SCAN_REQUEST.start_date, 361);

/** Every kind of outcome, spread over all code ranges. */
const KINDS: readonly ((index: number) => Partial<SmallStock>)[] = [
  (index) => ({ volumes: { '2025-12-17': 800 + (index % 100) } }),
  () => ({ volumes: { [PRIOR[100] ?? '']: 999 } }),
  () => ({ volumes: { [PRIOR.at(-1) ?? '']: 1 } }),
  () => ({ volumes: { '2025-12-17': 900 }, closes: { '2025-12-17': 11 } }),
  () => ({ firstBar: PRIOR[2] ?? '' }),
];
/** What a scan of the market finds, a fifth of the stocks each: one kind in five is a hit, one limit-up, one too young. */
export const EXPECTED = { candidates: STOCKS, matched: 160, excludedLimitUp: 160, skippedShortHistory: 160 };

/** Puts a market of 800 stocks, which make eight code ranges, into an empty database: a bar a day on 366 days. */
export async function putFaultMarket(database: Database): Promise<void> {
  const stocks = Array.from({ length: STOCKS }, (_, index) => ({
    code: String(1 + index).padStart(6, '0'),
    ...KINDS[index % KINDS.length]?.(index),
  }));
  await putSmallMarket(database, { from: PRIOR[0] ?? '', to: SCAN_REQUEST.end_date }, stocks);
  await database.query('analyze');
}

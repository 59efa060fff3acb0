import type { Database } from '#lib/database';
import type { CalendarDay, Clock } from '#lib/kernel';
import { type TradingCalendar, VendorError } from '#lib/market-data';
import { findReferencePrice, type ListedDay, readExRightVerdict } from '#lib/market-sync';
import { checkStocks, type NeighbourDay, requireAll } from './domain/check-package';
import { PackageError } from './domain/package-error';
import { findRepairedRow } from './domain/repaired-day';
import {
  areStored,
  selectRepairs,
  selectStocksAround,
  storeRepair,
  type StockToRepair,
} from './persistence/repairs.query';
import type { QuoteHosts } from './quote-hosts';

/** As many bars as one response has. */
const MOST_BARS = 800;
const HOUR_MS = 3_600_000;
/** A repair takes a request a stock: one day a day, and a day that could not be filled again after a week. */
const BETWEEN_REPAIRS_MS = 20 * HOUR_MS;
const BETWEEN_ATTEMPTS_MS = 7 * 24 * HOUR_MS;
const NAMED_CODES = 5;

export interface RepairParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly hosts: QuoteHosts;
  selectNeighbours(day: CalendarDay): Promise<NeighbourDay[]>;
}

/** The rows of a day that was filled, or why it was not; `calls` were made in either case. */
export type RepairOutcome =
  | { readonly rows: readonly ListedDay[]; readonly calls: number }
  | { readonly rows: undefined; readonly reason: string; readonly calls: number };

/**
 * Fills a day without a package from the bars of a quote server: all stocks that the open days next to it list, which must
 * both be stored. All or nothing: of a day of which one stock is not known nothing is stored.
 * @returns undefined if it is not to be tried now. @throws VendorError if no server can be used.
 */
export async function repairDay(
  day: CalendarDay,
  calendar: TradingCalendar,
  parts: RepairParts,
  signal: AbortSignal,
): Promise<RepairOutcome | undefined> {
  const { database, clock, hosts } = parts;
  const [before, after] = [calendar.nthOpenDayBefore(day, 1), calendar.nextOpenDay(day)];
  const count = calendar.countOpenDays(before, clock.today());
  if (hosts.isOff || count > MOST_BARS || !(await isDue(parts, day))) return undefined;
  if (!(await areStored(database, [before, after]))) return undefined;
  const { host } = await hosts.findHost(signal);
  // Only there a previous close is an ex-right reference; elsewhere a computed one would be taken for evidence.
  const isExRight = (await readExRightVerdict(database)) === 'yes';
  const rows: ListedDay[] = [];
  const unknown: string[] = [];
  let calls = 0;
  for (const stock of await selectStocksAround(database, day, { before, after })) {
    const read = await hosts.fetchBars(stock, count, signal);
    calls += read.calls;
    const previousClose = isExRight ? findPreviousClose(stock) : null;
    const row = findRepairedRow(day, { ...stock, previousClose }, read.rows);
    if (row === 'unknown') unknown.push(stock.code);
    else if (row !== 'not_listed') rows.push(row);
  }
  const failure = await findFailure(day, rows, unknown, parts);
  await storeRepair(database, {
    ...{ day, at: clock.now(), host, stocks: rows.length },
    unknown: failure === undefined ? 0 : Math.max(1, unknown.length),
  });
  return failure === undefined ? { rows, calls } : { rows: undefined, reason: failure, calls };
}

function findPreviousClose({ lastClose, exRights }: StockToRepair): number | null {
  return lastClose === null || exRights === null ? null : findReferencePrice(lastClose, exRights);
}

async function isDue({ database, clock }: RepairParts, day: CalendarDay): Promise<boolean> {
  const now = clock.now().getTime();
  const repairs = await selectRepairs(database);
  return repairs.every((one) => now - one.at.getTime() > (one.day === day ? BETWEEN_ATTEMPTS_MS : BETWEEN_REPAIRS_MS));
}

/** Why the rows are not the whole day: a stock that is not known, or a check that packages pass too. */
async function findFailure(
  day: CalendarDay,
  rows: readonly ListedDay[],
  unknown: readonly string[],
  parts: RepairParts,
): Promise<string | undefined> {
  if (unknown.length > 0) {
    const more = unknown.length > NAMED_CODES ? ', …' : '';
    return `quote servers lack ${unknown.length} of its stocks (${unknown.slice(0, NAMED_CODES).join(', ')}${more})`;
  }
  try {
    requireAll(checkStocks(rows, await parts.selectNeighbours(day)));
    return undefined;
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return `its bars of quote servers fail ${error.message}`;
  }
}

/** Whether a package that did not come may be replaced. */
export function mayRepair(error: unknown): error is VendorError {
  return error instanceof VendorError && (error.reason === 'missing_day' || error.reason === 'rejected');
}

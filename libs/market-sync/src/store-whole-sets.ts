import type { SqlRunner, Transaction } from '#lib/database';
import { calendarDayOf, type CalendarDay } from '#lib/kernel';
import { type MarketLoadHooks, refreshStockFigures } from '#lib/market-data';
import type { WholeSet } from './domain/data-sets';
import { findCodeChanges } from './domain/find-code-changes';
import type { CodeChange, StockListing } from './domain/vendor-rows';
import {
  changesListDates,
  storeExchangeDays,
  storeNames,
  upsertCodeChanges,
  upsertListings,
} from './persistence/whole-sets.query';
import { upsertShareCounts } from './persistence/day-packages.query';
import type { MarketVendor } from './vendor/market-vendor';

/** A data set that came as a whole: what to do with it in a transaction. */
export interface FetchedSet {
  rows: number;
  calls: number;
  store: (tx: Transaction) => Promise<void>;
}

interface SyncSpan {
  /** The first day that the sync is about, and the clock's day. */
  from: CalendarDay;
  today: CalendarDay;
}

/** Fetches a data set that comes as a whole. @throws VendorError */
export async function fetchWholeSet(
  vendor: MarketVendor,
  dataSet: WholeSet,
  { from, today }: SyncSpan,
  hooks: MarketLoadHooks,
  signal: AbortSignal,
): Promise<FetchedSet> {
  const span = calendarSpan(from, today);
  switch (dataSet) {
    case 'calendar': {
      const read = await vendor.fetchWhole(dataSet, span, signal);
      return toFetchedSet(read, (tx) => storeExchangeDays(tx, read.rows));
    }
    case 'listings': {
      const read = await vendor.fetchWhole(dataSet, span, signal);
      return toFetchedSet(read, (tx) => storeListings(tx, read.rows, hooks));
    }
    case 'code_changes': {
      // What the listings show by themselves was stored with them.
      const read = await vendor.fetchWhole(dataSet, span, signal);
      return toFetchedSet(read, (tx) => storeCodeChanges(tx, read.rows, hooks));
    }
    case 'names': {
      const read = await vendor.fetchWhole(dataSet, span, signal);
      return toFetchedSet(read, (tx) => storeNames(tx, read.rows));
    }
    case 'share_counts': {
      const read = await vendor.fetchWhole(dataSet, span, signal);
      return toFetchedSet(read, async (tx) => {
        await upsertShareCounts(tx, read.rows);
      });
    }
  }
}

function toFetchedSet(
  { rows, calls }: { rows: readonly unknown[]; calls: number },
  store: (tx: Transaction) => Promise<void>,
): FetchedSet {
  return { rows: rows.length, calls, store };
}

/** From the year before the first day (windows reach back) to the end of next year, as far as it is published. */
function calendarSpan(from: CalendarDay, today: CalendarDay): { from: CalendarDay; to: CalendarDay } {
  const first = Math.max(1991, Number(from.slice(0, 4)) - 1);
  return { from: calendarDayOf(`${first}-01-01`), to: calendarDayOf(`${Number(today.slice(0, 4)) + 1}-12-31`) };
}

async function storeListings(
  tx: Transaction,
  listings: readonly StockListing[],
  hooks: MarketLoadHooks,
): Promise<void> {
  const unique = [...new Map(listings.map((listing) => [listing.code, listing])).values()];
  const redated = await changesListDates(tx, unique);
  await upsertListings(tx, unique);
  await storeCodeChanges(tx, findCodeChanges(unique), hooks);
  if (redated) await hooks.run(tx, await refreshStockFigures(tx, 'everything'));
}

/** Stores changes of codes. Features move what they keep under the old codes in the same transaction. */
export async function storeCodeChanges(
  tx: SqlRunner,
  changes: readonly CodeChange[],
  hooks: MarketLoadHooks,
): Promise<void> {
  const codes = await upsertCodeChanges(tx, changes);
  if (codes.length > 0) await hooks.run(tx, codes);
}

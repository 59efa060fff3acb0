import { createRunner, type Database, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import {
  BarStaging,
  completeImport,
  type MarketLoad,
  type MarketLoadHooks,
  SAME_PRICE,
  storeMarket,
  tidyMarket,
  type TradingCalendar,
} from '#lib/market-data';
import { findReferencePrices, type ReferencePrice } from './domain/reference-price';
import type { ExRight, ShareCount, ShareRecord } from './domain/vendor-rows';
import { readExRightVerdict } from './package-load';
import { unpackRows } from './packed-rows';
import { selectDaysWithBars } from './persistence/market-totals.query';
import {
  replaceShareRecords,
  selectExRightCases,
  stageValuedBars,
  storeCapSources,
} from './persistence/share-records.query';
import { markStocksStored, selectWaitingStocks, type WaitingStock } from './persistence/sync-units.query';
import type { MarketVendor } from './vendor/market-vendor';
import { StoredElsewhere, withVendorLoad } from './vendor-load';

/** Stocks in one load: each load brings the figures of all stocks up to date. */
const STOCKS_PER_LOAD = 500;

export interface StoreStocksRequest {
  vendor: Pick<MarketVendor, 'source' | 'stockSets'>;
  calendar: TradingCalendar;
  signal: AbortSignal;
}

/**
 * Stores the records of stocks that wait, in loads of some hundred stocks. The records, the caps and turnovers that follow
 * from them on all stored days, and the units' state are one transaction. If previous closes of the vendor are no ex-right
 * references, those that the records give become the previous closes of their days.
 */
export async function storeFetchedStocks(
  database: Database,
  hooks: MarketLoadHooks,
  request: StoreStocksRequest,
): Promise<void> {
  if (request.vendor.stockSets.length === 0) return;
  for (;;) {
    request.signal.throwIfAborted();
    const waiting = await selectWaitingStocks(database, STOCKS_PER_LOAD);
    // Days that came, and a verdict that turned, may lack references of records that were there before.
    const references = waiting.length === 0 ? await findMissingReferences(database, request.calendar) : [];
    if (waiting.length === 0 && references.length === 0) return;
    const spec = { source: request.vendor.source, path: 'share_records', signal: request.signal };
    await withVendorLoad(database, spec, (load) => storeStocks(load, hooks, request, { waiting, references }));
  }
}

async function storeStocks(
  load: MarketLoad,
  hooks: MarketLoadHooks,
  { calendar }: StoreStocksRequest,
  { waiting, references }: { waiting: readonly WaitingStock[]; references: readonly ReferencePrice[] },
): Promise<void> {
  const session = createRunner(load.client);
  const { codes, counts, exRights } = readWaiting(waiting);
  const prices = waiting.length === 0 ? references : await findMissingReferences(session, calendar, exRights);
  const staging = await BarStaging.open(load.client);
  await staging.finish();
  const bars = await stageValuedBars(session, counts, prices);
  let changed = 0;
  const merged = await storeMarket(load, {
    stocks: [],
    calendar: [],
    replaceDemo: false,
    finality: { provisional: [], final: [] },
    breaks: staging.breaks,
    hooks,
    details: async () => {
      if ((await markStocksStored(session, waiting)) !== waiting.length) throw new StoredElsewhere();
      await replaceShareRecords(session, codes, { counts, exRights });
      changed = await storeCapSources(session);
      return changed > 0;
    },
    note: (client, { updated }) =>
      completeImport(client, load.importId, {
        barsRead: bars,
        barsUpdated: updated + changed,
        barsUnchanged: bars - updated - changed,
      }),
  });
  await tidyMarket(load, { ...merged, updated: merged.updated + changed });
}

/** A stock without rows keeps what is stored of it. */
function readWaiting(waiting: readonly WaitingStock[]): { codes: string[]; counts: ShareCount[]; exRights: ExRight[] } {
  const codes: string[] = [];
  const counts: ShareCount[] = [];
  const exRights: ExRight[] = [];
  for (const { code, content } of waiting) {
    const records = unpackRows<ShareRecord>(content);
    if (records.length > 0) codes.push(code);
    for (const { kind, ...record } of records) {
      if (kind === 'shares') counts.push(record as ShareCount);
      else exRights.push(record as ExRight);
    }
  }
  return { codes, counts, exRights };
}

/** References that are to be stored as previous closes: none unless the vendor's own are no ex-right references. */
async function findMissingReferences(
  db: SqlRunner,
  calendar: TradingCalendar,
  exRights?: readonly ExRight[],
): Promise<ReferencePrice[]> {
  if ((await readExRightVerdict(db)) !== 'no') return [];
  const prices = await readReferencePrices(db, calendar, exRights);
  return prices.filter(({ preClose, reference }) => preClose === null || Math.abs(preClose - reference) > SAME_PRICE);
}

/** The ex-right closes that records give for stored days, next to the stored ones. @param exRights Left out: all stored. */
export async function readReferencePrices(
  db: SqlRunner,
  calendar: Pick<TradingCalendar, 'openDaysBetween'>,
  exRights?: readonly ExRight[],
): Promise<ReferencePrice[]> {
  const cases = await selectExRightCases(db, exRights);
  const stored = new Set(await selectDaysWithBars(db));
  const isWhole = (from: CalendarDay, to: CalendarDay): boolean =>
    calendar.openDaysBetween(from, to).every((day) => stored.has(day));
  return findReferencePrices(cases, isWhole);
}

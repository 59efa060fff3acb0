import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { AppError, type CalendarDay, MIN_DAY } from '#lib/kernel';
import { isLockTimeout, isTransactionConflict, type SqlRunner, createRunner } from '#lib/database';
import { dropSharedStaging } from '../persistence/bar-staging';
import { noteBarChange } from '../persistence/bar-changes.query';
import { closeBarsGate } from '../persistence/bars-gate.query';
import type { ExchangeDay } from '../domain/trading-calendar';
import type { MarketLoadHooks } from '../market-load-hooks';
import { type MergeCounts, mergeBars } from '../persistence/merge-bars.query';
import type { MarketLoad } from './market-load';
import {
  buildNextBars,
  canSwapBars,
  dropNextBars,
  probeBars,
  readNextBars,
  swapBars,
} from '../persistence/next-bars.query';
import { recordNewestCompleteDay } from '../persistence/newest-complete-day.query';
import { type Finality, storeProvisionalBars } from '../persistence/provisional-bars.query';
import { removeDemoMarket, removeDemoWork } from '../persistence/remove-demo-market.query';
import type { StagedBreaks } from '../domain/staged-breaks';
import { type FiguresExtent, selectFiguresExtent, refreshStockFigures } from '../persistence/stock-figures.query';
import {
  beginLoad,
  commitLoad,
  countDays,
  deleteBars,
  lockMarket,
  rollbackLoad,
  selectMarket,
  storeCalendar,
  storeMarketState,
  vacuumMarket,
} from '../persistence/market-load.query';
import { type StagedStock, storeStocks } from './store-stocks';

export interface StoreRequest {
  /** Every stock that has bars in the staging table. */
  stocks: readonly StagedStock[];
  /** Days that an imported calendar decides; they replace the known ones from the first to the last. */
  calendar: readonly ExchangeDay[];
  replaceDemo: boolean;
  finality: Finality;
  /** Other connections see the staged bars. */
  shared?: boolean;
  /** What was seen of the bars on their way into the staging table. */
  breaks: StagedBreaks;
  /** What others keep of the market, brought along in the same transaction. */
  hooks: MarketLoadHooks;
  /** Called in the same transaction after the bars are in, to store what comes beside them. @returns whether it changed any. */
  details?: () => Promise<boolean>;
  /** Called in the same transaction, last, to note what the load did. */
  note: (client: Client, counts: MergeCounts) => Promise<void>;
  /** Stands around the commit, where something else must hold for it. */
  commit?: (commit: () => Promise<void>) => Promise<void>;
}

const MARKET_IS_DEMO = 'market_is_demo';

export function marketIsDemo(): AppError {
  return AppError.conflict(
    MARKET_IS_DEMO,
    'the database holds the demo market; --replace-demo removes it, with the sessions made from it, and imports',
  );
}

/** Below this many changed rows autovacuum may come when it likes. */
const TIDY_FROM_ROWS = 20_000;
/** Between two looks whether the bars can be swapped. */
const LOOK_AGAIN_MS = 1000;
const MOST_CONFLICTS = 5;

/** The counts of a load, and whether it brought the bars in a table of their own, which is tidy already. */
export interface StoreCounts extends MergeCounts {
  swapped: boolean;
}

/** How a load's bars come into the market. */
interface StorePlan {
  /** The market's source when the plan was made; another load's turn comes later, but a sync may end the demo. */
  source: string;
  /** The demo goes with this load. */
  replacing: boolean;
  /** `swap`: beside the stored bars, and then in their place. `merge`: into them. */
  way: 'swap' | 'merge';
}

/** The market's source is another one than the plan was made for. */
class MarketMoved extends Error {}
/** Somebody reads the bars for longer than readers behind the swap may wait. */
class BarsInUse extends Error {}

/**
 * Brings a load's staged bars, stocks and calendar into the market: seen all at once, so that a reader has the market before
 * or after it. `data_version` rises where anything changed. The first bars, and those that replace the demo's, come in a
 * table that is made beside the present one and swapped in; a load that adds merges its rows. Nobody waits for either but in
 * the last moments: `docs/market-data.md` tells which lock is held for how long.
 */
export async function storeMarket(load: MarketLoad, request: StoreRequest): Promise<StoreCounts> {
  const { client, signal } = load;
  let built: number | undefined;
  let conflicts = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const plan = await planStore(load, request);
      try {
        if (plan.way === 'merge') return { ...(await storeMerged(load, request, plan)), swapped: false };
        built ??= await buildNextBars(client, {
          source: load.barSource,
          openSorter: request.shared === true ? () => load.openSorter() : undefined,
        });
        await untilSwappable(load);
        const counts = { inserted: built, updated: 0 };
        await storeSwapped(load, request, plan, counts);
        return { ...counts, swapped: true };
      } catch (error) {
        if (isTransactionConflict(error)) conflicts += 1;
        const passes = error instanceof MarketMoved || error instanceof BarsInUse || isTransactionConflict(error);
        if (!passes || conflicts > MOST_CONFLICTS) throw error;
        await rollbackLoad(client);
      }
    }
  } catch (error) {
    await rollbackLoad(client).catch(() => undefined);
    await dropNextBars(client).catch(() => undefined);
    await dropSharedStaging(client).catch(() => undefined);
    throw error;
  }
}

/** Whether bars that are staged now will probably be swapped in. */
export async function expectSwap({ client }: MarketLoad): Promise<boolean> {
  const { source, empty } = await selectMarket(client);
  return (empty || source === 'demo') && (await canSwapBars(client));
}

async function planStore({ client, source }: MarketLoad, request: StoreRequest): Promise<StorePlan> {
  const market = await selectMarket(client);
  const hasBars = request.stocks.length > 0;
  const replacing = source !== 'demo' && market.source === 'demo' && hasBars;
  if (replacing && !request.replaceDemo) throw marketIsDemo();
  const isFirst = hasBars && (replacing || market.empty);
  return { source: market.source, replacing, way: isFirst && (await canSwapBars(client)) ? 'swap' : 'merge' };
}

/** Merges the rows, which takes as long as it takes, and only then locks what others wait for. */
async function storeMerged(load: MarketLoad, request: StoreRequest, plan: StorePlan): Promise<MergeCounts> {
  const { client } = load;
  const tx = await begin(load);
  if (plan.replacing) await deleteBars(tx);
  const extent = await selectFiguresExtent(tx, request.stocks);
  const { firstDay, ...counts } = await mergeBars(client, load.barSource);
  await storeRest(load, request, { plan, extent, counts, firstDay: plan.replacing ? MIN_DAY : firstDay });
  await (request.commit ?? runNow)(() => commitLoad(client));
  return counts;
}

/** Computes all that comes with the next bars from them, and puts them in their place. */
async function storeSwapped(
  load: MarketLoad,
  request: StoreRequest,
  plan: StorePlan,
  counts: MergeCounts,
): Promise<void> {
  const { client } = load;
  await begin(load);
  await readNextBars(client);
  await storeRest(load, request, { plan, extent: 'first_load', counts, firstDay: MIN_DAY });
  // The lock comes last, behind the job's: while it is held this transaction waits for nobody.
  await (request.commit ?? runNow)(async () => {
    await swapBars(client).catch((error: unknown) => {
      throw isLockTimeout(error) ? new BarsInUse('the bars are being read') : error;
    });
    await commitLoad(client);
  });
}

/** Waits while somebody reads the bars for long, without standing in front of other readers. */
async function untilSwappable({ client, signal }: MarketLoad): Promise<void> {
  for (;;) {
    try {
      await probeBars(client);
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
    await pause(LOOK_AGAIN_MS, undefined, signal === undefined ? {} : { signal });
  }
}

interface BroughtBars {
  plan: StorePlan;
  extent: FiguresExtent;
  counts: MergeCounts;
  /** The first day with a changed bar; null: none. */
  firstDay: CalendarDay | null;
}

async function storeRest(
  load: MarketLoad,
  request: StoreRequest,
  { plan, extent, counts, firstDay }: BroughtBars,
): Promise<void> {
  const { client } = load;
  const tx = createRunner(client);
  // From here on syncs of listings and of chips wait, which change the same rows.
  if ((await lockMarket(tx)) !== plan.source) throw new MarketMoved('the market is another one now');
  if (plan.replacing) await removeDemoMarket(tx);
  const calendarChanged = await storeCalendar(tx, request.calendar);
  const stocksChanged = await storeStocks(tx, request.stocks);
  const barsChanged = counts.inserted + counts.updated > 0;
  if (barsChanged || plan.replacing) await countDays(tx);
  const finalFrom = await storeProvisionalBars(tx, request.finality);
  const detailsChanged = (await request.details?.()) === true;
  const changed =
    barsChanged || finalFrom !== null || plan.replacing || calendarChanged || stocksChanged || detailsChanged;
  if (changed) {
    await storeMarketState(tx, load.source);
    await noteBarChange(tx, findFirst(firstDay, finalFrom));
    const codes = await refreshStockFigures(tx, extent, request.breaks.candidates());
    if (plan.way === 'swap' || plan.replacing) await closeBarsGate(tx);
    if (plan.replacing) await removeDemoWork(tx);
    await request.hooks.run(tx, codes);
  }
  await recordNewestCompleteDay(tx);
  await request.note(client, counts);
}

function findFirst(one: CalendarDay | null, other: CalendarDay | null): CalendarDay | null {
  return one === null || (other !== null && other < one) ? other : one;
}

async function begin({ client }: MarketLoad): Promise<SqlRunner> {
  await beginLoad(client);
  return createRunner(client);
}

function runNow(work: () => Promise<void>): Promise<void> {
  return work();
}

/**
 * Refreshes statistics, and marks pages as visible to all, without which an index-only scan reads the table after all.
 * Runs after the commit, outside of a transaction.
 */
export async function tidyMarket({ client }: MarketLoad, counts: StoreCounts): Promise<void> {
  if (counts.inserted + counts.updated < TIDY_FROM_ROWS) return;
  await vacuumMarket(client, !counts.swapped);
}

import type { Client } from 'pg';
import { type Database, type SqlRunner, createRunner } from '#lib/database';
import { type CalendarDay, collectGarbage, epochDayOf } from '#lib/kernel';
import {
  type Bar,
  classifyBareCode,
  BarStaging,
  type MarketLoad,
  type MergeCounts,
  StagedStocks,
  type StagedStock,
  storeMarket,
  tidyMarket,
  type MarketLoadHooks,
  completeImport,
  isProvisional,
  type Finality,
  type BarSource,
  type TradingCalendar,
} from '#lib/market-data';
import { holdsBars, moneyFlowSetOf } from './domain/data-sets';
import { MONEY_FLOW_VENDORS, type MoneyFlow } from './domain/money-flow';
import { selectCodeChanges, selectNames, selectBarsOfDays, selectStockNames } from './persistence/stored-market.query';
import { type MarketVendor } from './vendor/market-vendor';
import { storeFactors, storeSuspensions, storeValuations } from './persistence/day-details.query';
import { storeMoneyFlow } from './persistence/money-flow.query';
import { StNames } from './domain/st-names';
import type {
  AdjustmentFactor,
  DailyBar,
  DailyValuation,
  LimitPrices,
  Suspension,
  PlainBar,
  ListedDay,
} from './domain/vendor-rows';
import { type WaitingDay, markStored, selectWaitingDays } from './persistence/sync-units.query';
import { FetchedDays, findPackages, unpackDays } from './fetched-days';
import { findRenames, type PackageLoad, preparePackages } from './package-load';
import { moveHistory } from './persistence/day-packages.query';
import { storeCodeChanges } from './store-whole-sets';
import type { SharesOnDay } from './domain/share-book';
import { evaluateDays } from './evaluate-days';
import { StoredElsewhere, withVendorLoad } from './vendor-load';

/** Days in one load: each load brings the figures of all stocks up to date, and is done again as a whole where it is killed. */
const DAYS_PER_LOAD = 20;

/** Of so many bars and more, what reading them has left is collected, before the heap grows for it. */
const MANY_ROWS = 20_000;

export interface StoreDaysRequest {
  vendor: Pick<MarketVendor, 'source' | 'daySets' | 'finalFrom' | 'dayOrder'>;
  calendar: TradingCalendar;
  replaceDemo: boolean;
  signal: AbortSignal;
}

/**
 * Stores the rows that wait, oldest days first, in loads of some days. The bars, what comes with them, the evaluation of
 * each day and the units' state are one transaction.
 * @returns bars that are new or have changed.
 */
export async function storeFetchedDays(
  database: Database,
  hooks: MarketLoadHooks,
  request: StoreDaysRequest,
): Promise<number> {
  let changed = 0;
  for (;;) {
    request.signal.throwIfAborted();
    const answers = await selectWaitingDays(database, DAYS_PER_LOAD);
    const [first] = answers;
    if (first === undefined) return changed;
    const spec = { source: request.vendor.source, path: first.day, signal: request.signal };
    const counts = await withVendorLoad(database, spec, (load) => storeAnswers(load, answers, hooks, request));
    if (counts !== undefined) changed += counts.inserted + counts.updated;
  }
}

async function storeAnswers(
  load: MarketLoad,
  answers: readonly WaitingDay[],
  hooks: MarketLoadHooks,
  { vendor, calendar, replaceDemo, signal }: StoreDaysRequest,
): Promise<MergeCounts> {
  const tx = createRunner(load.client);
  const unpacked = unpackDays(answers);
  const packages = findPackages(unpacked);
  const renames = await findRenames(tx, packages, calendar);
  const renamed = await selectCodeChanges(tx);
  for (const { oldCode, newCode } of renames.changes) renamed.set(oldCode, newCode);
  const fetched = new FetchedDays(unpacked, renamed);
  const packaged = packages.size === 0 ? undefined : await preparePackages(tx, fetched, calendar, renames);
  const days = fetched.days();
  // Read before the staging opens: its COPY takes the connection.
  const barsOf = await selectBarsByDay(tx, fetched);
  const stNames = new StNames(await selectNames(tx));
  const storedNames = packaged === undefined ? new Map<string, string>() : await selectStockNames(tx);
  const staging = await BarStaging.open(load.client);
  const staged = new StagedStocks();
  let rows = 0;
  for (const day of days) {
    signal.throwIfAborted();
    for (const { bar, capSource } of wholeBars(day, barsOf(day), fetched, { stNames, packaged })) {
      const stock = classifyBareCode(bar.code);
      if (stock.kind !== 'stock') continue;
      staged.add(stock, bar.day);
      staging.add(0, bar, capSource);
      rows += 1;
    }
    await staging.flush();
  }
  await staging.finish();
  staged.acceptFile();
  // The market is behind the staging now; the statements that follow take seconds.
  if (rows > MANY_ROWS) collectGarbage();
  const stocks = staged.list(new Map()).map((stock) => {
    const name = packaged?.newestName(stock.code);
    // Null leaves the stored name: what is new is spelled out for the search, which takes longest of all that is done here.
    return { ...stock, name: name === undefined || name === storedNames.get(stock.code) ? null : name };
  });
  const counts = await storeMarket(load, {
    stocks,
    calendar: [],
    replaceDemo,
    finality: evaluateFinality(answers),
    breaks: staging.breaks,
    hooks,
    details: async () => {
      if ((await markStored(tx, answers)) !== answers.length) throw new StoredElsewhere();
      const changed = [await storeDetails(tx, fetched)];
      if (packaged !== undefined) {
        await storeCodeChanges(tx, packaged.changes, hooks);
        if (packaged.changes.length > 0) await moveHistory(tx);
        await packaged.store(tx);
      }
      return [...changed, await evaluateDays(tx, days, vendor)].includes(true);
    },
    note: (client, merged) => noteLoad(client, load.importId, { stocks, rows, days }, merged),
  });
  await tidyMarket(load, counts);
  return counts;
}

/** Bars are final or not by when they were asked for, however late they are stored. */
function evaluateFinality(answers: readonly WaitingDay[]): Finality {
  const daily = answers.filter(({ dataSet }) => holdsBars(dataSet));
  const [early, final] = [true, false].map((wanted) =>
    daily.filter(({ day, fetchedAt }) => isProvisional(day, fetchedAt) === wanted).map(({ day }) => day),
  );
  return { provisional: early ?? [], final: final ?? [] };
}

/** Bars of a day: those that came, or those stored before if only what belongs to them came now. */
async function selectBarsByDay(tx: SqlRunner, fetched: FetchedDays): Promise<(day: CalendarDay) => Iterable<PlainBar>> {
  const without = fetched
    .days()
    .filter((day) => !fetched.has('bars', day) && (fetched.has('valuations', day) || fetched.has('price_limits', day)));
  const stored = await selectBarsOfDays(tx, without);
  return (day) =>
    fetched.has('bars', day)
      ? fetched.byCode<DailyBar>('bars', day).values()
      : stored.filter((bar) => bar.tradeDate === day);
}

/** What the data sets of a day say together. What one of them doesn't have leaves what is stored. */
function* wholeBars(
  day: CalendarDay,
  bars: Iterable<PlainBar>,
  fetched: FetchedDays,
  { stNames, packaged }: { stNames: StNames; packaged: PackageLoad | undefined },
): Generator<{ bar: Bar; capSource: BarSource | undefined }> {
  const valuations = fetched.byCode<DailyValuation>('valuations', day);
  const limits = fetched.byCode<LimitPrices>('price_limits', day);
  const listed = fetched.byCode<ListedDay>('package', day);
  const number = epochDayOf(day);
  for (const bar of bars) {
    const valuation = valuations.get(bar.code) ?? valueBar(bar, packaged?.sharesOn(bar.code, day));
    const limit = limits.get(bar.code);
    const whole: Bar = {
      code: bar.code,
      day: number,
      open: bar.open,
      high: bar.high,
      low: bar.low,
      close: bar.close,
      preClose: packaged?.ignoresPreviousCloses === true ? null : bar.preClose,
      volume: bar.volume,
      amount: bar.amount,
      turnoverPct: valuation?.turnoverPct ?? null,
      circMarketCap: valuation?.circMarketCap ?? null,
      upLimit: limit?.upLimit ?? null,
      downLimit: limit?.downLimit ?? null,
      isSt: listed.get(bar.code)?.isSt ?? stNames.isSt(bar.code, day),
    };
    yield { bar: whole, capSource: packaged?.sharesOn(bar.code, day)?.source };
  }
}

/** Turnover in percent and market cap in yuan of a bar whose circulating shares are known. */
function valueBar(
  { volume, close }: PlainBar,
  shares: SharesOnDay | null | undefined,
): Pick<DailyValuation, 'turnoverPct' | 'circMarketCap'> | undefined {
  if (shares === null || shares === undefined) return undefined;
  return { turnoverPct: (volume * 100) / shares.floatShares, circMarketCap: close * shares.floatShares };
}

async function storeDetails(tx: SqlRunner, fetched: FetchedDays): Promise<boolean> {
  const changed = [
    await storeSuspensions(tx, fetched.of<Suspension>('suspensions')),
    await storeFactors(tx, fetched.of<AdjustmentFactor>('adjustment_factors')),
    await storeValuations(tx, fetched.of<DailyValuation>('valuations')),
  ];
  for (const vendor of MONEY_FLOW_VENDORS) {
    changed.push(await storeMoneyFlow(tx, vendor, fetched.of<MoneyFlow>(moneyFlowSetOf(vendor))));
  }
  return changed.includes(true);
}

async function noteLoad(
  client: Client,
  importId: number,
  read: { stocks: readonly StagedStock[]; rows: number; days: readonly CalendarDay[] },
  { inserted, updated }: MergeCounts,
): Promise<void> {
  await completeImport(client, importId, {
    stocks: read.stocks.length,
    barsRead: read.rows,
    barsInserted: inserted,
    barsUpdated: updated,
    barsUnchanged: read.rows - inserted - updated,
    from: read.days[0] ?? null,
    to: read.days.at(-1) ?? null,
  });
}

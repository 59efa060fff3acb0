import type { Client } from 'pg';
import { type Database, type SqlRunner, runnerOf } from '#lib/database';
import { type CalendarDay, epochDayOf } from '#lib/kernel';
import type { Bar } from '../domain/bar';
import { classifyBareCode } from '../domain/stock-code';
import { BarStaging } from '../import/bar-staging';
import { type MarketLoad, withMarketLoad } from '../import/market-load';
import type { MergeCounts } from '../import/merge-bars';
import { StagedStocks } from '../import/staged-stocks';
import type { StagedStock } from '../import/store-stocks';
import { storeMarket, tidyMarket } from '../import/store-market';
import type { MarketLoadHooks } from '../market-load-hooks';
import { completeImport } from '../persistence/market-imports.query';
import { type FetchedAnswer, markStored, selectFetched } from '../persistence/sync-units.query';
import type { AdjustmentFactor } from '../tushare/readers/adjustment-factors';
import type { DailyBar } from '../tushare/readers/daily-bars';
import type { DailyValuation } from '../tushare/readers/daily-valuations';
import type { LimitPrices } from '../tushare/readers/limit-prices';
import type { Suspension } from '../tushare/readers/suspensions';
import { isProvisional } from '../domain/sync/data-clock';
import type { Finality } from '../import/provisional-bars';
import { FetchedDays } from './fetched-days';
import { judgeDays } from './judge-days';
import { StNames } from './st-names';
import { storeFactors, storeSuspensions, storeValuations } from './store-day-details';

/** Days in one load: each load brings the figures of all stocks up to date, and is done again as a whole where it is killed. */
const DAYS_PER_LOAD = 20;

export interface StoreDaysRequest {
  replaceDemo: boolean;
  signal: AbortSignal;
}

/** Another process stored an answer that this one was about to store. Nothing is lost; the load is undone. */
class StoredElsewhere extends Error {}

/**
 * Stores the answers that wait, oldest days first, in loads of some days. The bars, what comes beside them, the verdict on
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
    const answers = await selectFetched(database, DAYS_PER_LOAD);
    const [first] = answers;
    if (first === undefined) return changed;
    const spec = {
      source: 'tushare',
      format: 'tushare',
      path: first.day,
      waitForTurn: true,
      signal: request.signal,
    } as const;
    try {
      const { inserted, updated } = await withMarketLoad(database, spec, (load) =>
        storeAnswers(load, answers, hooks, request),
      );
      changed += inserted + updated;
    } catch (error) {
      if (!(error instanceof StoredElsewhere)) throw error;
    }
  }
}

async function storeAnswers(
  load: MarketLoad,
  answers: readonly FetchedAnswer[],
  hooks: MarketLoadHooks,
  { replaceDemo, signal }: StoreDaysRequest,
): Promise<MergeCounts> {
  const tx = runnerOf(load.client);
  const fetched = new FetchedDays(answers, await selectCodeChanges(tx));
  const days = fetched.days();
  // Read before the staging opens: its COPY takes the connection.
  const barsOf = await barsByDay(tx, fetched);
  const stNames = await StNames.read(tx);
  const staging = await BarStaging.open(load.client);
  const staged = new StagedStocks();
  let rows = 0;
  for (const day of days) {
    signal.throwIfAborted();
    for (const bar of wholeBars(day, barsOf(day), fetched, stNames)) {
      const stock = classifyBareCode(bar.code);
      if (stock.kind !== 'stock') continue;
      staged.add(stock, bar.day);
      staging.add(0, bar);
      rows += 1;
    }
    await staging.flush();
  }
  await staging.finish();
  staged.acceptFile();
  const stocks = staged.list(new Map());
  const counts = await storeMarket(load, {
    stocks,
    calendar: [],
    replaceDemo,
    finality: finalityOf(answers),
    breaks: staging.breaks,
    hooks,
    details: async () => {
      if ((await markStored(tx, answers)) !== answers.length) throw new StoredElsewhere();
      const changed = [await storeDetails(tx, fetched), await judgeDays(tx, days)];
      return changed.includes(true);
    },
    note: (client, merged) => noteLoad(client, load.importId, { stocks, rows, days }, merged),
  });
  await tidyMarket(load, counts);
  return counts;
}

/** Bars are final or not by when they were asked for, however late they are stored. */
function finalityOf(answers: readonly FetchedAnswer[]): Finality {
  const daily = answers.filter(({ dataSet }) => dataSet === 'daily');
  const [early, final] = [true, false].map((wanted) =>
    daily.filter(({ day, fetchedAt }) => isProvisional(day, fetchedAt) === wanted).map(({ day }) => day),
  );
  return { provisional: early ?? [], final: final ?? [] };
}

async function selectCodeChanges(tx: SqlRunner): Promise<Map<string, string>> {
  const rows = await tx.query<{ old: string; now: string }>(
    'select old_code as old, new_code as now from stock_code_change',
  );
  return new Map(rows.map(({ old, now }) => [old, now]));
}

type PlainBar = Omit<DailyBar, 'exchange' | 'board'>;

/** Bars of a day: those that came, or those stored before where only what belongs to them came now. */
async function barsByDay(tx: SqlRunner, fetched: FetchedDays): Promise<(day: CalendarDay) => Iterable<PlainBar>> {
  const without = fetched
    .days()
    .filter((day) => !fetched.has('daily', day) && (fetched.has('daily_basic', day) || fetched.has('stk_limit', day)));
  const stored = await tx.query<PlainBar>(
    `select code, trade_date as "tradeDate", open, high, low, close, pre_close as "preClose", volume, amount
     from daily_bar where trade_date = any($1::date[])`,
    [without],
  );
  return (day) =>
    fetched.has('daily', day)
      ? fetched.byCode<DailyBar>('daily', day).values()
      : stored.filter((bar) => bar.tradeDate === day);
}

/** What the data sets of a day say together. What one of them doesn't have leaves what is stored. */
function* wholeBars(
  day: CalendarDay,
  bars: Iterable<PlainBar>,
  fetched: FetchedDays,
  stNames: StNames,
): Generator<Bar> {
  const valuations = fetched.byCode<DailyValuation>('daily_basic', day);
  const limits = fetched.byCode<LimitPrices>('stk_limit', day);
  const number = epochDayOf(day);
  for (const bar of bars) {
    const valuation = valuations.get(bar.code);
    const limit = limits.get(bar.code);
    yield {
      code: bar.code,
      day: number,
      open: bar.open,
      high: bar.high,
      low: bar.low,
      close: bar.close,
      preClose: bar.preClose,
      volume: bar.volume,
      amount: bar.amount,
      turnoverPct: valuation?.turnoverPct ?? null,
      circMarketCap: valuation?.circMarketCap ?? null,
      upLimit: limit?.upLimit ?? null,
      downLimit: limit?.downLimit ?? null,
      isSt: stNames.isSt(bar.code, day),
    };
  }
}

async function storeDetails(tx: SqlRunner, fetched: FetchedDays): Promise<boolean> {
  const changed = [
    await storeSuspensions(tx, fetched.of<Suspension>('suspend_d')),
    await storeFactors(tx, fetched.of<AdjustmentFactor>('adj_factor')),
    await storeValuations(tx, fetched.of<DailyValuation>('daily_basic')),
  ];
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

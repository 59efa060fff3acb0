import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, createRunner } from '#lib/database';
import { addDays, type CalendarDay, Clock } from '#lib/kernel';
import {
  FINAL_FROM,
  latestDayPast,
  type TradingCalendar,
  BarStaging,
  type MarketLoad,
  withMarketLoad,
  storeMarket,
  tidyMarket,
  type StagedBreaks,
  type StagedStock,
  StagedStocks,
  MarketLoadHooks,
  MarketStateService,
  completeImport,
  deleteImport,
  type MarketStateRow,
  TradingCalendarService,
} from '#lib/market-data';
import { createDemoMarket, DEMO_EPOCH, DEMO_SEED } from './domain/create-demo-market';
import type { DemoMarket, DemoStock } from './domain/demo-market';
import { selectStoredDays } from './persistence/demo-market.query';
import { storeDemoCompanies } from './store-demo-companies';

export interface DemoGrowth {
  /** Whether the database holds the demo market now; with real bars nothing is done. */
  isDemo: boolean;
  daysAdded: number;
  barsAdded: number;
}

/** Open days of a first load: three years, so that a scan of 60 days has its 360 days before. */
const FIRST_LOAD_DAYS = 750;

/** Bars that are sent at once. */
const FLUSH_EVERY = 5_000;

/** Loads the demo market into an empty database, and adds the days that have passed since. */
@Injectable()
export class DemoMarketService {
  /** 1: all of the demo's stocks. Tests that need some of them take every fifth. */
  protected readonly every: number = 1;

  constructor(
    private readonly database: Database,
    private readonly state: MarketStateService,
    private readonly clock: Clock,
    private readonly calendars: TradingCalendarService,
    private readonly hooks: MarketLoadHooks,
  ) {}

  /**
   * Brings the demo market up to the last open day whose bars are final: today only from 15:45 in Shanghai on. Does nothing
   * where it is there already or the database holds real bars; any number of processes may call it at once.
   * @param options.firstLoadDays how many open days an empty database gets.
   * @param options.signal ends the work between two pieces of it, with nothing written.
   */
  async ensure(options: { firstLoadDays?: number; signal?: AbortSignal } = {}): Promise<DemoGrowth> {
    const { firstLoadDays = FIRST_LOAD_DAYS, signal } = options;
    const state = await this.state.read();
    const calendar = await this.calendars.current();
    if (missingDays(state, calendar, this.lastDay(calendar), firstLoadDays).length === 0) return grown(state, 0, 0);
    const spec = { source: 'demo', format: 'demo', path: '', waitForTurn: true, signal } as const;
    return withMarketLoad(this.database, spec, async (load) => this.grow(load, calendar, firstLoadDays, signal));
  }

  private lastDay(calendar: TradingCalendar): CalendarDay {
    return latestDayPast(calendar, this.clock.now(), FINAL_FROM);
  }

  private async grow(
    load: MarketLoad,
    calendar: TradingCalendar,
    firstLoadDays: number,
    signal: AbortSignal | undefined,
  ): Promise<DemoGrowth> {
    // Another process may have been first while this one waited for its turn.
    const state = await this.state.read();
    const missing = missingDays(state, calendar, this.lastDay(calendar), firstLoadDays);
    if (missing.length === 0) {
      await deleteImport(load.client, load.importId);
      return grown(state, 0, 0);
    }
    const market = createDemoMarket({ openDays: await this.daysUpTo(missing, calendar), every: this.every });
    const { stocks, listed, breaks } = await stage(load, market, missing[0] ?? DEMO_EPOCH, signal);
    const counts = await storeMarket(load, {
      stocks,
      calendar: [],
      replaceDemo: false,
      finality: { provisional: [], final: 'all others' },
      breaks,
      hooks: this.hooks,
      note: async (client, { inserted }) => {
        await storeDemoCompanies(createRunner(client), DEMO_SEED, listed, missing.at(-1) ?? DEMO_EPOCH);
        await completeImport(client, load.importId, {
          stocks: stocks.length,
          barsRead: inserted,
          barsInserted: inserted,
          from: missing[0] ?? null,
          to: missing.at(-1) ?? null,
        });
      },
    });
    await tidyMarket(load, counts);
    return grown({ source: 'demo' }, missing.length, counts.inserted);
  }

  /** Every day from the demo's epoch: stored days stay as they are, whatever the calendar has learned since. */
  private async daysUpTo(missing: readonly CalendarDay[], calendar: TradingCalendar): Promise<CalendarDay[]> {
    const stored = await selectStoredDays(this.database);
    const present = [...stored, ...missing];
    const first = present[0] ?? DEMO_EPOCH;
    const before = first > DEMO_EPOCH ? calendar.openDaysBetween(DEMO_EPOCH, addDays(first, -1)) : [];
    return [...before, ...present];
  }
}

/** The open days up to the last one that a demo market lacks; none where the market is not, and can't become, the demo. */
function missingDays(
  { source, barsTo }: MarketStateRow,
  calendar: TradingCalendar,
  last: CalendarDay,
  firstLoadDays: number,
): CalendarDay[] {
  if (source !== 'demo' && (source !== 'none' || barsTo !== null)) return [];
  return barsTo === null
    ? calendar.openDaysBefore(addDays(last, 1), firstLoadDays).filter((day) => day >= DEMO_EPOCH)
    : calendar.openDaysBetween(addDays(barsTo, 1), last);
}

/**
 * Stages the bars from `fromDay` on. Building a stock's series takes milliseconds of nothing but computing, so others
 * have their turn after each: a worker that is silent for longer than its lease would lose the job that this is.
 * @returns the stocks with staged bars, and all of the market's.
 */
async function stage(
  { client }: MarketLoad,
  market: DemoMarket,
  fromDay: CalendarDay,
  signal: AbortSignal | undefined,
): Promise<{ stocks: StagedStock[]; listed: DemoStock[]; breaks: StagedBreaks }> {
  const staging = await BarStaging.open(client);
  const byCode = new Map<string, DemoStock & { kind: 'stock' }>();
  const staged = new StagedStocks();
  let waiting = 0;
  for (const { stock, bars } of market.series(fromDay)) {
    const named = { ...stock, kind: 'stock' as const };
    byCode.set(stock.code, named);
    for (const bar of bars) {
      staged.add(named, bar.day);
      staging.add(0, bar);
    }
    waiting += bars.length;
    if (waiting >= FLUSH_EVERY) {
      await staging.flush();
      waiting = 0;
    }
    await nextTurn();
    signal?.throwIfAborted();
  }
  await staging.finish();
  staged.acceptFile();
  return { stocks: staged.list(byCode), listed: [...byCode.values()], breaks: staging.breaks };
}

function grown({ source }: Pick<MarketStateRow, 'source'>, daysAdded: number, barsAdded: number): DemoGrowth {
  return { isDemo: source === 'demo', daysAdded, barsAdded };
}

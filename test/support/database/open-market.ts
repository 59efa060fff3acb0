import { createDataSource, Database } from '#lib/database';
import { type CalendarDay, Clock } from '#lib/kernel';
import { DemoMarketService } from '#lib/demo-market';
import { MarketImporter, MarketLoadHooks, MarketStateService, TradingCalendarService } from '#lib/market-data';
import { MarketStatusService, MarketVendors } from '#lib/market-sync';
import { refreshSessionsWithLoads } from '#lib/tracking';
import { ENTITIES } from '#lib/schema';
import { createTestDatabase, databaseTemplate, type TestDatabase } from './test-database';

/** A clock that stands at a time of a day in Shanghai until it is set: in the afternoon, when the day's bars are final. */
export class SetClock extends Clock {
  private time = '16:00';

  constructor(private day: CalendarDay) {
    super();
  }

  /** @param time `HH:MM`. */
  set(day: CalendarDay, time = '16:00'): void {
    this.day = day;
    this.time = time;
  }

  override now(): Date {
    return new Date(`${this.day}T${this.time}:00.000+08:00`);
  }
}

/** A market of files alone. */
class NoVendors extends MarketVendors {
  override get(): never {
    throw new Error('a market of files has no vendor');
  }

  protected override source(): Promise<'files'> {
    return Promise.resolve('files');
  }
}

/** Every n-th stock of the demo market, with the bars that it has there. */
class ThinDemoMarketService extends DemoMarketService {
  protected override readonly every: number;

  constructor(every: number, ...parts: ConstructorParameters<typeof DemoMarketService>) {
    super(...parts);
    this.every = every;
  }
}

export interface OpenMarket {
  readonly databaseUrl: string;
  readonly database: Database;
  readonly clock: SetClock;
  readonly importer: MarketImporter;
  readonly status: MarketStatusService;
  readonly state: MarketStateService;
  readonly calendars: TradingCalendarService;
  readonly demo: DemoMarketService;
  close(): Promise<void>;
}

/**
 * The market services on a fresh database of their own.
 * @param options.demoEvery 5: the demo market has every fifth of its stocks, some 100 instead of some 500, and a suite that
 * computes screens over it takes a fifth of the time.
 * @param options.demoDays that many open days of the demo market are there, loaded once for all suites that ask for the same.
 */
export async function openMarket(
  today: CalendarDay,
  { demoEvery = 1, demoDays }: { demoEvery?: number; demoDays?: number } = {},
): Promise<OpenMarket> {
  const template = demoDays === undefined ? undefined : await demoTemplate(today, demoEvery, demoDays);
  return openMarketOn(await createTestDatabase(template), today, demoEvery);
}

function demoTemplate(today: CalendarDay, demoEvery: number, demoDays: number): Promise<string> {
  const name = `demo_${today.replaceAll('-', '')}_${String(demoDays)}_days_every_${String(demoEvery)}`;
  return databaseTemplate(name, async (url) => {
    const market = await openMarketOn({ url, drop: () => Promise.resolve() }, today, demoEvery);
    await market.demo.ensure({ firstLoadDays: demoDays });
    await market.close();
  });
}

async function openMarketOn({ url, drop }: TestDatabase, today: CalendarDay, demoEvery: number): Promise<OpenMarket> {
  const settings = {
    url,
    entities: ENTITIES,
    migrations: [],
    applicationName: 'test',
    poolSize: 4,
    statementTimeoutMs: 30_000,
  };
  const dataSource = await createDataSource(settings).initialize();
  const database = new Database(dataSource);
  const clock = new SetClock(today);
  const state = new MarketStateService(database);
  const calendars = new TradingCalendarService(database, state, clock);
  const hooks = new MarketLoadHooks();
  refreshSessionsWithLoads(hooks);
  return {
    databaseUrl: url,
    database,
    clock,
    state,
    calendars,
    importer: new MarketImporter(database, state, calendars, hooks, clock),
    status: new MarketStatusService(database, calendars, new NoVendors()),
    demo: new ThinDemoMarketService(demoEvery, database, state, clock, calendars, hooks),
    close: async () => {
      await dataSource.destroy();
      await drop();
    },
  };
}

import { ensureAdministrator } from '#lib/accounts';
import { createDataSource, Database } from '#lib/database';
import { SystemClock } from '#lib/kernel';
import { DemoMarketService } from '#lib/demo-market';
import { MarketLoadHooks, MarketStateService, TradingCalendarService } from '#lib/market-data';
import { refreshSessionsWithLoads } from '#lib/tracking';
import { ENTITIES } from '#lib/schema';

export const ADMINISTRATOR = { username: 'admin', password: 'correct horse battery staple' };

/** Loads the demo market into a migrated database that has an administrator then. @returns codes of its stocks. */
export async function loadDemo(url: string): Promise<string[]> {
  const settings = { url, entities: ENTITIES, migrations: [], applicationName: 'bench', poolSize: 4 };
  const dataSource = await createDataSource({ ...settings, statementTimeoutMs: 600_000 }).initialize();
  try {
    const database = new Database(dataSource);
    await ensureAdministrator(database, ADMINISTRATOR);
    const clock = new SystemClock();
    const state = new MarketStateService(database);
    const calendars = new TradingCalendarService(database, state, clock);
    const hooks = new MarketLoadHooks();
    refreshSessionsWithLoads(hooks);
    await new DemoMarketService(database, state, clock, calendars, hooks).ensure();
    const stocks = await database.query<{ code: string }>('select code from stock order by code');
    return stocks.map(({ code }) => code);
  } finally {
    await dataSource.destroy();
  }
}

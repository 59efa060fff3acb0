import type { AppConfig } from '#lib/config';
import type { Database } from '#lib/database';
import { SystemClock } from '#lib/kernel';
import { DemoMarketService } from '#lib/demo-market';
import { MarketLoadHooks, MarketStateService, TradingCalendarService } from '#lib/market-data';
import { MarketSourceService } from '#lib/market-source';
import { Secrets } from '#lib/secrets';
import { refreshSessionsWithLoads } from '#lib/tracking';

/** Fills an empty database with the demo market where that is the configured source. Later days are the worker's job. */
export async function loadDemoMarket(
  config: AppConfig,
  database: Database,
  say: (sentence: string) => void,
): Promise<void> {
  const clock = new SystemClock(config.clockStart);
  if ((await new MarketSourceService(database, config, clock, new Secrets(config)).current()) !== 'demo') return;
  const state = new MarketStateService(database);
  if ((await state.read()).source !== 'none') return;
  say('Loading the demo market: generated prices of invented stocks, no real data …');
  const started = performance.now();
  const calendars = new TradingCalendarService(database, state, clock);
  const hooks = new MarketLoadHooks();
  refreshSessionsWithLoads(hooks);
  const demo = new DemoMarketService(database, state, clock, calendars, hooks);
  const { daysAdded, barsAdded } = await demo.ensure();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`Loaded ${barsAdded} demo bars of ${daysAdded} days in ${seconds} s.`);
}

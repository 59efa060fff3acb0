import type { Client } from 'pg';
import { AppError } from '#lib/kernel';
import type { SqlRunner } from '#lib/database';
import type { ExchangeDay } from '../domain/trading-calendar';
import type { MarketLoadHooks } from '../market-load-hooks';
import { type MergeCounts, mergeBars } from './merge-bars';
import type { MarketLoad } from './market-load';
import { type Finality, storeProvisionalBars } from './provisional-bars';
import { removeDemoMarket } from './remove-demo-market';
import type { StagedBreaks } from './staged-breaks';
import { figuresExtentOf, refreshStockFigures } from './stock-figures';
import { type StagedStock, storeStocks } from './store-stocks';

export interface StoreRequest {
  /** Every stock that has bars in the staging table. */
  stocks: readonly StagedStock[];
  /** Days that an imported calendar decides; they replace the known ones from the first to the last. */
  calendar: readonly ExchangeDay[];
  replaceDemo: boolean;
  finality: Finality;
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

/**
 * Brings a load's staged bars, stocks and calendar into the market: all in one transaction, so that a reader sees the
 * market before or after it. `data_version` rises where anything changed.
 */
export async function storeMarket(load: MarketLoad, request: StoreRequest): Promise<MergeCounts> {
  const { client } = load;
  await client.query('begin');
  await client.query(`set local work_mem = '64MB'`);
  await client.query(`set local maintenance_work_mem = '256MB'`);
  const { rows } = await client.query<{ source: string }>('select source from market_state for update');
  const replacing = load.source !== 'demo' && rows[0]?.source === 'demo' && request.stocks.length > 0;
  if (replacing && !request.replaceDemo) throw marketIsDemo();
  const tx = runnerOf(client);
  if (replacing) await removeDemoMarket(tx);
  const extent = await figuresExtentOf(tx, request.stocks);
  const calendarChanged = await storeCalendar(client, request.calendar);
  const stocksChanged = await storeStocks(client, request.stocks);
  const counts = await mergeBars(client, load.barSource);
  const barsChanged = counts.inserted + counts.updated > 0;
  if (barsChanged || replacing) await countDays(client);
  const finalityChanged = await storeProvisionalBars(tx, request.finality);
  const detailsChanged = (await request.details?.()) === true;
  if (barsChanged || finalityChanged || replacing || calendarChanged || stocksChanged || detailsChanged) {
    await storeState(load);
    const codes = await refreshStockFigures(tx, extent, request.breaks.candidates());
    await request.hooks.run(tx, codes);
  }
  await request.note(client, counts);
  const commit = async (): Promise<void> => {
    await client.query('commit');
  };
  await (request.commit === undefined ? commit() : request.commit(commit));
  return counts;
}

/**
 * Refreshes statistics, and marks pages as visible to all, without which an index-only scan reads the table after all.
 * Runs after the commit, outside of a transaction.
 */
export async function tidyMarket({ client }: MarketLoad, counts: MergeCounts): Promise<void> {
  if (counts.inserted + counts.updated < TIDY_FROM_ROWS) return;
  await client.query('vacuum (analyze) daily_bar');
  await client.query('vacuum (analyze) stock');
  await client.query('vacuum (analyze) market_day');
}

async function storeCalendar(client: Client, days: readonly ExchangeDay[]): Promise<boolean> {
  if (days.length === 0) return false;
  const { rowCount } = await client.query(
    `insert into exchange_day (trade_date, is_open)
     select * from unnest($1::date[], $2::boolean[])
     on conflict (trade_date) do update set is_open = excluded.is_open
     where exchange_day.is_open is distinct from excluded.is_open`,
    [days.map(({ day }) => day), days.map(({ isOpen }) => isOpen)],
  );
  return (rowCount ?? 0) > 0;
}

async function countDays(client: Client): Promise<void> {
  await client.query(`
    insert into market_day (trade_date, bars)
    select trade_date, count(*)
    from daily_bar
    where trade_date between (select min(trade_date) from bar_staging) and (select max(trade_date) from bar_staging)
    group by trade_date
    order by trade_date
    on conflict (trade_date) do update set bars = excluded.bars where market_day.bars <> excluded.bars`);
}

async function storeState({ client, source }: MarketLoad): Promise<void> {
  await client.query(
    `update market_state
     set source = case when span.last is null then source else $1 end,
         data_version = data_version + 1, bars_from = span.first, bars_to = span.last, updated_at = now()
     from (select min(trade_date) as first, max(trade_date) as last from market_day) as span`,
    [source],
  );
}

/** A connection as the rest of the program runs SQL. */
export function runnerOf(client: Client): SqlRunner {
  return {
    query: async <Row>(sql: string, parameters: readonly unknown[] = []) =>
      (await client.query(sql, [...parameters])).rows as Row[],
  };
}

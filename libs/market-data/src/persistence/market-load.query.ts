import type { Client } from 'pg';
import { insertOf, type SqlRunner } from '#lib/database';
import type { ExchangeDay } from '../domain/trading-calendar';
import type { BarSource } from '../domain/bar-source';
import { MarketImport } from './market-import.entity';
import type { StoredMarketSource } from './market-source';

/** Opens the transaction of a load, with memory for sorting a market. */
export async function beginLoad(client: Client): Promise<void> {
  await client.query('begin');
  await client.query(`set local work_mem = '64MB'`);
  await client.query(`set local maintenance_work_mem = '256MB'`);
}

export async function commitLoad(client: Client): Promise<void> {
  await client.query('commit');
}

export async function rollbackLoad(client: Client): Promise<void> {
  await client.query('rollback');
}

/** The market's source, and whether it has no bars. */
export async function selectMarket(client: Client): Promise<{ source: string; empty: boolean }> {
  const { rows } = await client.query<{ source: string; empty: boolean }>(
    'select source, not exists (select from daily_bar) as empty from market_state',
  );
  if (rows[0] === undefined) throw new Error('market_state has no row');
  return rows[0];
}

/** Locks the market's row until the end of the transaction. @returns its source. */
export async function lockMarket(tx: SqlRunner): Promise<StoredMarketSource | undefined> {
  const [state] = await tx.query<{ source: StoredMarketSource }>('select source from market_state for update');
  return state?.source;
}

export async function deleteBars(tx: SqlRunner): Promise<void> {
  await tx.query('delete from daily_bar');
}

/** Makes the market one without a source and bars. */
export async function resetMarket(tx: SqlRunner): Promise<void> {
  await tx.query(`update market_state set source = 'none', bars_from = null, bars_to = null,
    data_version = data_version + 1, updated_at = now()`);
}

/** @returns whether a day changed. */
export async function storeCalendar(tx: SqlRunner, days: readonly ExchangeDay[]): Promise<boolean> {
  if (days.length === 0) return false;
  const changed = await tx.query(
    `insert into exchange_day (trade_date, is_open)
     select * from unnest($1::date[], $2::boolean[])
     on conflict (trade_date) do update set is_open = excluded.is_open
     where exchange_day.is_open is distinct from excluded.is_open
     returning 1`,
    [days.map(({ day }) => day), days.map(({ isOpen }) => isOpen)],
  );
  return changed.length > 0;
}

/** Counts the bars of the days from the first staged to the last. */
export async function countDays(tx: SqlRunner): Promise<void> {
  await tx.query(`
    insert into market_day (trade_date, bars)
    select trade_date, count(*)
    from daily_bar
    where trade_date between (select min(trade_date) from bar_staging) and (select max(trade_date) from bar_staging)
    group by trade_date
    order by trade_date
    on conflict (trade_date) do update set bars = excluded.bars where market_day.bars <> excluded.bars`);
}

/** Notes a change of the market: its source if it has bars, its span, and the next data version. */
export async function storeMarketState(tx: SqlRunner, source: string): Promise<void> {
  await tx.query(
    `update market_state
     set source = case when span.last is null then source else $1 end,
         data_version = data_version + 1, bars_from = span.first, bars_to = span.last, updated_at = now()
     from (select min(trade_date) as first, max(trade_date) as last from market_day) as span`,
    [source],
  );
}

/** Refreshes statistics and the visibility map, outside of a transaction. @param bars Whether those of the bars too. */
export async function vacuumMarket(client: Client, bars: boolean): Promise<void> {
  if (bars) await client.query('vacuum (analyze) daily_bar');
  await client.query('vacuum (analyze) stock');
  await client.query('vacuum (analyze) market_day');
}

/** Fails the imports of loads that died. Under the market's lock: no other load runs. */
export async function failDeadImports(client: Client): Promise<void> {
  await client.query(`
    update market_import set status = 'failed', finished_at = now(), error = 'the process ended before the import did'
    where status = 'running' and requested_by is null`);
}

/** @returns the id of a new running import. */
export async function insertRunningImport(
  client: Client,
  { source, format, path }: Pick<MarketImport, 'source' | 'path'> & { format: BarSource },
): Promise<number> {
  const { text, parameters } = insertOf(MarketImport, {
    source,
    format,
    path,
    status: 'running',
    aliveAt: () => 'now()',
  });
  const { rows } = await client.query<{ id: number }>(`${text} returning id`, parameters);
  if (rows[0] === undefined) throw new Error('an import was not inserted');
  return rows[0].id;
}

/** Marks an import as running. @returns whether it had not ended. */
export async function startImport(client: Client, importId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `update market_import set status = 'running', started_at = now(), alive_at = now() where id = $1 and status in ('queued', 'running')`,
    [importId],
  );
  return rowCount === 1;
}

export async function deleteImport(client: Client, importId: number): Promise<void> {
  await client.query('delete from market_import where id = $1', [importId]);
}

/** Notes a heartbeat of a load, unless the load itself has locked the row before its commit. */
export async function noteLoadAlive(db: SqlRunner, importId: number): Promise<void> {
  await db.query(
    `update market_import set alive_at = now()
     where id = (select id from market_import where id = $1 for update skip locked)`,
    [importId],
  );
}

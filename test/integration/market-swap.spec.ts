import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { writeBackup } from '#lib/backup';
import { StreamConnection, createRunner } from '#lib/database';
import { calendarDayOf } from '#lib/kernel';
import { type ImportReport, MarketBackfill, passBarsGate } from '#lib/market-data';
import { type ImportRequest } from '#lib/market-data/testing';
import { SCHEMA } from '#lib/schema';
import { schemaText } from '../checks/schema-text';
import { emptyTables } from '../support/database/empty-tables';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { until } from '../support/until';

/** Between the figures of single sessions and those that a load refreshes, its last step before the commit. */
const REFRESH_LOCK = 0x5343_534d;
const MARKET_LOCK = 0x5343_4d44;
const PATIENCE_MS = 20_000;
const NEXT_BARS = `select to_regclass('staging.daily_bar') as next, to_regclass('staging.bar_staging') as staged`;

const HEADER = '日期,股票代码,开盘,收盘,最高,最低,成交量,成交额,换手率';
const barsOf = (code: string, days: readonly string[], close = '10.5') =>
  [HEADER, ...days.map((day) => `${day},${code},10,${close},11,9,1000,1050000,0.5`)].join('\n');

let market: OpenMarket;
let folder: string;
const clients: Client[] = [];

beforeAll(async () => {
  market = await openMarket(calendarDayOf('2026-11-20'));
  folder = await mkdtemp(join(tmpdir(), 'market-swap-'));
  await writeFile(join(folder, '600000.csv'), barsOf('600000', ['2024-01-02', '2024-01-03', '2024-01-04']));
});

afterAll(async () => {
  await market.close();
  await rm(folder, { recursive: true });
});

/** Bars that count as the demo's. */
beforeEach(async () => {
  const { database } = market;
  await emptyTables(database, ['daily_bar', 'stock', 'market_day', 'price_break', 'stock_figures']);
  await database.query(`insert into stock (code, exchange, board, name) values ('000001', 'SZSE', 'main', 'demo')`);
  await database.query(
    `insert into daily_bar (trade_date, code, open, high, low, close, volume)
     select day, '000001', 10, 11, 9, 10, 1000 from generate_series('2023-12-01'::date, '2023-12-05', '1 day') day`,
  );
  await database.query(`insert into market_day (trade_date, bars) select trade_date, 1 from daily_bar`);
  await database.query(`update market_state set source = 'demo', bars_from = '2023-12-01', bars_to = '2023-12-05'`);
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
});

async function session(): Promise<Client> {
  const client = new Client({ connectionString: market.databaseUrl, statement_timeout: PATIENCE_MS });
  // A test ends one from the server's side.
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

function load(more: Partial<ImportRequest> = {}): Promise<ImportReport> {
  const report = market.importer.import({ path: folder, format: 'eastmoney-csv', replaceDemo: true, ...more });
  report.catch(() => undefined);
  return report;
}

const delivered = async (signal: AbortSignal): Promise<Partial<ImportRequest>> => {
  const [row] = await market.database.query<{ id: number }>(
    `insert into market_import (source, format, path, status) values ('files', 'eastmoney-csv', '', 'queued') returning id`,
  );
  return { signal, delivery: { importId: row?.id ?? 0, name: 'bars', commit: (commit) => commit() } };
};

/** Waits until the load's connection does. */
const untilLoadWaits = (wait: 'advisory' | 'transactionid') =>
  until(`the load waits (${wait})`, PATIENCE_MS, async () => {
    const rows = await market.database.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'stock-cycle-load-files'
         and wait_event = $1`,
      [wait],
    );
    return rows.length > 0;
  });

/** @param last its last statement. */
const untilLoadIs = (state: string, last = '%') =>
  until(`the load is ${state}`, PATIENCE_MS, async () => {
    const rows = await market.database.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'stock-cycle-load-files'
         and state = $1 and query like $2`,
      [state, last],
    );
    return rows.length > 0;
  });

const codes = async (reader: Client): Promise<string[]> =>
  (await reader.query<{ code: string }>('select distinct code from daily_bar order by code')).rows.map(
    ({ code }) => code,
  );

describe('a load that replaces the demo', () => {
  it('leaves the schema, grants and other sessions’ prepared statements unchanged, and nothing in staging', async () => {
    const { database } = market;
    await database.query('grant select on daily_bar to public');
    await database.query('alter table daily_bar set (autovacuum_vacuum_scale_factor = 0.1)');
    const before = await schemaText(database);
    const reader = await session();
    const prepared = { name: 'bars', text: 'select count(*)::int as count from daily_bar where code = $1' };
    // The sixth run is of a plan that is kept.
    for (let run = 0; run < 6; run += 1) await reader.query(prepared, ['000001']);
    expect((await load()).bars).toMatchObject({ read: 3, inserted: 3 });
    expect((await reader.query(prepared, ['000001'])).rows).toEqual([{ count: 0 }]);
    expect((await reader.query(prepared, ['600000'])).rows).toEqual([{ count: 3 }]);
    expect(await schemaText(database)).toBe(before);
    const [grant] = await database.query(
      `select 1 as found from information_schema.role_table_grants
       where table_schema = 'public' and table_name = 'daily_bar' and grantee = 'PUBLIC' and privilege_type = 'SELECT'`,
    );
    expect(grant).toEqual({ found: 1 });
    expect(await database.query(NEXT_BARS)).toEqual([{ next: null, staged: null }]);
    const [figures] = await database.query<{ pages: number; analysed: number }>(
      `select relpages as pages, reltuples::int as analysed from pg_class where oid = 'public.daily_bar'::regclass`,
    );
    expect(figures).toEqual({ pages: 1, analysed: 3 });
    await database.query('alter table daily_bar reset (autovacuum_vacuum_scale_factor)');
    await database.query('revoke select on daily_bar from public');
  });

  it('blocks no reader of bars, stocks or days while it stores, who sees the demo to the end', async () => {
    const blocker = await session();
    await blocker.query('select pg_advisory_lock($1)', [REFRESH_LOCK]);
    const running = load();
    await untilLoadWaits('advisory');
    const reader = await session();
    await reader.query(`set statement_timeout = '1s'`);
    expect(await codes(reader)).toEqual(['000001']);
    expect((await reader.query('select code from stock')).rows).toEqual([{ code: '000001' }]);
    expect((await reader.query('select count(*)::int as days from market_day')).rows).toEqual([{ days: 5 }]);
    await blocker.query('select pg_advisory_unlock($1)', [REFRESH_LOCK]);
    await running;
    expect(await codes(reader)).toEqual(['600000']);
  });

  it('waits for a long reader without blocking the others, and the reader keeps what it saw', async () => {
    const backup = await session();
    await backup.query('begin isolation level repeatable read');
    expect(await codes(backup)).toEqual(['000001']);
    const running = load();
    await untilLoadIs('idle', 'rollback');
    const reader = await session();
    await reader.query(`set statement_timeout = '1s'`);
    for (let look = 0; look < 20; look += 1) expect(await codes(reader)).toEqual(['000001']);
    expect(await codes(backup)).toEqual(['000001']);
    await backup.query('commit');
    await running;
    expect(await codes(reader)).toEqual(['600000']);
  });

  it('waits for a scan that has read bars, which writes its sessions meanwhile', async () => {
    const scan = await session();
    await scan.query('begin');
    await passBarsGate(createRunner(scan));
    const running = load();
    // It can't lock the bars with a scan on them; with none at its look it may be behind it already.
    await untilLoadWaits('advisory');
    expect(await codes(scan)).toEqual(['000001']);
    await scan.query(`set local lock_timeout = '1s'`);
    await scan.query('select pg_advisory_xact_lock_shared($1)', [REFRESH_LOCK]);
    await scan.query('commit');
    await running;
    expect(await codes(scan)).toEqual(['600000']);
  });

  it('stores bars that no vacuum has to visit: frozen, on pages that are visible to all', async () => {
    await load();
    const [pages] = await market.database.query<{ pages: number; visible: number }>(
      `select relpages as pages, relallvisible as visible from pg_class where oid = 'public.daily_bar'::regclass`,
    );
    expect(pages).toEqual({ pages: 1, visible: 1 });
    const [vacuums] = await market.database.query<{ vacuums: number }>(
      `select pg_stat_get_vacuum_count('public.daily_bar'::regclass)::int as vacuums`,
    );
    expect(vacuums).toEqual({ vacuums: 0 });
  });

  it('ends the connection of a dead load that still sorts, and drops what it reads', async () => {
    const { database } = market;
    await database.query('create unlogged table staging.bar_staging (leftover integer)');
    const sorter = await session();
    await sorter.query(`set application_name = 'stock-cycle-load-sort'`);
    await sorter.query('begin');
    await sorter.query('select * from staging.bar_staging');
    expect((await load()).bars).toMatchObject({ inserted: 3 });
    await expect(sorter.query('select 1')).rejects.toThrow();
    expect(await database.query(NEXT_BARS)).toEqual([{ next: null, staged: null }]);
  });

  it('leaves the demo if its session is ended while it stores, and the next load drops what it staged', async () => {
    const { database } = market;
    const blocker = await session();
    await blocker.query('select pg_advisory_lock($1)', [REFRESH_LOCK]);
    const running = load();
    await untilLoadWaits('advisory');
    // Another load that comes now leaves the bars of the running one.
    await expect(load()).rejects.toMatchObject({ code: 'import_running' });
    const staged = `select count(*)::int as bars from staging.bar_staging`;
    expect(await database.query(staged)).toEqual([{ bars: 3 }]);
    await blocker.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'stock-cycle-load-files'`,
    );
    await expect(running).rejects.toThrow();
    expect(await database.query(staged)).toEqual([{ bars: 3 }]);
    expect(await codes(blocker)).toEqual(['000001']);
    await blocker.query('select pg_advisory_unlock($1)', [REFRESH_LOCK]);
    await new MarketBackfill(database).fillMissing();
    expect(await database.query(NEXT_BARS)).toEqual([{ next: null, staged: null }]);
    expect((await load()).bars).toMatchObject({ inserted: 3 });
    expect(await codes(blocker)).toEqual(['600000']);
  });

  it('merges into the existing table if somebody has a view on it', async () => {
    await market.database.query('create view closes as select code, close from daily_bar');
    await load();
    expect(await market.database.query('select distinct code from closes')).toEqual([{ code: '600000' }]);
    expect(await market.status.read()).toMatchObject({ source: 'files', stocks: 1, bars: 3 });
    await market.database.query('drop view closes');
  });

  it('drops what a load that died has left, and its own tables if it fails', async () => {
    await market.database.query('create table staging.daily_bar (leftover integer)');
    await market.database.query('create unlogged table staging.bar_staging (leftover integer)');
    await load();
    expect(await market.database.query(NEXT_BARS)).toEqual([{ next: null, staged: null }]);
    expect(await market.database.query('select count(*) as bars from daily_bar')).toEqual([{ bars: 3 }]);
    await market.database.query(`update market_state set source = 'demo'`);
    const failing = {
      ...(await delivered(new AbortController().signal)).delivery,
      commit: () => Promise.reject(new Error('no')),
    };
    await expect(load({ delivery: failing as NonNullable<ImportRequest['delivery']> })).rejects.toThrow('no');
    expect(await market.database.query(NEXT_BARS)).toEqual([{ next: null, staged: null }]);
    expect(await market.state.read()).toMatchObject({ source: 'demo' });
  });
});

it('a backup that starts during a swap contains the bars after it', async () => {
  const swap = await session();
  await swap.query('begin');
  await swap.query('lock table daily_bar in access exclusive mode');
  const connection = await StreamConnection.open(market.databaseUrl, 'backup');
  const backup = writeBackup({
    connection,
    file: join(folder, 'backup'),
    schema: SCHEMA,
    force: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await until('the backup waits', PATIENCE_MS, async () => {
    const rows = await market.database.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'backup'
         and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
  await swap.query('create table staging.daily_bar (like daily_bar including all)');
  await swap.query('insert into staging.daily_bar select * from daily_bar limit 2');
  const [before] = (await swap.query<{ count: number }>('select count(*)::int as count from stock')).rows;
  await swap.query('drop table daily_bar');
  await swap.query('alter table staging.daily_bar set schema public');
  await swap.query('commit');
  await backup;
  await connection.end();
  const [line = ''] = gunzipSync(await readFile(join(folder, 'backup')))
    .toString('utf8')
    .split('\n');
  const header = JSON.parse(line.slice(line.indexOf('{'))) as { tables: { name: string; rows: number }[] };
  const rowsOf = (table: string) => header.tables.find(({ name }) => name === table)?.rows;
  expect([rowsOf('daily_bar'), rowsOf('stock')]).toEqual([2, before?.count]);
});

describe('a load that adds', () => {
  it('locks the market’s state only after its rows are merged', async () => {
    await load();
    await market.database.query(`update daily_bar set close = 10.6 where trade_date = '2024-01-03'`);
    const other = await session();
    await other.query('begin');
    await other.query(`update daily_bar set amount = 1 where trade_date = '2024-01-03'`);
    const running = load();
    await untilLoadWaits('transactionid');
    // As a sync of chips does, before it stores.
    expect((await other.query('select source from market_state for update nowait')).rows).toEqual([
      { source: 'files' },
    ]);
    await other.query('rollback');
    expect((await running).bars).toMatchObject({ inserted: 0, updated: 1 });
  });
});

describe('the turn of a load', () => {
  it('ends at once if nobody needs the load any more: while it waits, and while it stores', async () => {
    const holder = await session();
    await holder.query('select pg_advisory_lock($1)', [MARKET_LOCK]);
    const waits = new AbortController();
    const waiting = load(await delivered(waits.signal));
    await untilLoadIs('idle');
    waits.abort();
    await expect(waiting).rejects.toThrow();
    await holder.query('select pg_advisory_unlock($1)', [MARKET_LOCK]);

    await holder.query('select pg_advisory_lock($1)', [REFRESH_LOCK]);
    const stores = new AbortController();
    const storing = load(await delivered(stores.signal));
    await untilLoadWaits('advisory');
    stores.abort();
    await expect(storing).rejects.toThrow();
    await until('the server has ended the session', PATIENCE_MS, async () => {
      const rows = await market.database.query(
        `select 1 from pg_stat_activity where datname = current_database() and application_name = 'stock-cycle-load-files'`,
      );
      return rows.length === 0;
    });
    await holder.query('select pg_advisory_unlock($1)', [REFRESH_LOCK]);
    await load();
  });

  it('comes although a load whose process has no heartbeat holds the lock', async () => {
    const frozen = await session();
    await frozen.query('select pg_advisory_lock($1)', [MARKET_LOCK]);
    await market.database.query(
      `insert into market_import (source, format, path, status, alive_at)
       values ('files', 'tdx', '', 'running', now() - interval '61 seconds')`,
    );
    expect((await load()).bars).toMatchObject({ inserted: 3 });
    await expect(frozen.query('select 1')).rejects.toThrow();
  });

  it('is rejected while the other load lives, or is of a build without heartbeat', async () => {
    const other = await session();
    await other.query('select pg_advisory_lock($1)', [MARKET_LOCK]);
    for (const aliveAt of [`now() - interval '20 seconds'`, 'null']) {
      await market.database.query(
        `insert into market_import (source, format, path, status, alive_at) values ('files', 'tdx', '', 'running', ${aliveAt})`,
      );
      await expect(load()).rejects.toMatchObject({ code: 'import_running' });
      await market.database.query(`delete from market_import where status = 'running'`);
    }
  });
});

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { FakeTdxSite } from '../support/fakes/tdx/fake-tdx-site';
import { FilesTdxMarket } from '../support/fakes/tdx/files-tdx-market';
import { describeWithSharedData, sharedDataPath } from '../support/inputs/shared-data';
import { BESIDE_TESTS } from '../support/processes/beside-tests';
import { until } from '../support/until';

const ROOT = join(__dirname, '../..');
const MINUTES = 60_000;
/** The last day of a golden scan; the 500 open days up to it hold the 360 before the scan's range. */
const LAST = calendarDayOf('2024-09-13');
const DAYS = 500;
const EVENING = '2024-09-13T18:00:00+08:00';
const KILLS = 4;

const days = TradingCalendar.published().openDaysBefore(calendarDayOf('2024-09-14'), DAYS);

jest.setTimeout(10 * MINUTES);

describeWithSharedData('a market filled from day packages of real bars', () => {
  let site: FakeTdxSite;
  let database: TestDatabase;
  let client: Client;
  let worker: ChildProcess | undefined;

  beforeAll(async () => {
    const market = await FilesTdxMarket.read({
      path: sharedDataPath('qjlxg_strategy/daily_2021-01-01_2025-12-31.tar.xz'),
      names: sharedDataPath('qjlxg_strategy/spot_list_all_5792.csv.xz'),
      from: days[0] ?? LAST,
      to: LAST,
    });
    site = await FakeTdxSite.start({ market, now: () => Date.parse(EVENING) });
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });

  afterAll(async () => {
    await kill();
    await client.end();
    await site.close();
    await database.drop();
  });

  function startWorker(): void {
    worker = fork(join(ROOT, 'apps/worker/src/main.ts'), {
      execArgv: ['--conditions=source', '--require', join(ROOT, 'test/support/runner/swc-register.cjs')],
      env: {
        ...process.env,
        ...BESIDE_TESTS,
        ...site.environment,
        TDX_QUOTE_HOSTS: 'off',
        TDX_HISTORY_DAYS: String(DAYS),
        DATABASE_URL: database.url,
        MARKET_SOURCE: 'tdx',
        CLOCK_START: new Date(EVENING).toISOString(),
        JOB_LEASE_SECONDS: '2',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }

  async function kill(): Promise<void> {
    if (worker === undefined) return;
    const exit = once(worker, 'exit');
    worker.kill('SIGKILL');
    await exit;
    worker = undefined;
  }

  it('is complete though its worker is killed four times, requests each day once, and stores nothing twice', async () => {
    const began = Date.now();
    const log = (text: string) => process.stdout.write(`${Math.round((Date.now() - began) / 1000)} s: ${text}\n`);
    startWorker();
    let last = '';
    await until('done', 9 * MINUTES, async () => {
      const { rows } = await client.query(`select status, stage, units_done, error from market_sync order by id desc limit 1`);
      const { rows: bars } = await client.query(`select count(*) as n from market_day`);
      const { rows: q } = await client.query(`select left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as q, extract(epoch from now() - query_start)::int as s from pg_stat_activity where application_name = 'stock-cycle-load-tdx'`);
      const text = JSON.stringify([rows[0], bars[0]?.n]);
      if (text !== last || (q[0]?.s ?? 0) > 0) log(`${text} ${JSON.stringify(q)}`);
      last = text;
      return rows[0]?.status === 'completed' || rows[0]?.status === 'failed';
    });
    log(String(KILLS));
  });
});

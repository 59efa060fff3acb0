import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { DEFAULT_SCAN_OPTIONS, ScansService } from '#lib/scan';
import { SyncWorld } from '../support/worlds/sync-world';
import { until } from '../support/until';
import { VendorMarket } from '../support/fakes/tushare/vendor-market';
import { BESIDE_TESTS } from '../support/processes/beside-tests';

const ROOT = join(__dirname, '../..');
const STOCKS = 12;
/** What an empty market gets: the range of a scan, and the year before it. */
const DAYS = 420;
/** The calendar, the listings by three statuses, new codes and names; then five data sets a day; then reports. */
const NEEDED = 6 + DAYS * 5 + 9;
const PATIENCE_MS = 120_000;
const LOW = '2024-01-05';

const calendar = TradingCalendar.published();

describe('the workers, from an empty database', () => {
  let world: SyncWorld;
  const processes: ChildProcess[] = [];

  beforeAll(async () => {
    const market = new VendorMarket({ from: '2022-01-04', to: '2024-01-10' }, STOCKS);
    market.lotsOf.set(`600000 ${LOW}`, 10);
    world = await SyncWorld.open(market, '2024-01-11T09:00:00');
  });

  afterEach(() => kill());
  afterAll(() => world.close());

  function startWorker(): void {
    const child = fork(join(ROOT, 'apps/worker/src/main.ts'), {
      execArgv: ['--conditions=source', '--require', join(ROOT, 'test/support/runner/swc-register.cjs')],
      env: {
        ...process.env,
        ...BESIDE_TESTS,
        ...world.vendor.environment,
        DATABASE_URL: world.databaseUrl,
        MARKET_SOURCE: 'tushare',
        TUSHARE_CALLS_PER_MINUTE: '1000000',
        SYNC_REPORTS: '9',
        CLOCK_START: '2024-01-11T01:00:00Z',
        JOB_LEASE_SECONDS: '2',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    processes.push(child);
  }

  async function kill(): Promise<void> {
    await Promise.all(
      processes.splice(0).map(async (child) => {
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      }),
    );
  }

  const syncs = async () => (await world.syncs.list({ limit: 10, offset: 0 })).syncs;
  const daily = async () => (await syncs()).find(({ kind }) => kind === 'daily');

  it(
    'complete a market that can be scanned when killed in the middle and started again, and make no request twice',
    async () => {
      startWorker();
      startWorker();
      await until(
        'a third of the questions is answered',
        PATIENCE_MS,
        async () => ((await daily())?.unitsDone ?? 0) > DAYS,
      );
      await kill();
      const before = world.vendor.calls.length;
      expect(before).toBeLessThan(NEEDED);
      startWorker();
      await until('the syncs have ended', PATIENCE_MS, async () => {
        return (await syncs()).every(({ finishedAt }) => finishedAt !== null);
      });
      expect(await daily()).toMatchObject({ status: 'completed', error: null, to: '2024-01-10' });
      // The pre-open repair of the day before found it read a moment ago.
      expect(await syncs()).toMatchObject([{ kind: 'repair', status: 'completed', unitsDone: 0 }, { kind: 'daily' }]);
      expect(world.vendor.answered()).toBe(NEEDED);
      const made = world.vendor.calls.length;
      process.stdout.write(`vendor calls: ${NEEDED} needed, ${made} made, ${before} of them before the kill\n`);
      // The five questions of one day were on their way when both workers died.
      expect(made - NEEDED).toBeLessThanOrEqual(5);

      const days = calendar.openDaysBefore(calendarDayOf('2024-01-11'), DAYS);
      const [first] = days;
      if (first === undefined) throw new Error('no days');
      const [stored] = await world.database.query('select count(*) as bars from daily_bar');
      expect(stored).toEqual({ bars: DAYS * STOCKS });
      expect(await world.days.incompleteDays(first, calendarDayOf('2024-01-10'))).toEqual([]);

      const scans = world.get(ScansService);
      const bounds = {
        startDate: calendarDayOf('2024-01-02'),
        endDate: calendarDayOf('2024-01-10'),
        circMktMinYi: 100,
        circMktMaxYi: 500,
        options: DEFAULT_SCAN_OPTIONS,
      };
      const { scanId } = await scans.start(bounds, null);
      await until('the scan has ended', PATIENCE_MS, async () => (await scans.get(scanId)).finishedAt !== null);
      expect(await scans.get(scanId)).toMatchObject({ status: 'completed', candidateCount: STOCKS, warnings: [] });
      const { hits } = await scans.hits(scanId, { limit: 50, offset: 0 });
      // The others traded the same every day: none was undercut, and their latest day is the range's last.
      expect(hits.find(({ code }) => code === '600000')).toMatchObject({ entryDate: LOW, minVolume: 1000 });
    },
    3 * PATIENCE_MS,
  );

  it(
    'reject a scan while a day is missing, unless that is allowed, and never read a provisional bar',
    async () => {
      const scans = world.get(ScansService);
      const bounds = {
        startDate: calendarDayOf('2024-01-02'),
        endDate: calendarDayOf('2024-01-10'),
        circMktMinYi: 100,
        circMktMaxYi: 500,
        options: DEFAULT_SCAN_OPTIONS,
      };
      await world.database.query(`update market_day set provisional = true, complete = false where trade_date = $1`, [
        LOW,
      ]);
      await world.database.query(
        'insert into provisional_bar select trade_date, code from daily_bar where trade_date = $1',
        [LOW],
      );
      await expect(scans.start(bounds, null)).rejects.toMatchObject({
        code: 'market_incomplete',
        kind: 'unavailable',
        message: expect.stringContaining(LOW) as string,
      });
      startWorker();
      const { scanId } = await scans.start(bounds, null, { allowIncomplete: true });
      await until('the scan has ended', PATIENCE_MS, async () => (await scans.get(scanId)).finishedAt !== null);
      const scan = await scans.get(scanId);
      expect(scan).toMatchObject({ status: 'completed', warnings: [expect.stringContaining(LOW) as string] });
      const { hits } = await scans.hits(scanId, { limit: 50, offset: 0 });
      expect(hits.find(({ code }) => code === '600000')).toMatchObject({ entryDate: '2024-01-10', minVolume: 100_000 });
    },
    PATIENCE_MS * 2,
  );
});

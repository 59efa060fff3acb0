import { calendarDayOf } from '#lib/kernel';
import type { ImportReport } from '#lib/market-data';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { describeWithSharedData, sharedDataPath } from '../support/inputs/shared-data';

const MINUTES = 60_000;
const EASTMONEY = 'qjlxg_strategy/daily_2021-01-01_2025-12-31.tar.xz';
const SPOT_LIST = 'qjlxg_strategy/spot_list_all_5792.csv.xz';
const TDX = 'red-mine_stock_tdx/vipdoc_subset.tar.xz';

let market: OpenMarket;
beforeEach(async () => {
  market = await openMarket(calendarDayOf('2026-11-20'));
});
afterEach(() => market.close());

const tell = (what: string, report: ImportReport) =>
  process.stdout.write(
    `${what}: ${report.bars.read} rows in ${report.seconds} s, ${Math.round(report.bars.read / report.seconds)} rows/s\n`,
  );

describeWithSharedData('imports of real data', () => {
  it(
    'from East Money contain 1,927 stocks, 2.27 million rows, on the days of the exchange; the second run changes nothing',
    async () => {
      const request = {
        path: sharedDataPath(EASTMONEY),
        format: 'eastmoney-csv',
        names: sharedDataPath(SPOT_LIST),
      } as const;
      let peakBytes = 0;
      const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage().rss)), 100);
      const first = await market.importer.import(request);
      const second = await market.importer.import(request);
      clearInterval(watch);
      tell('East Money archive', first);
      tell('the same again', second);
      process.stdout.write(`peak memory of the process, tests included: ${Math.round(peakBytes / 1e6)} MB\n`);
      expect(first).toMatchObject({
        files: 1927,
        refused: [],
        skipped: [],
        stocks: 1927,
        bars: { read: 2_272_592, inserted: 2_272_592, updated: 0, unchanged: 0 },
        from: '2021-01-04',
        to: '2025-12-31',
      });
      expect(second.bars).toEqual({ read: 2_272_592, inserted: 0, updated: 0, unchanged: 2_272_592 });
      expect(await market.state.read()).toMatchObject({ source: 'files', dataVersion: 1 });
      const days = await market.database.query<{ day: string }>(
        'select trade_date as day from market_day order by trade_date',
      );
      const calendar = await market.calendars.current();
      expect(days.map(({ day }) => day)).toEqual(
        calendar.openDaysBetween(calendarDayOf('2021-01-01'), calendarDayOf('2025-12-31')),
      );
      expect(await market.status.read()).toMatchObject({
        stocks: 1927,
        bars: 2_272_592,
        dataSets: [{ holes: [] }, {}],
      });
      const [names] = await market.database.query('select count(*) filter (where name is null) as missing from stock');
      expect(names).toEqual({ missing: 0 });
    },
    10 * MINUTES,
  );

  it(
    'from TongDaXin contain 1,923 stocks and 1,701,834 records, 6 of them no bars; 8 files are no stocks',
    async () => {
      const report = await market.importer.import({ path: sharedDataPath(TDX), format: 'tdx' });
      tell('TongDaXin archive', report);
      expect(report).toMatchObject({
        files: 1931,
        refused: [],
        stocks: 1923,
        bars: { read: 1_701_834, inserted: 1_701_828, updated: 0, unchanged: 0 },
        from: '2015-09-02',
        to: '2023-02-24',
      });
      expect(report.skipped.map(({ file, reason }) => `${file.split('/').at(-1) ?? ''}: ${reason}`).sort()).toEqual([
        'bj899050.day: 899050 is an index',
        'sh000001.day: 000001 is an index',
        'sh000300.day: 000300 is an index',
        'sh113050.day: 113050 is a bond',
        'sh510300.day: 510300 is a fund',
        'sh900901.day: 900901 is a B share',
        'sz399001.day: 399001 is an index',
        'sz399006.day: 399006 is an index',
      ]);
    },
    10 * MINUTES,
  );

  it('from Tushare contain five stocks of daily rows, names and list dates; the list of stocks is no bars', async () => {
    const path = sharedDataPath('tushare_samples');
    const names = sharedDataPath('tushare_samples/stock_basic_2023-03.csv');
    const report = await market.importer.import({ path, format: 'tushare-csv', names });
    expect(report).toMatchObject({ files: 6, stocks: 5, bars: { read: 12_585, inserted: 12_585 } });
    expect(report.refused.map(({ file, line }) => [file, line])).toEqual([['stock_basic_2023-03.csv', 1]]);
    const bars = await market.database.query(
      `select open, high, low, close, pre_close, volume, amount from daily_bar where code = '600000' and trade_date = '2022-07-01'`,
    );
    expect(bars).toEqual([
      { open: 8.01, high: 8.04, low: 7.98, close: 7.99, pre_close: 8.01, volume: 17_846_787, amount: 142_651_655 },
    ]);
    const [stock] = await market.database.query(`select name, list_date from stock where code = '600519'`);
    expect(stock).toEqual({ name: '贵州茅台', list_date: '2001-08-27' });
  });
});

import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { calendarDayOf } from '#lib/kernel';
import {
  CallBudget,
  readChipPerformances,
  readDailyBars,
  readLimitPrices,
  readStockListings,
  type Tushare,
  TushareHttp,
} from '#lib/vendors/testing';
import { findPriceLimit } from '#lib/market-data';
import { type OpenedDatabase, openTestDatabase } from '../support/database/opened-database';
import { describeWithSharedData, sharedDataPath } from '../support/inputs/shared-data';
import { FakeTushare } from '../support/fakes/fake-tushare';
import { marketOfRows, type VendorRow } from '../support/fakes/tushare/fake-market';

const SAMPLES = ['600000', '600085', '600519', '600690', '600887'];

/** Rows of a file as the vendor sends them: numbers as numbers, but for the columns that are text. */
function rowsIn(path: string, texts: readonly string[]): VendorRow[] {
  const records: Record<string, string>[] = parse(readFileSync(sharedDataPath(path)), { columns: true, bom: true });
  return records.map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([column, text]) => [
        column,
        text === '' ? null : texts.includes(column) ? text : Number(text),
      ]),
    ),
  );
}

describeWithSharedData('real rows of Tushare, over the wire', () => {
  const DAILY_TEXTS = ['ts_code', 'trade_date'];
  let opened: OpenedDatabase;
  let fakeTushare: FakeTushare;
  let tushare: Tushare;
  let daily: VendorRow[];
  let listings: VendorRow[];

  beforeAll(async () => {
    opened = await openTestDatabase();
    daily = SAMPLES.flatMap((code) => rowsIn(`tushare_samples/daily_${code}.SH.csv`, DAILY_TEXTS));
    listings = rowsIn('tushare_samples/stock_basic_2023-03.csv', [
      'ts_code',
      'symbol',
      'name',
      'area',
      'industry',
      'list_date',
    ]);
    fakeTushare = await FakeTushare.start({
      market: marketOfRows({
        daily,
        stock_basic: listings.map((row) => ({ ...row, list_status: 'L' })),
        stk_limit: rowsIn('golden/tushare_docs_stk_limit_20190625.csv', DAILY_TEXTS),
        cyq_perf: rowsIn('golden/tushare_docs_cyq_perf_600000.csv', DAILY_TEXTS).map((row) => ({
          ...row,
          ...{ cost_15pct: row['cost_5pct'] ?? null, cost_50pct: row['weight_avg'] ?? null },
          cost_85pct: row['cost_95pct'] ?? null,
        })),
      }),
    });
    tushare = new TushareHttp(
      { baseUrl: fakeTushare.url, token: fakeTushare.token, timeoutMs: 30_000 },
      new CallBudget(opened.database, 'real', { perMinute: 60_000, perDay: 1000 }),
    );
  }, 60_000);
  afterAll(async () => {
    await fakeTushare.close();
    await opened.remove();
  });

  it('of daily are bars whose mean price lies within its range: every row of five stocks over ten years', async () => {
    let read = 0;
    for (const code of SAMPLES) {
      const { rows, leftOut, calls } = await readDailyBars(tushare, { code });
      const own = daily.filter((row) => row['ts_code'] === `${code}.SH`);
      expect([rows.length + leftOut, calls]).toEqual([own.length, 1]);
      expect(rows.every((bar) => bar.code === code && bar.exchange === 'SSE')).toBe(true);
      for (const { low, high, volume, amount } of rows) {
        // Yuan over shares: a wrong unit is off by a power of ten. The vendor rounds amounts to a yuan.
        const mean = (amount ?? 0) / volume;
        expect(mean).toBeGreaterThan(low - 0.01);
        expect(mean).toBeLessThan(high + 0.01);
      }
      read += rows.length;
    }
    process.stdout.write(`tushare_samples: ${read} of ${daily.length} daily rows are bars\n`);
    expect(read).toBeGreaterThan(12_000);
  });

  it('of stock_basic are 5,122 stocks of three exchanges, none left out', async () => {
    const { rows, leftOut } = await readStockListings(tushare);
    expect([rows.length, leftOut]).toEqual([listings.length, 0]);
    expect(listings).toHaveLength(5122);
    expect(new Set(rows.map(({ exchange }) => exchange))).toEqual(new Set(['SSE', 'SZSE', 'BSE']));
    expect(rows.find(({ code }) => code === '000001')).toMatchObject({ industry: '银行', listDate: '1991-04-03' });
  });

  it('of stk_limit are limits of the boards by the rule', async () => {
    const tradeDate = calendarDayOf('2019-06-25');
    const { rows, leftOut } = await readLimitPrices(tushare, { tradeDate });
    expect(rows.length).toBeGreaterThan(0);
    expect(leftOut).toBe(0);
    for (const { upLimit, downLimit } of rows) {
      const [up, down] = [Math.round(upLimit * 100), Math.round((downLimit ?? 0) * 100)];
      const closes = [9, 10, 11].map((offset) => Math.round((up + down) / 2) + offset - 10);
      const byRule = closes.flatMap((preCloseFen) =>
        [false, true].map((isSt) =>
          findPriceLimit({ board: 'main', tradeDate, preCloseFen, isSt, tradingDayNo: null }),
        ),
      );
      expect(byRule).toContainEqual({ upFen: up, downFen: down });
    }
  });

  it('of cyq_perf are stored to the last digit', async () => {
    const { rows } = await readChipPerformances(tushare, { code: '600000' });
    expect(rows).toHaveLength(10);
    expect(rows[0]).toMatchObject({
      tradeDate: '2022-04-29',
      cost5: 8.18,
      cost95: 11.34,
      winnerRate: 3.52,
      hisHigh: 12.16,
    });
  });
});

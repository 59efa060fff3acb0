import fc from 'fast-check';
import { VendorError, isStName } from '#lib/market-data';
import type { ReportKind } from '#lib/market-sync';
import { type TushareRow } from '../tushare';
import { adjustmentFactors } from './adjustment-factors';
import { bseCodeChanges } from './bse-code-changes';
import { chipPerformances } from './chip-performances';
import { dailyBars } from './daily-bars';
import { dailyValuations } from './daily-valuations';
import { type DataSet, decodeRows } from './data-set';
import { exchangeDays } from './exchange-days';
import { limitPrices } from './limit-prices';
import { reportDataSet } from './report-data-sets';
import { stDays } from './st-days';
import { stockListings } from './stock-listings';
import { stockNames } from './stock-names';
import { withoutRepeats } from './stock-reports';
import { suspensions } from './suspensions';

const decode = <Row>(dataSet: DataSet<Row>, ...rows: TushareRow[]): readonly Row[] =>
  decodeRows(dataSet, { rows, calls: 1 }).rows;

function faultOf<Row>(dataSet: DataSet<Row>, row: TushareRow): string {
  try {
    decode(dataSet, row);
  } catch (error) {
    if (error instanceof VendorError) return error.message;
  }
  return 'no fault';
}

const BAR: TushareRow = {
  ...{ ts_code: '600519.SH', trade_date: '20240105', open: 1660.5, high: 1670, low: 1651.2, close: 1663.36 },
  ...{ pre_close: 1669, vol: 20_245.67, amount: 3_363_123.456 },
};

describe('documented rows', () => {
  it('of daily: lots become shares, thousand yuan become yuan, the code loses its suffix', () => {
    expect(decode(dailyBars, BAR)).toEqual([
      {
        ...{ code: '600519', exchange: 'SSE', board: 'main', tradeDate: '2024-01-05' },
        ...{ open: 1660.5, high: 1670, low: 1651.2, close: 1663.36, preClose: 1669 },
        ...{ volume: 2_024_567, amount: 3_363_123_456 },
      },
    ]);
  });

  it('of daily_basic: ten thousand yuan and shares become yuan and shares; a loss has no pe', () => {
    const row = {
      ...{ ts_code: '920001.BJ', trade_date: '20240105', turnover_rate: 1.2345, pe_ttm: null, pb: 1.5, dv_ttm: '' },
      ...{ circ_mv: 101_327.4321, total_mv: 200_000, total_share: 12_345.6789, float_share: 6000.0001 },
    };
    expect(decode(dailyValuations, row)).toEqual([
      {
        ...{
          code: '920001',
          tradeDate: '2024-01-05',
          turnoverPct: 1.2345,
          peTtm: null,
          pb: 1.5,
          dividendYieldTtm: null,
        },
        ...{ circMarketCap: 1_013_274_321, totalMarketCap: 2e9, totalShares: 123_456_789, floatShares: 60_000_001 },
      },
    ]);
  });

  it('of stk_limit: no limit is an upper one of 10,000 or more, or none', () => {
    const limits = (up: number | null, down: number | null): unknown =>
      decode(limitPrices, { ts_code: '000001.SZ', trade_date: '20240105', up_limit: up, down_limit: down })[0];
    expect(limits(11, 9)).toMatchObject({ upLimit: 11, downLimit: 9 });
    expect(limits(9999.99, 0.01)).toMatchObject({ upLimit: 9999.99, downLimit: 0.01 });
    for (const up of [10_000, 100_000, 0, null])
      expect(limits(up, 9)).toMatchObject({ upLimit: 100_000, downLimit: 0 });
  });

  it('of stock_basic: statuses, dates, initials in lower case', () => {
    const row = { ts_code: '000001.SZ', name: '平安银行', industry: '银行', cnspell: 'PAYH', list_status: 'L' };
    expect(decode(stockListings, { ...row, list_date: 19_910_403, delist_date: null })).toEqual([
      {
        ...{ code: '000001', exchange: 'SZSE', board: 'main', name: '平安银行', status: 'listed', industry: '银行' },
        ...{ listDate: '1991-04-03', delistDate: null, initials: 'payh' },
      },
    ]);
    expect(faultOf(stockListings, { ...row, list_status: 'X' })).toMatch(/column list_status/);
  });

  it('of the other daily data sets are read', () => {
    const head = { ts_code: '300750.SZ', trade_date: '20240105' };
    const day = { code: '300750', tradeDate: '2024-01-05' };
    expect(decode(adjustmentFactors, { ...head, adj_factor: 1.7953 })).toEqual([{ ...day, factor: 1.7953 }]);
    expect(faultOf(adjustmentFactors, { ...head, adj_factor: 0 })).toMatch(/adj_factor is not above 0/);
    expect(
      decode(
        suspensions,
        { ...head, suspend_timing: null, suspend_type: 'S' },
        { ...head, ts_code: '300001.SZ', suspend_timing: '09:30-10:00', suspend_type: 'S' },
        { ...head, ts_code: '300002.SZ', suspend_timing: null, suspend_type: 'R' },
      ),
    ).toEqual([
      { ...day, timing: null },
      { ...day, code: '300001', timing: '09:30-10:00' },
    ]);
    expect(decode(stDays, { ...head, name: '*ST海润', type: 'ST' })).toEqual([{ ...day, name: '*ST海润' }]);
    expect(decode(exchangeDays, { exchange: 'SSE', cal_date: '20240101', is_open: 0 })).toEqual([
      { day: '2024-01-01', isOpen: false },
    ]);
    const chips = { his_low: 0.72, his_high: 12.16, cost_5pct: 8.18, cost_15pct: 8.5, cost_50pct: 9.6, cost_85pct: 11 };
    expect(
      decode(chipPerformances, { ...head, ...chips, cost_95pct: 11.34, weight_avg: 9.76, winner_rate: 3.52 }),
    ).toEqual([
      {
        ...{ ...day, hisLow: 0.72, hisHigh: 12.16, cost5: 8.18, cost15: 8.5, cost50: 9.6, cost85: 11, cost95: 11.34 },
        ...{ weightedAverage: 9.76, winnerRate: 3.52 },
      },
    ]);
  });

  it('of namechange: a name and the days it held; one that ends before it begins held a day', () => {
    const row = { ts_code: '600848.SH', name: '上海临港', ann_date: '20151118', change_reason: '改名' };
    expect(decode(stockNames, { ...row, start_date: '20151118', end_date: '20151117' })).toEqual([
      {
        ...{ code: '600848', name: '上海临港', from: '2015-11-18', to: '2015-11-18', announced: '2015-11-18' },
        reason: '改名',
      },
    ]);
    expect(['ST大集', '*ST海润', 'S*ST前锋', 'SST重实', '＊ST中安'].map(isStName)).toEqual([
      ...[true, true, true, true, true],
    ]);
    expect(['平安银行', '东方STAR', 'S佳通'].map(isStName)).toEqual([false, false, false]);
  });
});

describe('a foreign row', () => {
  it.each(['900901.SH', '200002.SZ', '510300.SH', '000001.SH', '399001.SZ', 'T00018.SH', '110059.SH', '00700.HK'])(
    'is left out: %s',
    (code) => {
      expect(decodeRows(dailyBars, { rows: [{ ...BAR, ts_code: code }, BAR], calls: 3 })).toMatchObject({
        rows: [{ code: '600519' }],
        leftOut: 1,
        calls: 3,
      });
    },
  );

  it('is left out if the day has no volume', () => {
    const row = { ...BAR, vol: 0, amount: 0 };
    expect(decodeRows(dailyBars, { rows: [row], calls: 1 })).toEqual({ rows: [], leftOut: 1, calls: 1 });
  });
});

describe('malformed rows', () => {
  it.each([
    ['ts_code', null],
    ['ts_code', 'six hundred'],
    ['trade_date', '20240230'],
    ['trade_date', '2024-01-05'],
    ['trade_date', null],
    ['open', 'NaN'],
    ['open', 1700],
    ['high', -1],
    ['low', 1668],
    ['low', 1671],
    ['close', '1,663.36'],
    ['vol', null],
    ['vol', -5],
    ['amount', -0.5],
    ['pre_close', 0],
    ['pre_close', '１６６９'],
  ])('are reported: %s of %p', (column, value) => {
    expect(faultOf(dailyBars, { ...BAR, [column]: value })).toMatch(
      new RegExp(`\\(daily\\).*row 1, column (?:${column === 'low' ? 'low|open|close' : column}) `),
    );
  });

  it('cause a vendor error, unless a row gives a valid bar or is left out', () => {
    const cell = fc.oneof(
      fc.double(),
      fc.string(),
      fc.constant(null),
      fc.constantFrom<string | number>('20240105', '600519.SH', 0, 1, 10, '10.5', -1),
    );
    const columns = Object.keys(BAR);
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...columns), { maxLength: 4 }), fc.array(cell), (changed, cells) => {
        const changes = Object.fromEntries(changed.map((column, index) => [column, cells[index] ?? null]));
        try {
          for (const bar of decode(dailyBars, { ...BAR, ...changes })) {
            expect(bar.low).toBeGreaterThan(0);
            expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close));
            expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close));
            expect(Number.isSafeInteger(bar.volume) && bar.volume > 0).toBe(true);
          }
        } catch (error) {
          if (!(error instanceof VendorError)) throw error;
          expect(error).toMatchObject({ reason: 'vendor', raw: expect.any(String) });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('lose no share and no fen of volumes and amounts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.integer({ min: 0, max: 2 ** 45 }), (shares, fen) => {
        const [bar] = decode(dailyBars, { ...BAR, vol: shares / 100, amount: fen / 100_000 });
        expect([bar?.volume, bar?.amount]).toEqual([shares, fen / 100]);
      }),
    );
  });
});

describe('reports', () => {
  const INCOME: TushareRow = {
    ...{ ts_code: '600000.SH', ann_date: '20240430', f_ann_date: '20240430', end_date: '20231231', report_type: '1' },
    ...{ comp_type: '2', total_revenue: 1.5e11, n_income_attr_p: 3.6e10, update_flag: '0' },
  };
  const read = (statement: ReportKind, ...rows: TushareRow[]): ReturnType<typeof withoutRepeats> =>
    withoutRepeats(decode(reportDataSet(statement), ...rows));

  it('of one day that repeat are one', () => {
    const reports = read('income', { ...INCOME, update_flag: '1' }, INCOME, INCOME);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      ...{ code: '600000', statement: 'income', periodEnd: '2023-12-31', publishedOn: '2024-04-30', ordinal: 0 },
      fields: { total_revenue: 1.5e11, comp_type: '2', update_flag: '0', rd_exp: null },
    });
  });

  it('keep what was published next to what was restated under the same day', () => {
    const published = { ...INCOME, revenue: 1 };
    const restated = { ...INCOME, update_flag: '1', revenue: 2 };
    for (const rows of [
      [published, restated],
      [restated, published, published],
    ]) {
      expect(read('income', ...rows).map(({ ordinal, fields }) => [ordinal, fields['revenue']])).toEqual([
        [0, 1],
        [1, 2],
      ]);
    }
  });

  it('that were restated stay next to the first publication, so that each day can see what was known', () => {
    const reports = read('income', INCOME, { ...INCOME, f_ann_date: '20250429', revenue: 9, update_flag: '1' });
    expect(reports).toHaveLength(2);
    expect(reports.map(({ publishedOn }) => publishedOn).sort()).toEqual(['2024-04-30', '2025-04-29']);
  });

  it('that are not consolidated, or were never published, are left out', () => {
    expect(read('income', { ...INCOME, report_type: '6' }, { ...INCOME, ann_date: null, f_ann_date: null })).toEqual(
      [],
    );
  });

  it('of periods before the exchanges are left out; the oldest listings begin with our calendar', () => {
    expect(read('income', { ...INCOME, end_date: '19891231' }, INCOME)).toHaveLength(1);
    const listing = { ts_code: '000004.SZ', name: '国华网安', list_status: 'L', list_date: '19901201' };
    expect(decode(stockListings, listing)[0]).toMatchObject({ listDate: '1990-12-19' });
    for (const bad of ['19901301', '19890230', '1989123']) {
      expect(faultOf(stockListings, { ...listing, list_date: bad })).toMatch(/column list_date is not a day/);
    }
  });

  it('of several events on a day are numbered the same in any order', () => {
    const trade = (holder: string): TushareRow => ({
      ...{ ts_code: '000014.SZ', ann_date: '20240105', holder_name: holder, holder_type: 'P', in_de: 'DE' },
      ...{ change_vol: 1000, begin_date: '20240101', close_date: '20240103' },
    });
    const trades = ['甲', '乙', '丙', '甲'].map(trade);
    const rows = read('holder_trade', ...trades);
    expect(rows.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2]);
    fc.assert(
      fc.property(fc.shuffledSubarray(trades, { minLength: 4 }), (shuffled) => {
        expect(read('holder_trade', ...shuffled)).toEqual(rows);
      }),
    );
  });

  it('count shares one by one, and days as days', () => {
    const pledge = {
      ts_code: '000014.SZ',
      end_date: '20180928',
      pledge_count: 23,
      unrest_pledge: 63.16,
      rest_pledge: 0,
    };
    expect(read('pledge', { ...pledge, total_share: 20_120.5, pledge_ratio: 0.31 })[0]).toMatchObject({
      publishedOn: '2018-09-28',
      fields: { unrest_pledge: 631_600, rest_pledge: 0, total_share: 201_205_000, pledge_ratio: 0.31 },
    });
    const dividend = { ts_code: '600848.SH', end_date: '20231231', ann_date: '20240420', imp_ann_date: '20240601' };
    expect(read('dividend', { ...dividend, div_proc: '实施', cash_div: 0.02, ex_date: '20240612' })[0]).toMatchObject({
      ...{ periodEnd: '2023-12-31', publishedOn: '2024-06-01' },
      fields: { ann_date: '2024-04-20', ex_date: '2024-06-12', cash_div: 0.02, record_date: null },
    });
  });
});

describe('Beijing codes', () => {
  it("come from the vendor's table of old and new ones", () => {
    expect(
      decode(bseCodeChanges, { name: '同惠电子', o_code: '833509.BJ', n_code: '920509.BJ', list_date: '20211115' }),
    ).toEqual([{ oldCode: '833509', newCode: '920509', name: '同惠电子', listDate: '2021-11-15' }]);
  });
});

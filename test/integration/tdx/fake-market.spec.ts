import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { FilesTdxMarket } from '../../support/fakes/tdx/files-tdx-market';
import { inventedLife } from '../../support/fakes/tdx/invented-life';
import { ServedMarket } from '../../support/fakes/tdx/served-market';

/** Markets of given stocks and of files. */
const days = TradingCalendar.published().openDaysBetween(calendarDayOf('2024-01-02'), calendarDayOf('2024-02-29'));
const dayAt = (index: number): CalendarDay => days[index] ?? days[0] ?? calendarDayOf('2024-01-02');

const BAOSTOCK = `date,code,open,high,low,close,preclose,volume,amount,adjustflag,turn,tradestatus,pctChg,isST
2024-01-02,sh.600000,6.63,6.67,6.59,6.60,6.62,20000000,132400000,3,0.068140,1,-0.30,0
2024-01-03,sh.600000,6.30,6.35,6.25,6.31,6.28,21000000,132400000,3,0.071547,1,0.48,0
2024-01-04,sh.600000,6.31,6.31,6.31,6.31,6.31,0,0,3,,0,0,0
2024-01-05,sh.600000,6.31,6.40,6.30,6.40,6.31,30000000,190500000,3,0.102210,1,1.4,1
`;
const EAST_MONEY = `日期,股票代码,开盘,收盘,最高,最低,成交量,成交额,振幅,涨跌幅,涨跌额,换手率
2024-01-02,000001,9.39,9.21,9.42,9.21,1158366,1075742252.45,2.24,-1.92,-0.18,0.6
2024-01-03,000001,9.19,9.2,9.22,9.15,733610,673673613.54,0.76,-0.11,-0.01,0.38
2024-01-05,000001,9.1,9.27,9.44,9.07,1991621,1852000000,4.02,0.76,0.07,1.03
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tdx-'));
  writeFileSync(join(folder, '600000.csv'), BAOSTOCK);
  writeFileSync(join(folder, '000001.csv'), EAST_MONEY);
  writeFileSync(join(folder, 'names.txt'), '\ufeff序号,代码,名称\n1,000001,平安银行\n2,600000,浦发银行\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

it('files of BaoStock and East Money are served in shares, with names of the list', async () => {
  const market = await FilesTdxMarket.read({ path: folder, names: join(folder, 'names.txt') });
  expect(market.days).toEqual(['2024-01-02', '2024-01-03', '2024-01-05']);
  expect(market.rowsOf(dayAt(1))).toEqual([
    {
      ...{ market: 'sz', code: '000001', name: '平安银行', previousClose: 9.21, open: 9.19, high: 9.22, low: 9.15 },
      ...{ close: 9.2, volume: 73_361_000, amount: 673_673_613.54 },
    },
    {
      ...{ market: 'sh', code: '600000', name: 'XD浦发银', previousClose: 6.28, open: 6.3, high: 6.35, low: 6.25 },
      ...{ close: 6.31, volume: 21_000_000, amount: 132_400_000 },
    },
  ]);
  expect(market.rowsOf(dayAt(3)).map(({ name }) => name)).toEqual(['平安银行', 'ST浦发银']);
  expect(market.recordsOf('sh600000').find(({ category }) => category === 1)).toEqual({
    ...{ day: '2024-01-03', category: 1, values: [3.2, 0, 0, 0] },
  });
  // Turnovers are rounded: they do not change the shares.
  expect(market.recordsOf('sh600000').filter(({ category }) => category !== 1)).toHaveLength(1);
  expect(market.sharesOf('sh600000', dayAt(1))?.float).toBe(29_351_335_500);
  expect(market.recordsOf('sz000001').map(({ category }) => category)).toEqual([5]);
});

it('a span and a number of stocks limit what is read', async () => {
  const market = await FilesTdxMarket.read({ path: folder, from: dayAt(1), to: dayAt(1), stocks: 1 });
  expect(market.days).toEqual(['2024-01-03']);
  expect(market.symbols).toEqual(['sz000001']);
  expect(market.rowsOf(dayAt(1))[0]).toMatchObject({ name: '股000001', previousClose: 9.21 });
  expect(market.barsOf('sz000001')).toHaveLength(1);
});

it('a stock that leaves the market is called so for 15 days, and is gone after its last one', () => {
  const lives = [
    inventedLife({ symbol: 'sh600001', name: '虚构钢铁', days }),
    inventedLife({ symbol: 'sz000002', name: '虚构地产', days }),
  ];
  const delistings = { sh600001: dayAt(30), sz000002: dayAt(20) };
  const market = new ServedMarket(days, lives, { delistings });
  const namesOn = (index: number): string[] => market.rowsOf(dayAt(index)).map(({ name }) => name);
  expect(namesOn(5)).toEqual(['虚构钢铁', '虚构地产']);
  expect(namesOn(16)).toEqual(['退市虚构', '虚构退']);
  expect(namesOn(21)).toEqual(['退市虚构']);
  expect(namesOn(31)).toEqual([]);
  expect(market.barsOf('sh600001')).toEqual([]);
});

it('invented stocks have ex-rights, suspensions, special treatment and changes of their float', () => {
  const stock = {
    ...{ symbol: 'sz300001', name: '虚构电气', close: (index: number) => (index < 3 ? 20 : 12) },
    days: days.filter((_, index) => index !== 1),
    previousCloses: { [dayAt(4)]: 13.1 },
    floats: { [dayAt(4)]: 150_000_000, [dayAt(6)]: 180_000_000 },
    stDays: [dayAt(5)],
  };
  const market = new ServedMarket(days, [inventedLife(stock)], { suspendedRange: 'zero', marks: false });
  expect(market.rowsOf(dayAt(1))).toEqual([
    {
      ...{ market: 'sz', code: '300001', name: '虚构电气', previousClose: 20, open: 0, high: 0, low: 0, close: 20 },
      ...{ volume: 0, amount: 0 },
    },
  ]);
  expect(market.rowsOf(dayAt(4))[0]).toMatchObject({ name: '虚构电气', previousClose: 13.1 });
  expect(market.rowsOf(dayAt(5))[0]?.name).toBe('ST虚构');
  expect(market.recordsOf('sz300001').map(({ day, category, values }) => [day, category, ...values])).toEqual([
    [dayAt(0), 5, 0, 0, 10_000, 16_800],
    [dayAt(4), 1, 3.5, 0, 5, 0],
    [dayAt(4), 5, 10_000, 16_800, 15_000, 25_200],
    [dayAt(6), 3, 15_000, 25_200, 18_000, 25_200],
  ]);
  expect(market.quoteOf('sz300001', dayAt(4))).toMatchObject({
    row: { previousClose: 13.1 },
    shares: { float: 150_000_000, total: 252_000_000 },
    limits: { up: 15.72, down: 10.48 },
  });
  expect(market.quoteOf('sh300001', dayAt(4))).toBeUndefined();
});

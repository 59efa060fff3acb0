import { VendorError } from '#lib/market-data';
import type { MoneyFlow } from '#lib/market-sync';
import type { TushareRow } from '../tushare';
import { type DataSet, decodeRows } from './data-set';
import { eastMoneyFlows, thsFlows, tushareFlows } from './money-flows';

const HEAD = { ts_code: '002149.SZ', trade_date: '20240913' };
const STOCK = { code: '002149', tradeDate: '2024-09-13' };

/** Ten thousand yuan, as the vendor's page prints its rows. */
const BOTH_SIDES: TushareRow = {
  ...HEAD,
  ...{ buy_elg_amount: 512.34, sell_elg_amount: 700.1, buy_lg_amount: 900.55, sell_lg_amount: 600.05 },
  ...{ buy_md_amount: 1150.17, sell_md_amount: 1200, buy_sm_amount: 300.01, sell_sm_amount: 362.92 },
  ...{ net_mf_amount: -33.4 },
};
const EAST_MONEY: TushareRow = {
  ...HEAD,
  ...{ net_amount: 75.08, buy_elg_amount: -20.5, buy_lg_amount: 95.58, buy_md_amount: -12.65, buy_sm_amount: -62.43 },
};
const THS: TushareRow = { ...HEAD, buy_lg_amount: -589, buy_md_amount: 200.7, buy_sm_amount: 388.3 };

const decode = (dataSet: DataSet<MoneyFlow>, row: TushareRow): MoneyFlow | undefined =>
  decodeRows(dataSet, { rows: [row], calls: 1 }).rows[0];

function faultOf(dataSet: DataSet<MoneyFlow>, row: TushareRow): string {
  try {
    decode(dataSet, row);
  } catch (error) {
    if (error instanceof VendorError) return error.message;
  }
  return 'no fault';
}

describe('moneyflow', () => {
  it('gives what was bought less what was sold, in yuan, and the main force as both large classes', () => {
    expect(decode(tushareFlows, BOTH_SIDES)).toEqual({
      ...{ ...STOCK, netMain: 1_127_400, netXl: -1_877_600, netL: 3_005_000, netM: -498_300, netS: -629_100 },
      netActive: -334_000,
    });
  });

  it('has no net of a class with one side alone, and no main force without both classes', () => {
    expect(decode(tushareFlows, { ...BOTH_SIDES, sell_elg_amount: null, net_mf_amount: '' })).toEqual({
      ...{ ...STOCK, netMain: null, netXl: null, netL: 3_005_000, netM: -498_300, netS: -629_100 },
      netActive: null,
    });
  });

  it('keeps a zero, which is no missing value', () => {
    const row = { ...BOTH_SIDES, buy_lg_amount: 0, sell_lg_amount: 0, net_mf_amount: 0 };
    expect(decode(tushareFlows, row)).toMatchObject({ netL: 0, netActive: 0 });
  });
});

it('moneyflow_dc: the columns called buy are nets with their signs, and the main force is what the vendor says', () => {
  expect(decode(eastMoneyFlows, EAST_MONEY)).toEqual({
    ...{ ...STOCK, netMain: 750_800, netXl: -205_000, netL: 955_800, netM: -126_500, netS: -624_300, netActive: null },
  });
});

it('moneyflow_ths: the main force is the large orders alone; rates and the whole net are not read', () => {
  const row = { ...THS, net_amount: 1, buy_lg_amount_rate: 5.43 };
  expect(decode(thsFlows, row)).toEqual({
    ...{ ...STOCK, netMain: -5_890_000, netXl: null, netL: -5_890_000, netM: 2_007_000, netS: 3_883_000 },
    netActive: null,
  });
  expect(thsFlows.columns).toEqual(['ts_code', 'trade_date', 'buy_lg_amount', 'buy_md_amount', 'buy_sm_amount']);
});

describe.each([
  ['moneyflow', tushareFlows, BOTH_SIDES],
  ['moneyflow_dc', eastMoneyFlows, EAST_MONEY],
  ['moneyflow_ths', thsFlows, THS],
] as const)('a row of %s', (api, dataSet, row) => {
  const amounts = dataSet.columns.slice(2);

  it('is refused with the name of the column if an amount is no number', () => {
    for (const column of amounts) {
      for (const value of ['many', '1,234.5', 'NaN', Number.POSITIVE_INFINITY, '１２']) {
        expect(faultOf(dataSet, { ...row, [column]: value })).toMatch(
          new RegExp(`\\(${api}\\).*row 1, column ${column} is not a number`),
        );
      }
    }
    expect(faultOf(dataSet, { ...row, trade_date: '20240230' })).toMatch(/column trade_date is not a day/);
  });

  it('may write its amounts as text', () => {
    const asText = Object.fromEntries(Object.entries(row).map(([column, value]) => [column, String(value)]));
    expect(decode(dataSet, asText)).toEqual(decode(dataSet, row));
  });

  it('is left out if it says nothing, and if it is no stock', () => {
    const empty = Object.fromEntries(amounts.map((column) => [column, null]));
    expect(decode(dataSet, { ...row, ...empty })).toBeUndefined();
    expect(decode(dataSet, { ...row, ts_code: '900901.SH' })).toBeUndefined();
  });

  it('may come twice if it is the same, and is refused if it is not', () => {
    const twice = (other: TushareRow) => decodeRows(dataSet, { rows: [row, other], calls: 1 }).rows;
    expect(twice({ ...row })).toHaveLength(1);
    expect(() => twice({ ...row, buy_sm_amount: 1 })).toThrow(/contradicts another row of 002149 2024-09-13/);
  });
});

import type { MoneyFlow } from '#lib/market-sync';
import type { VendorRead } from '#lib/market-data';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, stockDay } from './data-set';
import { type MarketSlice, buildSliceParams } from './market-slice';
import type { RowReader } from './row-reader';
import { tenThousandsToYuan } from './units';

/** Nets in ten thousand yuan, as they come. */
type Nets = Omit<MoneyFlow, 'code' | 'tradeDate'>;

/** A row that says nothing of its stock is left out. */
function buildMoneyFlows(
  api: string,
  columns: readonly string[],
  netsOf: (row: RowReader) => Nets,
): DataSet<MoneyFlow> {
  return {
    api,
    key: stockDay,
    columns: ['ts_code', 'trade_date', ...columns],
    decode: (row) => {
      const stock = row.stock();
      if (stock === undefined) return undefined;
      const tradeDate = row.day('trade_date');
      const { netMain, netXl, netL, netM, netS, netActive } = netsOf(row);
      if ([netMain, netXl, netL, netM, netS, netActive].every((net) => net === null)) return undefined;
      return {
        ...{ code: stock.code, tradeDate, netMain: tenThousandsToYuan(netMain) },
        ...{ netXl: tenThousandsToYuan(netXl), netL: tenThousandsToYuan(netL), netM: tenThousandsToYuan(netM) },
        ...{ netS: tenThousandsToYuan(netS), netActive: tenThousandsToYuan(netActive) },
      };
    },
  };
}

/** Bought less sold of one class of orders; null if either is missing. */
function netOf(row: RowReader, size: 'elg' | 'lg' | 'md' | 'sm'): number | null {
  const bought = row.numberOrNull(`buy_${size}_amount`);
  const sold = row.numberOrNull(`sell_${size}_amount`);
  return bought === null || sold === null ? null : bought - sold;
}

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

/**
 * `moneyflow`: what was bought and what was sold, by the size of the order: small below 50,000 yuan, medium below 200,000,
 * large below a million. `net_mf_amount` is the net of active orders, and not the sum of the classes.
 */
export const tushareFlows = buildMoneyFlows(
  'moneyflow',
  [
    ...['buy_elg_amount', 'sell_elg_amount', 'buy_lg_amount', 'sell_lg_amount'],
    ...['buy_md_amount', 'sell_md_amount', 'buy_sm_amount', 'sell_sm_amount', 'net_mf_amount'],
  ],
  (row) => {
    const [netXl, netL] = [netOf(row, 'elg'), netOf(row, 'lg')];
    return {
      ...{ netMain: sum(netXl, netL), netXl, netL, netM: netOf(row, 'md'), netS: netOf(row, 'sm') },
      netActive: row.numberOrNull('net_mf_amount'),
    };
  },
);

/** `moneyflow_dc`, East Money: the columns called `buy` are nets. */
export const eastMoneyFlows = buildMoneyFlows(
  'moneyflow_dc',
  ['net_amount', 'buy_elg_amount', 'buy_lg_amount', 'buy_md_amount', 'buy_sm_amount'],
  (row) => ({
    netMain: row.numberOrNull('net_amount'),
    netXl: row.numberOrNull('buy_elg_amount'),
    netL: row.numberOrNull('buy_lg_amount'),
    netM: row.numberOrNull('buy_md_amount'),
    netS: row.numberOrNull('buy_sm_amount'),
    netActive: null,
  }),
);

/**
 * `moneyflow_ths`, 10jqka: the columns called `buy` are nets, and there are no extra large orders: the main force is the large
 * ones. The rates are left alone: they have no sign. So is `net_amount`, which is the net of all orders.
 */
export const thsFlows = buildMoneyFlows('moneyflow_ths', ['buy_lg_amount', 'buy_md_amount', 'buy_sm_amount'], (row) => {
  const netL = row.numberOrNull('buy_lg_amount');
  return {
    ...{ netMain: netL, netXl: null, netL, netM: row.numberOrNull('buy_md_amount') },
    ...{ netS: row.numberOrNull('buy_sm_amount'), netActive: null },
  };
});

type ReadFlows = (tushare: Tushare, slice: MarketSlice, signal?: AbortSignal) => Promise<VendorRead<MoneyFlow>>;

const readerOf =
  (flows: DataSet<MoneyFlow>): ReadFlows =>
  (tushare, slice, signal) =>
    readDataSet(tushare, flows, buildSliceParams(slice), signal);

/** Shanghai's and Shenzhen's stocks, from 2010 on; out at 18:00-19:00. 2,000 points. @throws VendorError */
export const readTushareFlows = readerOf(tushareFlows);

/** From 2023-09-11 on; out at 18:00-19:00. 5,000 points. @throws VendorError */
export const readEastMoneyFlows = readerOf(eastMoneyFlows);

/** Out at 18:00-19:00. 6,000 points. @throws VendorError */
export const readThsFlows = readerOf(thsFlows);

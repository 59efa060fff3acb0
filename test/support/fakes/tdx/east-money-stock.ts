import { csvRows } from './csv-table';
import { dayNumberOf, followFloat, type ImportedStock, toThousandths } from './imported-stock';
import type { TdxExchange } from './package-row';
import type { StockBar } from './stock-bars';

const TURNOVER_ERROR = 0.005;

/** A stock of an East Money file: volume in lots, no ex-right close (the last close then), suspended days without a row. */
export function readEastMoneyStock(text: string): ImportedStock | undefined {
  const bars: StockBar[] = [];
  let code = '';
  let floatShares = 0;
  for (const value of csvRows(text)) {
    code = value('股票代码').padStart(6, '0');
    const volume = Number(value('成交量')) * 100;
    if (volume === 0) continue;
    const close = toThousandths(value('收盘'));
    floatShares = followFloat(floatShares, volume, Number(value('换手率')), TURNOVER_ERROR);
    bars.push({
      day: dayNumberOf(value('日期')),
      open: toThousandths(value('开盘')),
      high: toThousandths(value('最高')),
      low: toThousandths(value('最低')),
      close,
      previousClose: bars.at(-1)?.close ?? close - toThousandths(value('涨跌额')),
      volume,
      amount: Number(value('成交额')),
      floatShares,
      isSt: false,
    });
  }
  return bars.length === 0 ? undefined : { market: marketOf(code), code, bars, lastDay: undefined };
}

function marketOf(code: string): TdxExchange {
  if (code.startsWith('6')) return 'sh';
  return /^(?:[48]|92)/.test(code) ? 'bj' : 'sz';
}

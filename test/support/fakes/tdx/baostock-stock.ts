import { csvRows } from './csv-table';
import { dayNumberOf, followFloat, type ImportedStock, toThousandths } from './imported-stock';
import type { StockBar } from './stock-bars';

/** Turnover comes in percent with six digits, of which four are its own. */
const TURNOVER_ERROR = 0.00005;

/** A stock of a BaoStock file: volume in shares, `preclose` ex-right, suspended days as rows with `tradestatus` 0. */
export function readBaoStock(text: string): ImportedStock | undefined {
  const bars: StockBar[] = [];
  let symbol = '';
  let lastDay = 0;
  let floatShares = 0;
  for (const value of csvRows(text)) {
    symbol = value('code');
    const day = dayNumberOf(value('date'));
    lastDay = day;
    const volume = Number(value('volume'));
    if (value('tradestatus') === '0' || volume === 0) continue;
    floatShares = followFloat(floatShares, volume, Number(value('turn')), TURNOVER_ERROR);
    bars.push({
      day,
      open: toThousandths(value('open')),
      high: toThousandths(value('high')),
      low: toThousandths(value('low')),
      close: toThousandths(value('close')),
      previousClose: toThousandths(value('preclose')),
      volume,
      amount: Number(value('amount')),
      floatShares,
      isSt: value('isST') === '1',
    });
  }
  const [market, code] = symbol.split('.');
  if ((market !== 'sh' && market !== 'sz') || code === undefined || bars.length === 0) return undefined;
  return { market, code, bars, lastDay };
}

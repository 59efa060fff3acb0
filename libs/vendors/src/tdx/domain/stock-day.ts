import type { CalendarDay } from '#lib/kernel';
import { readVendorCode } from '#lib/market-data/domain';
import type { DailyBar } from '#lib/market-sync/domain';
import type { InstrumentDay } from './market-file';
import { readDayName } from './day-name';

/** A stock of a day's package. */
export interface StockDay {
  readonly code: string;
  readonly exchange: DailyBar['exchange'];
  readonly board: DailyBar['board'];
  readonly tradeDate: CalendarDay;
  /** As published, with marks. */
  readonly publishedName: string;
  readonly isSt: boolean;
  /** Null: suspended all day. */
  readonly bar: DailyBar | null;
}

/**
 * Picks the A-shares of a day. An instrument without a price has none; volume and amount 0 with a price is a suspension,
 * never a volume of 0, which a scan would take for the lowest.
 */
export function pickStocks(day: CalendarDay, instruments: readonly InstrumentDay[]): StockDay[] {
  return instruments.flatMap((one) => {
    const stock = readVendorCode(`${one.market}${one.code}`);
    if (stock?.kind !== 'stock' || !(one.close > 0)) return [];
    const { code, exchange, board } = stock;
    const base = { code, exchange, board, tradeDate: day };
    const suspended = one.volume === 0 && one.amount === 0;
    return [
      {
        ...base,
        publishedName: one.name,
        isSt: readDayName(one.name).isSt,
        bar: suspended
          ? null
          : {
              ...base,
              open: toFenPrice(one.open),
              high: toFenPrice(one.high),
              low: toFenPrice(one.low),
              close: toFenPrice(one.close),
              preClose: one.previousClose > 0 ? toFenPrice(one.previousClose) : null,
              volume: one.volume,
              amount: one.amount,
            },
      },
    ];
  });
}

/** Prices of stocks have two decimals; the file holds the binary fraction. */
function toFenPrice(yuan: number): number {
  return Math.round(yuan * 100) / 100;
}

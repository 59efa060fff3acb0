import type { CalendarDay } from '#lib/kernel';
import { readVendorCode } from '#lib/market-data/domain';
import type { ListedDay } from '#lib/market-sync';
import type { InstrumentDay, TdxMarket } from './market-file';
import { readDayName } from './day-name';

/** More codes than three markets have; a file of others empties it. */
const MOST_KNOWN = 200_000;
/** Every day's file has the same some 30,000 codes. */
const known = new Map<string, boolean>();

/** Whether the code is one of A-shares in its market. */
export function isStock(market: TdxMarket, code: string): boolean {
  const symbol = market + code;
  let answer = known.get(symbol);
  if (answer === undefined) {
    answer = readVendorCode(symbol)?.kind === 'stock';
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(symbol, answer);
  }
  return answer;
}

/**
 * Picks the A-shares of a day. An instrument without a price has none; volume and amount 0 with a price is a suspension,
 * never a volume of 0, which a scan would take for the lowest.
 */
export function pickStocks(day: CalendarDay, instruments: readonly InstrumentDay[]): ListedDay[] {
  return instruments.flatMap((one) => {
    const stock = readVendorCode(`${one.market}${one.code}`);
    if (stock?.kind !== 'stock' || !(one.close > 0)) return [];
    const { code, exchange, board } = stock;
    const { base, isCut, isSt } = readDayName(one.name);
    const isSuspended = one.volume === 0 && one.amount === 0;
    return [
      {
        ...{ code, exchange, board, tradeDate: day, isSt },
        name: isCut ? null : base,
        shortName: base,
        bar: isSuspended
          ? null
          : [
              roundToFen(one.open),
              roundToFen(one.high),
              roundToFen(one.low),
              roundToFen(one.close),
              one.previousClose > 0 ? roundToFen(one.previousClose) : null,
              one.volume,
              one.amount,
            ],
      },
    ];
  });
}

/** Prices of stocks have two decimals; the file holds the binary fraction. */
function roundToFen(yuan: number): number {
  return Math.round(yuan * 100) / 100;
}

import { type CalendarDay, epochDayOf } from '#lib/kernel';
import type { TdxExchange } from './package-row';
import { StockBars } from './stock-bars';
import type { StockLife } from './stock-life';

export interface InventedStock {
  /** As `sh600000`. */
  readonly symbol: string;
  readonly name: string;
  /** Days on which it trades, oldest first. */
  readonly days: readonly CalendarDay[];
  /** Closing price of a day by its number, in yuan, two decimals; default 10. Days open and stay within 1 % of it. */
  readonly close?: (index: number) => number;
  /** Ex-right reference prices in yuan, by day. Else it is the last close. */
  readonly previousCloses?: Readonly<Record<string, number>>;
  /** Float shares from a day on; default a hundred million. */
  readonly floats?: Readonly<Record<string, number>>;
  /** Days under special treatment. */
  readonly stDays?: readonly CalendarDay[];
  /** Whether the first day is the listing. */
  readonly isNewcomer?: boolean;
}

const FLOAT = 100_000_000;
const VOLUME = 1_000_000;

/** A stock of a test's own, for a `ServedMarket`. */
export function inventedLife(stock: InventedStock): StockLife {
  const { days, close = () => 10, previousCloses = {}, floats = {}, stDays = [] } = stock;
  let floatShares = FLOAT;
  const thousandths = (yuan: number): number => Math.round(yuan * 100) * 10;
  const bars = days.map((day, index) => {
    floatShares = floats[day] ?? floatShares;
    const price = close(index);
    const previous = previousCloses[day] ?? close(Math.max(0, index - 1));
    return {
      ...{ day: epochDayOf(day), open: thousandths(price), close: thousandths(price), isSt: stDays.includes(day) },
      ...{ high: thousandths(price * 1.01), low: thousandths(price * 0.99), previousClose: thousandths(previous) },
      ...{ volume: VOLUME + index * 100, amount: (VOLUME + index * 100) * price, floatShares },
    };
  });
  const [first] = days;
  if (first === undefined) throw new Error(`${stock.symbol} has no days`);
  return {
    market: stock.symbol.slice(0, 2) as TdxExchange,
    code: stock.symbol.slice(2),
    listDay: first,
    isNewcomer: stock.isNewcomer === true,
    bars: new StockBars(bars),
    nameOf: ({ isSt }) => (isSt ? `ST${[...stock.name].slice(0, 2).join('')}` : stock.name),
  };
}

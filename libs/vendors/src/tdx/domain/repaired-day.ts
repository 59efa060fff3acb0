import type { CalendarDay } from '#lib/kernel';
import type { Board, Exchange } from '#lib/market-data';
import { SAME_PRICE } from '#lib/market-data/domain';
import type { ListedDay } from '#lib/market-sync';
import type { QuoteBar } from './quote-bodies';

/** What a stored day says of a stock: whether it is listed, and its close; null if it was suspended. */
export interface NeighbourListing {
  readonly day: CalendarDay;
  readonly isListed: boolean;
  readonly close: number | null;
}

/** A stock that one of the days next to a missing one lists. */
export interface StockAroundDay {
  readonly code: string;
  readonly exchange: Exchange;
  readonly board: Board;
  readonly name: string;
  /** On the day before; of a stock that is new, on the day after. */
  readonly isSt: boolean;
  readonly before: NeighbourListing;
  readonly after: NeighbourListing;
  /** The ex-right previous close of the missing day; null if it is not known. */
  readonly previousClose: number | null;
}

/**
 * The row of a stock on a missing day, by the bars of a quote server.
 *
 * The server's bars count only if it has those of the two days next to it as the store has them. Then a day without a bar
 * is a suspension if both days list the stock; if one alone does, the stock was not listed yet, or not any more.
 * @param bars From the day before to the day after at least; volume in shares.
 * @returns `not_listed`; `unknown` if the server's bars are not the store's, as those of a stock that has left the market since.
 */
export function findRepairedRow(
  day: CalendarDay,
  stock: StockAroundDay,
  bars: readonly QuoteBar[],
): ListedDay | 'not_listed' | 'unknown' {
  const { code, exchange, board, name, isSt, before, after, previousClose } = stock;
  const hasBarOf = ({ day: of, close }: NeighbourListing): boolean => {
    const found = bars.find((bar) => bar.day === of);
    // A bar without a volume is a suspension.
    if (close === null) return found === undefined || found.volume === 0;
    return found !== undefined && Math.abs(found.close - close) < SAME_PRICE;
  };
  if (!hasBarOf(before) || !hasBarOf(after)) return 'unknown';
  const found = bars.find((bar) => bar.day === day);
  const isTraded = found !== undefined && found.volume > 0;
  if (!isTraded && !(before.isListed && after.isListed)) return 'not_listed';
  const listed = { code, exchange, board, tradeDate: day, name: null, shortName: name, isSt };
  if (!isTraded) return { ...listed, bar: null };
  const { open, high, low, close, volume, amount } = found;
  const prices = [toFen(open), toFen(high), toFen(low), toFen(close)] as const;
  return { ...listed, bar: [...prices, previousClose, Math.round(volume), amount] };
}

/** Prices of stocks have two decimals. */
function toFen(yuan: number): number {
  return Math.round(yuan * 100) / 100;
}

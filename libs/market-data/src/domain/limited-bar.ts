import type { CalendarDay } from '#lib/kernel';
import type { TradedBar } from './adjusted-bar';
import { type DayFacts, findLimitDown, findLimitUp, withReferenceClose } from './day-lock';
import type { StockAdjustments } from './stock-adjustments';
import type { Board } from './stock-code';

/** What a stock's limit prices depend on beside its bars. */
export interface LimitedStock {
  board: Board;
  name: string | null;
  listDate: CalendarDay | null;
  firstBarDate: CalendarDay | null;
  /** Names by their days, in any order. */
  names: readonly { name: string; from: CalendarDay; to: CalendarDay | null }[];
}

const ST_NAME = /^S?\*?ST/;

/**
 * Bars with the limit prices of their days: the vendor's, else by the rule, as scans and suggestions have them; null on a day
 * without a limit.
 * @param bars One stock's, oldest first. Of the first one the close before is not known.
 */
export function limitBars(bars: readonly TradedBar[], stock: LimitedStock, adjustments: StockAdjustments): TradedBar[] {
  const isListing = stock.listDate !== null && stock.listDate === stock.firstBarDate;
  const beginsWithListing = isListing && bars[0]?.tradeDate === stock.listDate;
  return bars.map((bar, index) => {
    const before = bars[index - 1];
    const named = nameOn(stock.names, bar.tradeDate);
    const day: DayFacts = {
      ...bar,
      previousClose: bar.preClose ?? before?.close ?? null,
      previousCloseBasis: bar.preClose === null ? 'raw' : 'ex_right',
      previousDate: before?.tradeDate ?? null,
      vendorLimitUp: bar.upLimit,
      vendorLimitDown: bar.downLimit,
      isSt: bar.isSt ?? (named === undefined ? null : ST_NAME.test(named)),
      name: named ?? stock.name,
      tradingDayNo: beginsWithListing ? index + 1 : null,
    };
    const judged = withReferenceClose(day, adjustments);
    return { ...bar, upLimit: findLimitUp(stock.board, judged), downLimit: findLimitDown(stock.board, judged) };
  });
}

function nameOn(names: LimitedStock['names'], day: CalendarDay): string | undefined {
  return names
    .filter(({ from, to }) => from <= day && (to === null || to >= day))
    .reduce<LimitedStock['names'][number] | undefined>(
      (latest, one) => (latest === undefined || one.from > latest.from ? one : latest),
      undefined,
    )?.name;
}

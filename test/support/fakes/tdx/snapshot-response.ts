import type { CalendarDay } from '#lib/kernel';
import { encodeGbk } from './gbk';
import { NO_MATCH_LINE, snapshotLine } from './snapshot-line';
import type { MarketQuote, TdxMarket } from './tdx-market';

export type SnapshotFaultKind = 'off-by-one-fen' | 'html' | 'stale' | 'missing' | 'server-error' | 'slow';

export interface SnapshotFault {
  readonly kind: SnapshotFaultKind;
  /** `off-by-one-fen` and `missing`: whose lines. Left out: those of all. */
  readonly symbols?: readonly string[];
  /** `slow`: milliseconds before the response, default 1000. */
  readonly ms?: number;
}

/**
 * Lines of the symbols in their order, in GBK. Unknown ones have none; if none is known the response is the one line that
 * says so.
 */
export function snapshotResponse(
  market: TdxMarket,
  day: CalendarDay,
  symbols: readonly string[],
  fault: SnapshotFault | undefined,
): Buffer {
  const isHit = (symbol: string): boolean => fault?.symbols?.includes(symbol) ?? true;
  const told = fault?.kind === 'stale' ? (market.days[market.days.indexOf(day) - 1] ?? day) : day;
  const lines = symbols.flatMap((symbol) => {
    const quote = market.quoteOf(symbol, told);
    if (quote === undefined || (fault?.kind === 'missing' && isHit(symbol))) return [];
    const isOff = fault?.kind === 'off-by-one-fen' && isHit(symbol);
    return [snapshotLine(told, isOff ? withOneFenMore(quote) : quote)];
  });
  return encodeGbk(lines.length === 0 ? NO_MATCH_LINE : lines.join(''));
}

function withOneFenMore(quote: MarketQuote): MarketQuote {
  return { ...quote, row: { ...quote.row, close: quote.row.close + 0.01 } };
}

import type { CalendarDay } from '#lib/kernel';
import type { MarketQuote } from './tdx-market';

/** The line that Tencent sends for what it does not know. */
export const NO_MATCH_LINE = 'v_pv_none_match="1";\n';

const FIELDS = 88;
const EXCHANGE_NUMBERS = { sh: '1', sz: '51', bj: '62' } as const;
const TIME = '161402';

/**
 * A stock's line of the snapshot: 88 fields by `~`, of which those that have a meaning to us are filled.
 * Prices in yuan, volume in lots, amount in ten thousand yuan, caps in a hundred million yuan, shares as they are.
 */
export function snapshotLine(day: CalendarDay, { row, shares, limits }: MarketQuote): string {
  const { market, code, close, previousClose, volume, amount } = row;
  const trades = volume > 0;
  const change = ((close - previousClose) / previousClose) * 100;
  const filled: Readonly<Record<number, string>> = {
    0: EXCHANGE_NUMBERS[market],
    1: row.name,
    2: code,
    3: price(close),
    4: price(previousClose),
    5: price(trades ? row.open : 0),
    6: String(Math.round(volume / 100)),
    30: day.replaceAll('-', '') + TIME,
    32: change.toFixed(2),
    33: price(trades ? row.high : 0),
    34: price(trades ? row.low : 0),
    37: String(Math.round(amount / 10_000)),
    47: price(limits?.up ?? -1),
    48: price(limits?.down ?? -1),
  };
  const known = shares === undefined ? {} : filledByShares(row, shares);
  const fields = Array.from({ length: FIELDS }, (_, index) => known[index] ?? filled[index] ?? '');
  return `v_${market}${code}="${fields.join('~')}";\n`;
}

function filledByShares(
  { close, volume }: MarketQuote['row'],
  { float, total }: NonNullable<MarketQuote['shares']>,
): Record<number, string> {
  return {
    38: ((volume / float) * 100).toFixed(2),
    44: ((close * float) / 1e8).toFixed(2),
    45: ((close * total) / 1e8).toFixed(2),
    72: String(float),
    73: String(total),
  };
}

function price(yuan: number): string {
  return yuan.toFixed(2);
}

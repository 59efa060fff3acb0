import type { QuoteBar, TdxMarket } from './tdx-market';

/** The stock by whose bars clients find out whether a server is any good. */
export const PROBE_SYMBOL = 'sh600000';

/** Its bars if the market has none of that code, so that a probe succeeds: the same on every day. */
export function probeBars(market: TdxMarket): QuoteBar[] {
  return market.days.map((day) => ({
    ...{ day, open: 10, high: 10.1, low: 9.9, close: 10, volume: 1_000_000, amount: 10_000_000 },
  }));
}

import type { MarketDays } from '../domain/market/market-days';

const COLUMNS = ['open', 'close', 'cap', 'gain60', 'deviation60', 'passes'] as const;
type Column = (typeof COLUMNS)[number];

/** Stocks of a tile: what they have of a day fills a cache line. */
export const TILE_STOCKS = 16;

/**
 * Some stocks over all days. Bars come by the stock, the market lies by the day: written one by one, each number would miss the
 * processor's cache. So some stocks are staged, and stored day by day.
 */
export class MarketTile {
  private readonly days: number;
  private readonly staged: Readonly<Record<Column, Float64Array>>;

  constructor(private readonly market: MarketDays) {
    this.days = market.openDays.length;
    const column = () => new Float64Array(this.days * TILE_STOCKS);
    this.staged = {
      ...{ open: column(), close: column(), cap: column(), gain60: column() },
      ...{ deviation60: column(), passes: column() },
    };
    this.clear();
  }

  /** Sets a column of a stock on the days [from, before). @param index Of the stock in the tile. */
  set(column: Column, index: number, value: number, from: number, before = from + 1): void {
    const [staged, start] = [this.staged[column], index * this.days];
    for (let day = from; day < before; day += 1) staged[start + day] = value;
  }

  /** Stores the tile as the stocks from a number on, and empties it. */
  flush(firstStock: number): void {
    const { market, days } = this;
    const count = Math.min(TILE_STOCKS, market.stocks - firstStock);
    for (const column of COLUMNS) {
      const [from, to] = [this.staged[column], market[column]];
      for (let day = 0; day < days; day += 1) {
        const row = day * market.stocks + firstStock;
        for (let index = 0; index < count; index += 1) to[row + index] = from[index * days + day] ?? NaN;
      }
    }
    this.clear();
  }

  private clear(): void {
    for (const column of COLUMNS) this.staged[column].fill(column === 'passes' ? 0 : NaN);
  }
}

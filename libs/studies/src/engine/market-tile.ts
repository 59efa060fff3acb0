import type { MarketDays } from '../domain/market/market-days';

const COLUMNS = ['open', 'close', 'cap', 'gain60', 'deviation60', 'passes'] as const;
type Column = (typeof COLUMNS)[number];

/** What an evening knows of a stock. */
export type Evening = Readonly<Record<Exclude<Column, 'open'>, number>>;

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

  /** Sets the open of a stock on a day. @param index Of the stock in the tile. */
  setOpen(index: number, day: number, open: number): void {
    this.staged.open[index * this.days + day] = open;
  }

  /** Sets what the evenings of the days [from, before) know of a stock. @param index Of the stock in the tile. */
  setEvenings(index: number, from: number, before: number, evening: Evening): void {
    const { close, cap, gain60, deviation60, passes } = this.staged;
    const end = index * this.days + before;
    for (let place = index * this.days + from; place < end; place += 1) {
      close[place] = evening.close;
      cap[place] = evening.cap;
      gain60[place] = evening.gain60;
      deviation60[place] = evening.deviation60;
      passes[place] = evening.passes;
    }
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

import { selectShare } from '../select-median';
import type { MarketDays } from './market-days';
import type { Universe } from './universe';

const FIFTHS = 5;
/** Of a stock of which the figure is not known. */
const UNKNOWN = FIFTHS;
const CLASSES = FIFTHS + 1;

/**
 * Which stocks of an entry day are alike: in the same fifths of market cap, of the gain and of the deviation over 60 bars, as
 * the evening before knew them (outcomes.md, section 3).
 */
export class Likeness {
  private readonly cells = new Map<number, number[]>();
  private readonly columns: readonly { values: Float32Array; bounds: Float64Array }[];
  private readonly row: number;

  constructor(market: MarketDays, universe: Universe) {
    this.row = (universe.day - 1) * market.stocks;
    this.columns = [market.cap, market.gain60, market.deviation60].map((values) => ({
      values,
      bounds: findBounds(universe.stocks, values, this.row),
    }));
    for (const stock of universe.stocks) {
      const cell = this.cellOf(stock);
      const known = this.cells.get(cell);
      if (known === undefined) this.cells.set(cell, [stock]);
      else known.push(stock);
    }
  }

  /** Stocks of the universe that are like a stock, itself among them if it is of the universe. */
  like(stock: number): readonly number[] {
    return this.cells.get(this.cellOf(stock)) ?? [];
  }

  private cellOf(stock: number): number {
    let cell = 0;
    for (const { values, bounds } of this.columns)
      cell = cell * CLASSES + fifthOf(values[this.row + stock] ?? NaN, bounds);
    return cell;
  }
}

/** The values above which the next fifth begins. */
function findBounds(stocks: Int32Array, values: Float32Array, row: number): Float64Array {
  const known = new Float64Array(stocks.length);
  let count = 0;
  for (const stock of stocks) {
    const value = values[row + stock] ?? NaN;
    if (Number.isNaN(value)) continue;
    known[count] = value;
    count += 1;
  }
  return Float64Array.from([1, 2, 3, 4], (fifth) => selectShare(known, count, fifth / FIFTHS));
}

function fifthOf(value: number, bounds: Float64Array): number {
  if (Number.isNaN(value)) return UNKNOWN;
  let fifth = 0;
  while (fifth < bounds.length && value >= (bounds[fifth] ?? Infinity)) fifth += 1;
  return fifth;
}

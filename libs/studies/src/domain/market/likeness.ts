import { selectPlace } from '../select-median';
import type { MarketDays } from './market-days';
import type { Universe } from './universe';

const FIFTHS = 5;
/** Of a stock of which the figure is not known. */
const UNKNOWN = FIFTHS;
const CLASSES = FIFTHS + 1;

interface FactColumn {
  readonly values: Float32Array;
  /** The values from which the next fifth begins. */
  readonly bounds: Float64Array;
}

/**
 * Which stocks of an entry day are alike: in the same fifths of market cap, of the gain and of the deviation over 60 bars, as
 * the evening before knew them (outcomes.md, section 3).
 */
export class Likeness {
  private readonly columns: readonly FactColumn[];
  private readonly row: number;
  /** Stocks by their cell, ascending in it. */
  private readonly members: Int32Array;
  /** Of each cell, the place of its first member; one more: the end. */
  private readonly starts: Int32Array;

  /** @param before That of an earlier day: its bounds are near. */
  constructor(market: MarketDays, { day, stocks }: Universe, before?: Likeness) {
    this.row = (day - 1) * market.stocks;
    this.columns = [market.cap, market.gain60, market.deviation60].map((values, index) => ({
      values,
      bounds: findBounds(stocks, values, this.row, before?.columns[index]?.bounds),
    }));
    const cells = this.findCells(stocks);
    this.starts = countUp(cells, CLASSES ** this.columns.length);
    this.members = sortByCell(stocks, cells, this.starts);
  }

  /** Stocks of the universe that are like a stock, itself among them if it is of the universe. */
  like(stock: number): Int32Array {
    const cell = this.findCells(Int32Array.of(stock))[0] ?? 0;
    return this.members.subarray(this.starts[cell], this.starts[cell + 1]);
  }

  private findCells(stocks: Int32Array): Uint8Array {
    const cells = new Uint8Array(stocks.length);
    for (const { values, bounds } of this.columns) {
      const [first = NaN, second = NaN, third = NaN, fourth = NaN] = bounds;
      for (let place = 0; place < stocks.length; place += 1) {
        const value = values[this.row + (stocks[place] ?? 0)] ?? NaN;
        const fifth = Number.isNaN(value)
          ? UNKNOWN
          : +(value >= first) + +(value >= second) + +(value >= third) + +(value >= fourth);
        cells[place] = (cells[place] ?? 0) * CLASSES + fifth;
      }
    }
    return cells;
  }
}

/** The first place of each cell, were the stocks sorted by them; one more: the end. */
function countUp(cells: Uint8Array, count: number): Int32Array {
  const starts = new Int32Array(count + 1);
  for (const cell of cells) starts[cell + 1] = (starts[cell + 1] ?? 0) + 1;
  for (let cell = 0; cell < count; cell += 1) starts[cell + 1] = (starts[cell + 1] ?? 0) + (starts[cell] ?? 0);
  return starts;
}

function sortByCell(stocks: Int32Array, cells: Uint8Array, starts: Int32Array): Int32Array {
  const [next, sorted] = [starts.slice(), new Int32Array(stocks.length)];
  for (let place = 0; place < stocks.length; place += 1) {
    const cell = cells[place] ?? 0;
    const at = next[cell] ?? 0;
    sorted[at] = stocks[place] ?? 0;
    next[cell] = at + 1;
  }
  return sorted;
}

/** The values from which the next fifth begins, ascending; NaN where none is known. */
function findBounds(stocks: Int32Array, values: Float32Array, row: number, guesses?: Float64Array): Float64Array {
  const known = new Float64Array(stocks.length);
  let count = 0;
  for (const stock of stocks) {
    const value = values[row + stock] ?? NaN;
    known[count] = value;
    count += +!Number.isNaN(value);
  }
  return selectFifths(known, count, guesses);
}

/** The bounds of the fifths of the first `count` values: each is selected among those that the one before left on its side. */
function selectFifths(values: Float64Array, count: number, guesses?: Float64Array): Float64Array {
  if (count === 0) return new Float64Array(FIFTHS - 1).fill(NaN);
  const placeOf = (fifth: number) => Math.floor((fifth / FIFTHS) * count);
  const select = (fifth: number, from: number, to: number) =>
    selectPlace(values.subarray(from, to), to - from, placeOf(fifth) - from, guesses?.[fifth - 1]);
  const bounds = new Float64Array(FIFTHS - 1);
  bounds[1] = select(2, 0, count);
  bounds[0] = select(1, 0, placeOf(2) + 1);
  bounds[2] = select(3, placeOf(2), count);
  bounds[3] = select(4, placeOf(3), count);
  return bounds;
}

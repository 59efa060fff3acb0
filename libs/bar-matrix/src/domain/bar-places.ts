import type { BarMatrix } from './bar-matrix';

/** How the places of a matrix belong to its stocks, while it is filled. */
export class BarPlaces {
  readonly starts: Int32Array;
  readonly counts: Int32Array;
  private readonly ends: Int32Array;

  /** @param rooms Places of each stock. */
  constructor(rooms: readonly number[]) {
    this.starts = new Int32Array(rooms.length);
    this.counts = new Int32Array(rooms.length);
    this.ends = new Int32Array(rooms.length);
    let place = 0;
    for (const [stockNo, room] of rooms.entries()) {
      this.starts[stockNo] = place;
      place += room;
      this.ends[stockNo] = place;
    }
  }

  /** The places behind the bars of a matrix. */
  static after({ starts, counts, columns }: BarMatrix): BarPlaces {
    const places = new BarPlaces(
      Array.from(starts, (start, stockNo) => (starts[stockNo + 1] ?? columns.day.length) - start),
    );
    places.counts.set(counts);
    return places;
  }

  get total(): number {
    return this.ends.at(-1) ?? 0;
  }

  /** Takes the place behind a stock's bars. @returns -1 where there is none. */
  takeNext(stockNo: number): number {
    const place = (this.starts[stockNo] ?? 0) + (this.counts[stockNo] ?? 0);
    if (place >= (this.ends[stockNo] ?? 0)) return -1;
    this.counts[stockNo] = (this.counts[stockNo] ?? 0) + 1;
    return place;
  }

  /** Takes the place before a stock's bars, which begin at the end of its room. @returns -1 where there is none. */
  takePrevious(stockNo: number): number {
    const count = (this.counts[stockNo] ?? 0) + 1;
    const place = (this.ends[stockNo] ?? 0) - count;
    const first = stockNo === 0 ? 0 : (this.ends[stockNo - 1] ?? 0);
    if (place < first) return -1;
    this.counts[stockNo] = count;
    this.starts[stockNo] = place;
    return place;
  }
}

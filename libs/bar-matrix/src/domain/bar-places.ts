import type { BarColumns } from './bar-columns';
import type { BarMatrix } from './bar-matrix';

/** How the places of a matrix belong to its stocks, while it is filled. */
export class BarPlaces {
  readonly starts: Int32Array;
  readonly counts: Int32Array;
  private readonly ends: Int32Array;
  /** First place of each stock's room. */
  private readonly floors: Int32Array;

  /** @param rooms Places of each stock. @param first Place of the first room. */
  constructor(rooms: readonly number[], first = 0) {
    this.starts = new Int32Array(rooms.length);
    this.counts = new Int32Array(rooms.length);
    this.ends = new Int32Array(rooms.length);
    this.floors = new Int32Array(rooms.length);
    let place = first;
    for (const [stockNo, room] of rooms.entries()) {
      this.starts[stockNo] = place;
      this.floors[stockNo] = place;
      place += room;
      this.ends[stockNo] = place;
    }
  }

  /** The places behind the bars of a matrix. */
  static after({ starts, counts, columns }: BarMatrix): BarPlaces {
    const places = new BarPlaces(
      Array.from(starts, (start, stockNo) => (starts[stockNo + 1] ?? columns.day.length) - start),
      starts[0],
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

  /** Takes the place before a stock's bars. @returns -1 where there is none. */
  takePrevious(stockNo: number): number {
    const place = (this.starts[stockNo] ?? 0) - 1;
    if (place < (this.floors[stockNo] ?? 0)) return -1;
    this.starts[stockNo] = place;
    this.counts[stockNo] = (this.counts[stockNo] ?? 0) + 1;
    return place;
  }

  /** Lets the bars of each stock begin at the end of its room. None has any yet. */
  startAtEnds(): void {
    this.starts.set(this.ends);
  }

  /** Moves a stock's bars back, for as many older ones before them. */
  moveBack(stockNo: number, bars: number, columns: BarColumns): void {
    const start = this.starts[stockNo] ?? 0;
    columns.move(start, start + bars, this.counts[stockNo] ?? 0);
    this.starts[stockNo] = start + bars;
  }
}

interface Column {
  array: Float64Array;
  values: Float64Array;
  turn: number;
}

/** The columns of the stock that is read. Their arrays are allocated once for all stocks, and grow with the longest. */
export class Scratch {
  private readonly columns = new Map<string, Column>();
  private turn = 0;

  /** Turns to another stock: what the columns hold is not that of it. */
  next(): void {
    this.turn += 1;
  }

  /** The column of that name, filled when it is first read. */
  column(name: string, count: number, fill: (out: Float64Array) => void): Float64Array {
    const column = this.find(name, count);
    if (column.turn !== this.turn) {
      fill(column.values);
      column.turn = this.turn;
    }
    return column.values;
  }

  private find(name: string, count: number): Column {
    const known = this.columns.get(name);
    if (known?.values.length === count) return known;
    if (known !== undefined && known.array.length >= count) {
      known.values = known.array.subarray(0, count);
      return known;
    }
    const array = new Float64Array(Math.ceil(count * 1.25));
    const created = { array, values: array.subarray(0, count), turn: -1 };
    this.columns.set(name, created);
    return created;
  }
}

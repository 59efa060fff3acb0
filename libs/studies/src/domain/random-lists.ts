/** What one horizon has on an entry day. */
export interface HorizonDay {
  /** Cases that were held to its end. */
  readonly held: number;
  /** Returns of all stocks that the study could have bought on the day, the cases among them; in the same order a horizon. */
  readonly excess: Float64Array;
}

/**
 * Mean excesses of lists that luck picks: on each day as many stocks as the screen found, none twice (outcomes.md, section 3).
 * A list holds its stocks over all horizons. The same numbers give the same lists.
 */
export class RandomLists {
  /** By horizon, of each list. */
  private readonly sums: readonly Float64Array[];
  private readonly totals: number[];
  private places = new Int32Array(0);

  /** @param random In [0, 1), from the study's seed. */
  constructor(
    private readonly lists: number,
    horizons: number,
    private readonly random: () => number,
  ) {
    this.sums = Array.from({ length: horizons }, () => new Float64Array(lists));
    this.totals = new Array<number>(horizons).fill(0);
  }

  /** Draws on a day. @param horizons In the order of the study's. No more stocks are drawn than there are. */
  addDay(horizons: readonly HorizonDay[]): void {
    const size = horizons[0]?.excess.length ?? 0;
    const counts = horizons.map(({ held }) => Math.min(held, size));
    const most = Math.max(0, ...counts);
    // Any order to draw from is as good as another.
    this.places = Int32Array.from({ length: size }, (_, place) => place);
    for (const [index, count] of counts.entries()) this.totals[index] = (this.totals[index] ?? 0) + count;
    for (let list = 0; list < this.lists; list += 1) {
      this.draw(most, size);
      for (let index = 0; index < horizons.length; index += 1) this.addUp(list, index, counts[index] ?? 0, horizons);
    }
  }

  /** Of a horizon, one a list, sorted; empty where no day had a case. */
  means(horizon: number): Float64Array {
    const total = this.totals[horizon] ?? 0;
    return total === 0
      ? new Float64Array(0)
      : (this.sums[horizon]?.map((sum) => sum / total).sort() ?? new Float64Array(0));
  }

  /** Draws the first places from all that are there. */
  private draw(count: number, size: number): void {
    const { places, random } = this;
    for (let place = 0; place < count; place += 1) {
      const other = place + Math.floor(random() * (size - place));
      const drawn = places[other] ?? 0;
      places[other] = places[place] ?? 0;
      places[place] = drawn;
    }
  }

  private addUp(list: number, index: number, count: number, horizons: readonly HorizonDay[]): void {
    const [sums, excess] = [this.sums[index], horizons[index]?.excess];
    if (sums === undefined || excess === undefined) return;
    const { places } = this;
    let sum = sums[list] ?? 0;
    for (let place = 0; place < count; place += 1) sum += excess[places[place] ?? 0] ?? NaN;
    sums[list] = sum;
  }
}

/** The share of lists that did at least as well; NaN without a list. */
export function rankAmongLists(observed: number, lists: Float64Array): number {
  let [low, high] = [0, lists.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lists[middle] ?? NaN) < observed) low = middle + 1;
    else high = middle;
  }
  return (lists.length - low) / lists.length;
}

/**
 * What the best of several worthless screens would show: the mean, over draws, of the largest of `tries` lists (White's reality
 * check in its simplest form). @param lists Sorted.
 */
export function bestOfLists(lists: Float64Array, tries: number): number {
  // The chance that the largest of `tries` draws is the list at a place, exactly.
  return lists.reduce((sum, value, place) => {
    const [upTo, before] = [(place + 1) / lists.length, place / lists.length];
    return sum + value * (upTo ** tries - before ** tries);
  }, 0);
}

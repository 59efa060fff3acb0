import { findFirstFrom } from '#lib/kernel';

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
  /** By list and horizon: place = list × horizons + horizon. */
  private readonly sums: Float64Array;
  private readonly totals: number[];

  /** @param random In [0, 1), from the study's seed. */
  constructor(
    private readonly lists: number,
    private readonly horizons: number,
    private readonly random: () => number,
  ) {
    this.sums = new Float64Array(lists * horizons);
    this.totals = new Array<number>(horizons).fill(0);
  }

  /** Draws on a day. @param days By the study's horizons. No more stocks are drawn than there are. */
  addDay(days: readonly HorizonDay[]): void {
    const size = days[0]?.excess.length ?? 0;
    const counts = Int32Array.from(days, ({ held }) => Math.min(held, size));
    const most = Math.max(0, ...counts);
    const excess = joinByStock(days, size);
    // Any order to draw from is as good as another.
    const places = new Int32Array(size);
    for (let place = 0; place < size; place += 1) places[place] = place;
    for (const [index, count] of counts.entries()) this.totals[index] = (this.totals[index] ?? 0) + count;
    for (let list = 0; list < this.lists; list += 1) {
      this.draw(places, most);
      this.addUp(list, places, counts, excess);
    }
  }

  /** Of a horizon, one a list, sorted; empty where no day had a case. */
  means(horizon: number): Float64Array {
    const total = this.totals[horizon] ?? 0;
    if (total === 0) return new Float64Array(0);
    const means = new Float64Array(this.lists);
    for (let list = 0; list < this.lists; list += 1) {
      means[list] = (this.sums[list * this.horizons + horizon] ?? NaN) / total;
    }
    return means.sort();
  }

  /** Draws the first `count` places from all that are there. */
  private draw(places: Int32Array, count: number): void {
    const { random } = this;
    const size = places.length;
    for (let place = 0; place < count; place += 1) {
      const other = place + Math.floor(random() * (size - place));
      const drawn = places[other] ?? 0;
      places[other] = places[place] ?? 0;
      places[place] = drawn;
    }
  }

  private addUp(list: number, places: Int32Array, counts: Int32Array, excess: Float64Array): void {
    const { sums, horizons } = this;
    for (let horizon = 0; horizon < horizons; horizon += 1) {
      let sum = sums[list * horizons + horizon] ?? NaN;
      const count = counts[horizon] ?? 0;
      for (let place = 0; place < count; place += 1) sum += excess[(places[place] ?? 0) * horizons + horizon] ?? NaN;
      sums[list * horizons + horizon] = sum;
    }
  }
}

/** Place = stock × horizons + horizon: what a stock has lies together, for it is drawn for all of them. */
function joinByStock(days: readonly HorizonDay[], size: number): Float64Array {
  const joined = new Float64Array(size * days.length);
  for (const [horizon, { excess }] of days.entries()) {
    for (let stock = 0; stock < size; stock += 1) joined[stock * days.length + horizon] = excess[stock] ?? NaN;
  }
  return joined;
}

/** The share of lists that did at least as well; NaN without a list. */
export function rankAmongLists(observed: number, lists: Float64Array): number {
  return (lists.length - findFirstFrom(lists, observed)) / lists.length;
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

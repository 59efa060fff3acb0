/**
 * Mean excesses of lists that luck picks: on each day as many stocks as the screen found, none twice (outcomes.md, section 3).
 * The same numbers give the same lists.
 */
export class RandomLists {
  private readonly sums: Float64Array;
  private total = 0;

  /** @param random In [0, 1), from the study's seed. */
  constructor(
    lists: number,
    private readonly random: () => number,
  ) {
    this.sums = new Float64Array(lists);
  }

  /**
   * Draws on a day.
   * @param cases Stocks that the screen found on it; no more are drawn than there are.
   * @param excess Returns of all stocks that the study could have bought on it, the cases among them. Left in another order.
   */
  addDay(cases: number, excess: Float64Array): void {
    const count = Math.min(cases, excess.length);
    this.total += count;
    for (let list = 0; list < this.sums.length; list += 1) {
      // Shuffled from the front on: any order before is as good as another.
      let sum = 0;
      for (let place = 0; place < count; place += 1) {
        const other = place + Math.floor(this.random() * (excess.length - place));
        const value = excess[other] ?? NaN;
        excess[other] = excess[place] ?? NaN;
        excess[place] = value;
        sum += value;
      }
      this.sums[list] = (this.sums[list] ?? 0) + sum;
    }
  }

  /** One a list, sorted; empty where no day had a case. */
  means(): Float64Array {
    return this.total === 0 ? new Float64Array(0) : this.sums.map((sum) => sum / this.total).sort();
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

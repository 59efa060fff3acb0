/** One entry day of a study. */
export interface ListDay {
  /** Cases that entered on it. */
  readonly cases: number;
  /** Excess returns of all stocks that the study could have bought on it, the cases among them. */
  readonly excess: Float64Array;
}

/**
 * Mean excesses of lists that luck picks: on each day as many stocks as the screen found, none twice (outcomes.md, section 3).
 * @param random In [0, 1), from the study's seed.
 * @returns One a list, sorted; empty without a case.
 */
export function drawRandomLists(
  days: readonly ListDay[],
  { lists, random }: { lists: number; random: () => number },
): Float64Array {
  const drawn = days.filter(({ cases, excess }) => cases > 0 && excess.length > 0);
  const total = drawn.reduce((sum, day) => sum + countDrawn(day), 0);
  if (total === 0) return new Float64Array(0);
  const sums = new Float64Array(lists);
  // Day by day: its stocks stay in the processor's cache while all lists draw from them.
  for (const day of drawn) addDraws(sums, day, random);
  return sums.map((sum) => sum / total).sort();
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

/** No more than there are. */
function countDrawn({ cases, excess }: ListDay): number {
  return Math.min(cases, excess.length);
}

/** Adds to each list what it draws on a day. The stocks are shuffled from the front on; any order is as good as another. */
function addDraws(sums: Float64Array, day: ListDay, random: () => number): void {
  const shuffled = day.excess.slice();
  const size = shuffled.length;
  const count = countDrawn(day);
  for (let list = 0; list < sums.length; list += 1) {
    let sum = 0;
    for (let place = 0; place < count; place += 1) {
      const other = place + Math.floor(random() * (size - place));
      const value = shuffled[other] ?? NaN;
      shuffled[other] = shuffled[place] ?? NaN;
      shuffled[place] = value;
      sum += value;
    }
    sums[list] = (sums[list] ?? 0) + sum;
  }
}

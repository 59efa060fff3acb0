/** Positions [from, until) of bars of one stock, oldest first. */
export interface BarRange {
  readonly from: number;
  readonly until: number;
}

/** Whether the bar at a position counts. */
type Counts = (at: number) => boolean;

const everyBar: Counts = () => true;

/** Position of a range's lowest volume, the latest of equal ones; undefined where no bar of it counts. */
export function findLowest(
  volumes: Float64Array,
  { from, until }: BarRange,
  counts: Counts = everyBar,
): number | undefined {
  let lowest: number | undefined;
  let least = Infinity;
  for (let at = until - 1; at >= from; at -= 1) {
    const volume = volumes[at] ?? NaN;
    if (!(volume < least) || !counts(at)) continue;
    least = volume;
    lowest = at;
  }
  return lowest;
}

/** Whether a bar of a range traded less than a volume. The newest are looked at first: they tell soonest. */
export function isUndercut(
  volumes: Float64Array,
  { from, until }: BarRange,
  { by: least, counts = everyBar }: { by: number; counts?: Counts },
): boolean {
  for (let at = until - 1; at >= from; at -= 1) if ((volumes[at] ?? NaN) < least && counts(at)) return true;
  return false;
}

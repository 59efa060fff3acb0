/** How the float's shares spread over prices: bucket `i` stands for the price `lowest + i * step`. */
export interface ChipGrid {
  /** Yuan. */
  readonly lowest: number;
  readonly step: number;
  /** Chips of each bucket, in a unit of the model's own. */
  readonly weights: Float64Array;
}

/** What is told of a distribution at a close. Prices in yuan, unrounded. */
export interface ChipFigures {
  readonly cost5: number;
  readonly cost15: number;
  readonly cost50: number;
  readonly cost85: number;
  readonly cost95: number;
  /** Mean price, weighted by chips. */
  readonly weightedAverage: number;
  /** Chips at or below the close, percent. */
  readonly winnerRate: number;
  /** Width of the middle 90 % (70 %) of the chips over the sum of its ends: (high - low) / (high + low). */
  readonly concentration90: number;
  readonly concentration70: number;
}

/** The ends of the published shares, as its arithmetic has them: (1 - 0.9) / 2 is not 0.05 in binary. */
const [LOW_90, HIGH_90, LOW_70, HIGH_70] = [(1 - 0.9) / 2, (1 + 0.9) / 2, (1 - 0.7) / 2, (1 + 0.7) / 2];

/**
 * @returns the sum of all chips. The top bucket may lie above the highest price by a rounding, and its weight a hair below
 * zero; where a bar is narrower than a bucket there is nothing else, which is as good as empty.
 */
export function sumWeights({ weights }: ChipGrid): number {
  let total = 0;
  for (const weight of weights) total += weight;
  return Math.max(0, total);
}

/** The figures of a distribution. An empty one has only zeros, as published. */
export function computeChipFigures(grid: ChipGrid, close: number): ChipFigures {
  const total = sumWeights(grid);
  const low90 = costAt(grid, total * LOW_90);
  const high90 = costAt(grid, total * HIGH_90);
  const low70 = costAt(grid, total * LOW_70);
  const high70 = costAt(grid, total * HIGH_70);
  return {
    cost5: low90,
    cost15: low70,
    cost50: costAt(grid, total * 0.5),
    cost85: high70,
    cost95: high90,
    weightedAverage: computeMean(grid, total),
    winnerRate: computeWinnerShare(grid, total, close) * 100,
    concentration90: computeConcentration(low90, high90),
    concentration70: computeConcentration(low70, high70),
  };
}

/** The price below which chips sum up to more than `chips`: the first bucket that goes beyond, 0 where none does. */
function costAt({ lowest, step, weights }: ChipGrid, chips: number): number {
  let sum = 0;
  for (let bucket = 0; bucket < weights.length; bucket += 1) {
    const weight = weights[bucket] ?? 0;
    if (sum + weight > chips) return lowest + bucket * step;
    sum += weight;
  }
  return 0;
}

function computeMean({ lowest, step, weights }: ChipGrid, total: number): number {
  if (total === 0) return 0;
  let sum = 0;
  for (let bucket = 0; bucket < weights.length; bucket += 1) sum += (weights[bucket] ?? 0) * (lowest + bucket * step);
  return sum / total;
}

function computeWinnerShare({ lowest, step, weights }: ChipGrid, total: number, close: number): number {
  if (total === 0) return 0;
  let below = 0;
  for (let bucket = 0; bucket < weights.length; bucket += 1) {
    if (close >= lowest + bucket * step) below += weights[bucket] ?? 0;
  }
  return below / total;
}

function computeConcentration(low: number, high: number): number {
  return low + high === 0 ? 0 : (high - low) / (low + high);
}

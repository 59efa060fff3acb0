/** What a stock gave on an ex-right day: the terms of its record. */
export interface ExRight {
  /** Cash for 10 shares before tax, yuan. */
  readonly cashPerTen: number;
  /** New shares for 10 shares, bonus and transfer together. */
  readonly bonusPerTen: number;
}

const BONUSES_PER_TEN = [0, 1, 2, 3, 4, 5, 6, 8, 10];
/** Cash that companies usually pay, as a share of the price. */
const USUAL_CASH = { least: 0.002, most: 0.035 };

/**
 * Terms that lead from a close to the next day's ex-right reference price, both in thousandths of a yuan:
 * `reference = (close * 10 - cash) / (10 + bonus)`, half up to 0.01 yuan. Of several possible bonuses it is the one with
 * the usual cash. Undefined if the prices are equal, or if no dividend explains them.
 */
export function findExRight(lastClose: number, reference: number): ExRight | undefined {
  if (reference >= lastClose || reference <= 0) return undefined;
  const [close, next] = [Math.round(lastClose / 10), Math.round(reference / 10)];
  // Whole fen: the reference price comes out to the fen with them.
  const terms = BONUSES_PER_TEN.map((bonusPerTen) => ({
    bonusPerTen,
    cash: Math.round(close - next * (1 + bonusPerTen / 10)),
  })).filter(({ cash }) => cash >= 0);
  const usual = terms.find(({ cash }) => cash / close >= USUAL_CASH.least && cash / close <= USUAL_CASH.most);
  const chosen = usual ?? terms.at(next / close > 0.88 ? 0 : -1);
  return chosen === undefined ? undefined : { cashPerTen: chosen.cash / 10, bonusPerTen: chosen.bonusPerTen };
}

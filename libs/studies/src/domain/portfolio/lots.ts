import type { Board } from '#lib/market-data';

interface LotRule {
  /** Shares that a purchase has at least. */
  readonly least: number;
  /** By how many it grows. */
  readonly step: number;
}

/** Purchases by the exchanges' trading rules: whole lots; on STAR and in Beijing by the share above the least. */
const LOTS: Readonly<Record<Board, LotRule>> = {
  main: { least: 100, step: 100 },
  chinext: { least: 100, step: 100 },
  star: { least: 200, step: 1 },
  bse: { least: 100, step: 1 },
};

/** The most shares up to a number that may be bought at once; 0 where it is too small. */
export function roundToLot(board: Board, shares: number): number {
  const { least, step } = LOTS[board];
  return shares < least ? 0 : least + Math.floor((shares - least) / step) * step;
}

export interface OrderLimits {
  /** Yuan that may be spent, costs included. */
  readonly cash: number;
  /** Yuan a share. */
  readonly price: number;
  /** Share of the price that a purchase costs in addition to it. */
  readonly cost: number;
  /** Yuan that the stock traded on the day, and the share of it that an order may take. */
  readonly amount: number;
  readonly largestShare: number;
}

/** Shares of the largest order that cash and the day's trading allow. */
export function sizeOrder(board: Board, { cash, price, cost, amount, largestShare }: OrderLimits): number {
  const affordable = Math.floor(cash / (price * (1 + cost)));
  const tradable = Math.floor((amount * largestShare) / price);
  return roundToLot(board, Math.min(affordable, tradable));
}

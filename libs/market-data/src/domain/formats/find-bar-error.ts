import type { Bar } from '../bar';

/** Volumes share a 64-bit word with a day number when the market is scanned: 49 bits are theirs. */
export const VOLUME_BOUND = 2 ** 49;

/** What is wrong with a bar's figures, or undefined. */
export function findBarError(bar: Bar): string | undefined {
  const { open, high, low, close, preClose, volume, amount, turnoverPct } = bar;
  if (!(low > 0)) return `the low ${low} is not above 0`;
  if (high < low || open < low || open > high || close < low || close > high) {
    return `the prices do not fit each other: open ${open}, high ${high}, low ${low}, close ${close}`;
  }
  if (preClose !== null && preClose <= 0) return `the previous close ${preClose} is not above 0`;
  if (volume < 0 || volume >= VOLUME_BOUND) return `the volume ${volume} is out of range`;
  if (amount !== null && amount < 0) return `the amount ${amount} is below 0`;
  if (turnoverPct !== null && turnoverPct < 0) return `the turnover ${turnoverPct} is below 0`;
  return undefined;
}

/**
 * Circulating market cap in yuan from the day's turnover: close × shares traded ÷ the part of the float that they are.
 * @returns null where the turnover is unknown or rounds to 0.
 */
export function capFromTurnover(close: number, volume: number, turnoverPct: number | null): number | null {
  return turnoverPct === null || turnoverPct === 0 ? null : (close * volume) / (turnoverPct / 100);
}

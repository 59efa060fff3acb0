import { estimateTurnoverError } from './estimate-turnover-error';

/** What a bar says of its market cap. Cap in yuan, volume in shares, turnover in percent. */
export interface CapWitness {
  close: number;
  volume: number;
  turnoverPct: number | null;
  circMarketCap: number;
}

/** Two ways to the same double differ in its last digits only. */
const SAME = 1e-9;

/**
 * By how many percent, at most, a circulating market cap is off because it was made from a rounded turnover, 2 decimals. On a
 * quiet day this is much: a turnover of 0.09 % with two decimals is anything from 0.085 to 0.095.
 * @returns null where the cap does not come from the bar's own turnover, so that nothing is known of its error.
 */
export function estimateCapErrorPct({ close, volume, turnoverPct, circMarketCap }: CapWitness): number | null {
  if (turnoverPct === null || turnoverPct <= 0) return null;
  const made = (close * volume) / (turnoverPct / 100);
  if (Math.abs(made / circMarketCap - 1) > SAME) return null;
  const error = estimateTurnoverError(turnoverPct);
  return error >= turnoverPct ? null : Math.round((error / (turnoverPct - error)) * 10_000) / 100;
}

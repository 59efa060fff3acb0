import type { StockBars } from '../domain/stock-bars';
import { valueAt } from './value-at';

/** Yuan: how far a bar went, the way from the close before included; NaN on the first bar. */
export function trueRange({ high, low, close }: StockBars, at: number): number {
  if (at < 1) return NaN;
  const before = valueAt(close, at - 1);
  return Math.max(valueAt(high, at), before) - Math.min(valueAt(low, at), before);
}

/** Where a bar closed: 0 at its low, 1 at its high (close location value); 0.5 on a bar of one price. */
export function closePosition({ high, low, close }: StockBars, at: number): number {
  const height = valueAt(high, at) - valueAt(low, at);
  return height === 0 ? 0.5 : (valueAt(close, at) - valueAt(low, at)) / height;
}

export function isLocked({ locked }: StockBars, at: number): boolean {
  return valueAt(locked, at) === 1;
}

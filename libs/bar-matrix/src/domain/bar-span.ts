import type { MatrixStock } from './matrix-stock';

/** Where a stock's bars stand: those from place `first` on are read, its own begin at `start`. */
export interface BarSpan {
  readonly stockNo: number;
  readonly stock: MatrixStock;
  readonly start: number;
  readonly first: number;
  readonly count: number;
  /** Position of the day that they are read for. */
  readonly dayNo: number;
}

import type { MatrixStock } from './matrix-stock';

/** A stock and its first place. */
export interface PlacedStock {
  readonly stockNo: number;
  readonly stock: MatrixStock;
  readonly start: number;
}

/** Where a stock's bars stand: those from place `first` on are read. */
export interface BarSpan extends PlacedStock {
  readonly first: number;
  readonly count: number;
  /** Position of the day that they are read for. */
  readonly dayNo: number;
}

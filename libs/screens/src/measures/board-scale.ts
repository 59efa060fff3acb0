import type { StockBars } from '../domain/stock-bars';

/**
 * By how much a board moves more than the main board: medians of the daily change of 2.02, 2.45, 2.78 and 2.52 %. It scales
 * thresholds on prices, not those on volumes or in ATR, which are alike on all boards (screens.md, section 3).
 */
export const BOARD_SCALE = { main: 1, chinext: 1.2, star: 1.4, bse: 1.2 } as const satisfies Record<
  StockBars['board'],
  number
>;

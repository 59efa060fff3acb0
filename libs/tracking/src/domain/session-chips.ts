import type { AppliedAdjustment } from '#lib/market-data';

/** The newest cached chip distribution of a session's stock; on a closed session the one at its end. */
export interface SessionChips {
  tradeDate: string;
  /** Yuan, as are the other costs and the average. */
  cost5: number;
  cost15: number;
  cost50: number;
  cost85: number;
  cost95: number;
  weightedAverage: number;
  /** Percent. */
  winnerRate: number;
  concentration90: number;
  concentration70: number;
  /** Bars that it was made from; null where the vendor doesn't say. */
  window: number | null;
  /** How much of the float these bars explain, 0 to 1; null where the vendor doesn't say. */
  coverage: number | null;
  /** Whether at least one factor was applied to the prices, and by what; null on a value of an older build. */
  adjusted: boolean;
  adjustment: AppliedAdjustment | null;
  /** `tushare`, or `eastmoney-` and the window. */
  source: string;
}

/**
 * One stock's trading day, in stored units: prices and amount in yuan as traded (unadjusted), volume in shares (a whole
 * number above 0), turnover in percent, market cap in yuan. What the source doesn't know is null.
 */
export interface Bar {
  code: string;
  /** Trade date as whole days since 1970-01-01: bars pass by the million. */
  day: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Previous close, ex-right. Null where the vendor gives only the raw one. */
  preClose: number | null;
  volume: number;
  amount: number | null;
  turnoverPct: number | null;
  /** Circulating market cap at the close. */
  circMarketCap: number | null;
  upLimit: number | null;
  downLimit: number | null;
  isSt: boolean | null;
}

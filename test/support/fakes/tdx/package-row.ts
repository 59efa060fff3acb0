/** The exchange before a code, as TongDaXin writes it: the same code may exist on two of them. */
export type TdxExchange = 'sh' | 'sz' | 'bj';

export const TDX_EXCHANGES: readonly TdxExchange[] = ['sh', 'sz', 'bj'];

/** What a day's package says of one instrument. Prices in yuan; a `close` of 0 or less: TongDaXin has no price. */
export interface PackageRow {
  readonly market: TdxExchange;
  /** Six digits. */
  readonly code: string;
  /** The name as of that day, 32 GBK bytes at most. */
  readonly name: string;
  readonly previousClose: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** Of a suspended stock its last close, with neither volume nor amount. */
  readonly close: number;
  /** Shares; lots for indices. */
  readonly volume: number;
  /** Yuan. */
  readonly amount: number;
}

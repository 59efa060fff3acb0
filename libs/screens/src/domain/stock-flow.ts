import type { MoneyFlowVendor } from '#lib/market-sync';

/** Orders by their size; `main` are the extra large and the large ones as the vendor counts them. */
export const FLOW_CLASSES = ['main', 'xl', 'l', 'm', 's'] as const;
export type FlowClass = (typeof FLOW_CLASSES)[number];

/** One stock's money flow (资金流向) as one vendor counts it: figures of two never stand side by side. */
export interface StockFlow {
  readonly vendor: MoneyFlowVendor;
  /**
   * Yuan bought less sold; NaN: the vendor has none.
   * @param dayNo Position of the day in the market's list of days.
   */
  net(flowClass: FlowClass, dayNo: number): number;
}

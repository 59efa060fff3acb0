import type { CalendarDay } from '#lib/kernel';

/**
 * Who counts the flow: each by rules of its own for what a large order is, so that figures of two never add up and never
 * compare. `tushare` from the exchanges' orders, `eastmoney` East Money (东方财富), `ths` 10jqka (同花顺).
 */
export const MONEY_FLOW_VENDORS = ['tushare', 'eastmoney', 'ths'] as const;
export type MoneyFlowVendor = (typeof MONEY_FLOW_VENDORS)[number];

/** A stock's money flow (资金流向) on a day: yuan, bought less sold. Null: the vendor has no such figure. */
export interface MoneyFlow {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  /** Of the main force (主力): extra large and large orders; large ones alone where the vendor has no extra large ones. */
  readonly netMain: number | null;
  /** Of extra large, large, medium and small orders (特大单, 大单, 中单, 小单). */
  readonly netXl: number | null;
  readonly netL: number | null;
  readonly netM: number | null;
  readonly netS: number | null;
  /** Of active orders; not the sum of the classes. */
  readonly netActive: number | null;
}

/** The vendor whose flow a reader uses, and the first and last day that is stored of it. */
export interface StoredMoneyFlow {
  readonly vendor: MoneyFlowVendor;
  readonly from: CalendarDay;
  readonly through: CalendarDay;
}

/**
 * Chooses among the vendors that are stored: the one that is fetched now, so that a reader follows the setting; without any
 * of it the one that goes furthest.
 */
export function chooseMoneyFlow(
  stored: readonly StoredMoneyFlow[],
  fetched: MoneyFlowVendor | undefined,
): StoredMoneyFlow | null {
  const furthest = [...stored].sort((one, other) => (one.through < other.through ? 1 : -1));
  return stored.find(({ vendor }) => vendor === fetched) ?? furthest[0] ?? null;
}

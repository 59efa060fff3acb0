/**
 * Rows that one call gives at most, by API, as the vendor's pages state them; accounts and pages differ, so a page is also
 * taken for full where its size is a round number (see {@link isFullPage}).
 */
const ROW_LIMITS: Readonly<Record<string, number>> = {
  daily: 6000,
  daily_basic: 6000,
  stk_limit: 5800,
  stock_st: 1000,
  moneyflow: 6000,
  moneyflow_dc: 6000,
  moneyflow_ths: 6000,
  cyq_perf: 5000,
  fina_indicator: 100,
  fina_indicator_vip: 5000,
  income_vip: 5000,
  balancesheet_vip: 5000,
  cashflow_vip: 5000,
  pledge_stat: 1000,
  stk_holdertrade: 3000,
  share_float: 6000,
  bse_mapping: 1000,
};

/** Where the vendor states none. */
const UNSTATED = 5000;

/** Limits are round numbers; a page of that many rows may have been cut by one that we don't know. */
const ROUND = 100;
const SMALLEST_UNKNOWN_LIMIT = 1000;

export function getRowLimit(api: string): number {
  return ROW_LIMITS[api] ?? UNSTATED;
}

/**
 * Whether more rows may follow a page: it has as many as the API gives, the vendor says so, or its size looks like a limit
 * and no page before it was larger. A wrong guess costs one call that answers with no rows.
 */
export function isFullPage(api: string, page: { rows: number; hasMore: boolean; largestBefore: number }): boolean {
  const { rows, hasMore, largestBefore } = page;
  if (rows === 0) return false;
  const looksCut = rows >= SMALLEST_UNKNOWN_LIMIT && rows % ROUND === 0 && rows >= largestBefore;
  return hasMore || rows >= getRowLimit(api) || looksCut;
}

import { csvOf } from '#lib/kernel';
import type { PositionView } from '#lib/portfolio';

const COLUMNS = [
  ...['code', 'stockName', 'industry', 'quantity', 'avgCost', 'latestClose', 'latestTradeDate', 'changePct'],
  ...['dayProfit', 'marketValue', 'profit', 'costDistancePct', 'openedAt', 'exRightSince', 'sessionId'],
] as const;

/** Positions as CSV, in code order. */
export function positionsCsv(rows: readonly PositionView[]): string {
  return csvOf(COLUMNS, rows);
}

import { csvTable } from '#lib/kernel';
import type { ListedSession } from '#lib/tracking';

const COLUMNS = [
  ...['id', 'code', 'stockName', 'industry', 'status', 'priority', 'currentPrimaryPhase', 'aiConsensus'],
  ...['entryDate', 'entryClosePrice', 'latestClose', 'latestTradeDate', 'changePct', 'turnoverPct', 'volumeRatio'],
  ...['closeVsEntryPct', 'closeVsEntryBasis', 'lowestVolumeTradeDate', 'cyqSpreadRatio', 'circulatingMarketCapYi'],
  ...['fundamentalScore', 'nextReviewAt', 'source', 'endedAt', 'endReason', 'summaryNote'],
] as const;
const HOLDING_COLUMNS = ['quantity', 'avgCost', 'costDistancePct', 'profit'] as const;

/** Sessions as CSV in the order of the list, the caller's holding in the last columns. */
export function sessionsCsv(rows: readonly ListedSession[]): string {
  return csvTable(
    [...COLUMNS, ...HOLDING_COLUMNS],
    rows.map((row) => [
      ...COLUMNS.map((column) => row[column]),
      ...HOLDING_COLUMNS.map((column) => row.holding?.[column] ?? null),
    ]),
  );
}

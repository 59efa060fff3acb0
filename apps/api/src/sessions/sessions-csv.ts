import { csvTable } from '#lib/kernel';
import type { ListedSession } from '#lib/tracking';

const COLUMNS = [
  ...['id', 'code', 'stockName', 'industry', 'status', 'priority', 'currentPrimaryPhase', 'aiConsensus'],
  ...['entryDate', 'entryClosePrice', 'latestClose', 'latestTradeDate', 'changePct', 'turnoverPct', 'volumeRatio'],
  ...['closeVsEntryPct', 'closeVsEntryBasis', 'lowestVolumeTradeDate', 'cyqSpreadRatio', 'circulatingMarketCapYi'],
  ...['fundamentalScore', 'nextReviewAt', 'source', 'endedAt', 'endReason', 'summaryNote'],
] as const;
const HOLDING_COLUMNS = ['quantity', 'avgCost', 'costDistancePct', 'profit'] as const;
/** At the end, so that readers by position go on working. */
const LATER_COLUMNS = ['invalidationPrice', 'invalidationSide', 'invalidationAsOf', 'invalidationDistancePct'] as const;

/** Sessions as CSV in the order of the list, with the caller's holding. */
export function sessionsCsv(rows: readonly ListedSession[]): string {
  return csvTable(
    [...COLUMNS, ...HOLDING_COLUMNS, ...LATER_COLUMNS],
    rows.map((row) => [
      ...COLUMNS.map((column) => row[column]),
      ...HOLDING_COLUMNS.map((column) => row.holding?.[column] ?? null),
      ...LATER_COLUMNS.map((column) => row[column]),
    ]),
  );
}

import { csvTable } from '#lib/kernel';
import type { ScanHit, VolumeBasis } from '#lib/scan';

const COLUMNS = [
  'code',
  'stockName',
  'entryDate',
  'minVolume',
  'close',
  'limitUp',
  'circulatingMarketCapYi',
  'priorMinVolume',
  'priorMinVolumeDate',
  'sessionId',
  'outcome',
  'industry',
  'hitAdjusted',
  'entryLock',
  'priorLock',
  'priorBars',
  'capDate',
  'isSt',
  'relVolume',
  'limitUpBasis',
  'capErrorPct',
  'capEstimated',
] as const satisfies readonly (keyof ScanHit)[];

/** Hits as CSV with the row keys as header, and the basis of their volumes in the last column. */
export function hitsCsv(rows: readonly ScanHit[], volumeBasis: VolumeBasis): string {
  return csvTable(
    [...COLUMNS, 'volumeBasis'],
    rows.map((row) => [...COLUMNS.map((column) => row[column]), volumeBasis]),
  );
}

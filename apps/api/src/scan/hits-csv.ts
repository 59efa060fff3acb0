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

/** What a spreadsheet would run as a formula when a cell begins with it, full-width forms included. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Hits as CSV by RFC 4180 with the row keys as header, and the basis of their volumes in the last column; text that a
 * spreadsheet would run gets an apostrophe in front.
 */
export function hitsCsv(rows: readonly ScanHit[], volumeBasis: VolumeBasis): string {
  const lines = rows.map((row) => [...COLUMNS.map((column) => cell(row[column])), volumeBasis].join(','));
  return `${[[...COLUMNS, 'volumeBasis'].join(','), ...lines].join('\r\n')}\r\n`;
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

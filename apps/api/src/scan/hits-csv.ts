import type { ScanHit } from '#lib/scan';

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
] as const satisfies readonly (keyof ScanHit)[];

/** What a spreadsheet would run as a formula when a cell begins with it, full-width forms included. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** Hits as CSV by RFC 4180 with the row keys as header; text that a spreadsheet would run gets an apostrophe in front. */
export function hitsCsv(rows: readonly ScanHit[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => cell(row[column])).join(','));
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

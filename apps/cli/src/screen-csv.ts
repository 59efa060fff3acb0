import { csvTable } from '#lib/kernel';
import type { EvidenceColumn, ScreenRow } from '#lib/screens';

const COLUMNS = [
  ...(['rank', 'code', 'stockName', 'date', 'score', 'close', 'pctChange', 'circulatingMarketCapYi'] as const),
  'openSessionId',
] as const satisfies readonly (keyof ScreenRow)[];

/** Hits as CSV: what every row has, then the evidence by its keys, both as `--json` names them. */
export function screenCsv(rows: readonly ScreenRow[], evidence: readonly EvidenceColumn[]): string {
  const keys = evidence.map(({ key }) => key);
  return csvTable(
    [...COLUMNS, ...keys],
    rows.map((row) => [...COLUMNS.map((name) => row[name]), ...keys.map((key) => row.evidence[key] ?? null)]),
  );
}

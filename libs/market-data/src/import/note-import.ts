import type { Client } from 'pg';
import { completeImport, insertImportNotes } from '../persistence/market-imports.query';
import type { ImportReport } from '../domain/import-report';

/** Writes an import's report to its row, with a note for each file that was refused or skipped. */
export async function noteImport(client: Client, importId: number, report: ImportReport): Promise<void> {
  const { files, skipped, refused, warned, stocks, bars, from, to } = report;
  await completeImport(client, importId, {
    files,
    skippedFiles: skipped.length,
    refusedFiles: refused.length,
    stocks,
    barsRead: bars.read,
    barsInserted: bars.inserted,
    barsUpdated: bars.updated,
    barsUnchanged: bars.unchanged,
    from,
    to,
  });
  await insertImportNotes(client, importId, [
    ...refused.map((file) => ({ kind: 'refused' as const, ...file })),
    ...skipped.map((file) => ({ kind: 'skipped' as const, line: null, ...file })),
    ...warned.map((file) => ({ kind: 'warned' as const, line: null, ...file })),
  ]);
}

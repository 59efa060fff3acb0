import type { Client } from 'pg';
import type { ImportReport } from './import-report';

/** Writes an import's report to its row, with a note for each file that was refused or skipped. */
export async function noteImport(client: Client, importId: number, report: ImportReport): Promise<void> {
  await client.query(
    `update market_import
     set status = 'completed', finished_at = now(), files = $2, skipped_files = $3, refused_files = $4, stocks = $5,
         bars_read = $6, bars_inserted = $7, bars_updated = $8, bars_unchanged = $9, from_date = $10, to_date = $11
     where id = $1`,
    [
      importId,
      report.files,
      report.skipped.length,
      report.refused.length,
      report.stocks,
      report.bars.read,
      report.bars.inserted,
      report.bars.updated,
      report.bars.unchanged,
      report.from,
      report.to,
    ],
  );
  const notes = [
    ...report.refused.map((file) => ({ kind: 'refused', ...file })),
    ...report.skipped.map((file) => ({ kind: 'skipped', line: null, ...file })),
    ...report.warned.map((file) => ({ kind: 'warned', line: null, ...file })),
  ];
  await client.query(
    `insert into market_import_note (import_id, kind, file, line, reason)
     select $1, * from unnest($2::text[], $3::text[], $4::integer[], $5::text[])`,
    [
      importId,
      notes.map((note) => note.kind),
      notes.map((note) => note.file),
      notes.map((note) => note.line),
      notes.map((note) => note.reason),
    ],
  );
}

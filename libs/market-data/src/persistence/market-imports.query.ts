import { isoInstant, type SqlRunner, type Transaction } from '#lib/database';
import type { JsonValue } from '#lib/kernel';
import type { MarketFormat } from '../domain/formats/market-format';
import type { BarCounts, RefusedFile, SkippedFile } from '../import/import-report';

export type MarketImportStatus = 'queued' | 'running' | 'completed' | 'failed';

/** An import as lists show it. Instants are ISO 8601 UTC. */
export interface MarketImportView {
  id: number;
  status: MarketImportStatus;
  /** `files`, `demo` for the generated market, or a vendor. */
  source: string;
  format: string;
  /** The name of the file or folder, without where it lies. */
  file: string;
  replaceDemo: boolean;
  /** `{ stage, fraction, files, bars }` while it runs; null before, after, and on the command line. */
  progress: JsonValue;
  files: number;
  refusedFiles: number;
  skippedFiles: number;
  stocks: number;
  bars: BarCounts;
  from: string | null;
  to: string | null;
  seconds: number | null;
  error: string | null;
  startedAt: string;
  finishedAt: string | null;
}

/** An import with each file that did not go in. */
export interface MarketImportDetail extends MarketImportView {
  refused: RefusedFile[];
  skipped: SkippedFile[];
  /** Files that went in, whose amounts do not fit their prices. */
  warned: SkippedFile[];
}

const COLUMNS = `
  m.id, m.status, m.source, m.format, regexp_replace(m.path, '^.*[/\\\\]', '') as file, m.replace_demo as "replaceDemo",
  case when m.status = 'running' then j.progress end as progress, m.files, m.refused_files as "refusedFiles",
  m.skipped_files as "skippedFiles", m.stocks, json_build_object('read', m.bars_read, 'inserted', m.bars_inserted,
    'updated', m.bars_updated, 'unchanged', m.bars_unchanged) as bars,
  m.from_date as "from", m.to_date as "to",
  round(extract(epoch from m.finished_at - m.started_at), 3)::float8 as seconds, m.error,
  ${isoInstant('m.started_at')} as "startedAt", ${isoInstant('m.finished_at')} as "finishedAt"`;

/** Newest first. */
export async function selectMarketImports(
  db: SqlRunner,
  page: { limit: number; offset: number },
): Promise<{ imports: MarketImportView[]; total: number }> {
  const rows = await db.query<(MarketImportView | { id: null }) & { total: number }>(
    `select p.*, c.total from (select count(*) as total from market_import) c
     left join (
       select ${COLUMNS} from market_import m left join job j on j.id = m.job_id order by m.id desc limit $1 offset $2
     ) p on true
     order by p.id desc`,
    [page.limit, page.offset],
  );
  return {
    imports: rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [row])),
    total: rows[0]?.total ?? 0,
  };
}

export async function selectMarketImport(db: SqlRunner, id: number): Promise<MarketImportDetail | undefined> {
  const notes = (kind: string, fields: string): string => `
    coalesce((select json_agg(json_build_object(${fields}) order by n.id)
      from market_import_note n where n.import_id = m.id and n.kind = '${kind}'), '[]')`;
  const [row] = await db.query<MarketImportDetail>(
    `select ${COLUMNS},
       ${notes('refused', `'file', n.file, 'line', n.line, 'reason', n.reason`)} as refused,
       ${notes('skipped', `'file', n.file, 'reason', n.reason`)} as skipped,
       ${notes('warned', `'file', n.file, 'reason', n.reason`)} as warned
     from market_import m left join job j on j.id = m.job_id where m.id = $1`,
    [id],
  );
  return row;
}

/** An import that waits for its job. */
export interface NewMarketImport {
  format: MarketFormat;
  file: string;
  replaceDemo: boolean;
  uploadId: number;
  digest: string;
  requestedBy: number;
}

/** @returns the new import's id, or undefined where another one is under way. */
export async function insertQueuedImport(tx: Transaction, wanted: NewMarketImport): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(
    `insert into market_import (source, format, path, status, replace_demo, upload_id, digest, requested_by)
     values ('files', $1, $2, 'queued', $3, $4, $5, $6)
     on conflict ((true)) where requested_by is not null and status in ('queued', 'running') do nothing
     returning id`,
    [wanted.format, wanted.file, wanted.replaceDemo, wanted.uploadId, wanted.digest, wanted.requestedBy],
  );
  return row?.id;
}

/** The import that is under way, where it is the same file asked for in the same way. */
export async function findSameImport(tx: Transaction, wanted: NewMarketImport): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(
    `select id from market_import where requested_by is not null and status in ('queued', 'running')
       and digest = $1 and format = $2 and replace_demo = $3`,
    [wanted.digest, wanted.format, wanted.replaceDemo],
  );
  return row?.id;
}

export async function noteImportJob(tx: Transaction, importId: number, jobId: number): Promise<void> {
  await tx.query('update market_import set job_id = $2 where id = $1', [importId, jobId]);
}

/** What a job has to do; `status` says whether an earlier delivery has done it. */
export interface StoredImport {
  status: MarketImportStatus;
  format: MarketFormat;
  file: string;
  replaceDemo: boolean;
}

export async function selectStoredImport(db: SqlRunner, importId: number): Promise<StoredImport | undefined> {
  const [row] = await db.query<StoredImport>(
    `select status, format, path as file, replace_demo as "replaceDemo" from market_import where id = $1`,
    [importId],
  );
  return row;
}

/** Ends an import that did not succeed; one that has ended stays as it is. */
export async function failImport(tx: Transaction, importId: number, error: string): Promise<void> {
  await tx.query(
    `update market_import set status = 'failed', finished_at = now(), error = $2
     where id = $1 and status in ('queued', 'running')`,
    [importId, error],
  );
}

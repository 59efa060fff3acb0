import type { Client } from 'pg';
import {
  assignmentsOf,
  columnNamesOf,
  columnsOf,
  insertOf,
  jsonPairsOf,
  type SqlRunner,
  type Transaction,
  unnestOf,
  type Wire,
  wireColumnsOf,
} from '#lib/database';
import type { JsonValue } from '#lib/kernel';
import type { MarketFormat } from '../domain/formats/market-format';
import type { BarCounts, RefusedFile, SkippedFile } from '../domain/import-report';
import { MarketImportNote } from './market-import-note.entity';
import { MarketImport } from './market-import.entity';

const WHAT = ['id', 'status', 'source', 'format'] as const;
const FILES = ['files', 'refusedFiles', 'skippedFiles', 'stocks'] as const;
const INSTANTS = ['startedAt', 'finishedAt'] as const;

type ShownKey =
  (typeof WHAT)[number] | (typeof FILES)[number] | (typeof INSTANTS)[number] | 'replaceDemo' | 'from' | 'to' | 'error';

/** An import as lists show it. Instants are ISO 8601 UTC. */
export interface MarketImportView extends Wire<Pick<MarketImport, ShownKey>> {
  /** The name of the file or folder, without where it lies. */
  file: string;
  /** `{ stage, fraction, files, bars }` while it runs; null before, after, and on the command line. */
  progress: JsonValue;
  bars: BarCounts;
  seconds: number | null;
}

/** An import with each file that did not go in. */
export interface MarketImportDetail extends MarketImportView {
  refused: RefusedFile[];
  skipped: SkippedFile[];
  /** Files that went in, whose amounts do not fit their prices. */
  warned: SkippedFile[];
}

const COLUMNS = `
  ${columnsOf(MarketImport, 'm', WHAT)}, regexp_replace(m.path, '^.*[/\\\\]', '') as file,
  ${columnsOf(MarketImport, 'm', ['replaceDemo'])}, case when m.status = 'running' then j.progress end as progress,
  ${columnsOf(MarketImport, 'm', FILES)}, json_build_object('read', m.bars_read, 'inserted', m.bars_inserted,
    'updated', m.bars_updated, 'unchanged', m.bars_unchanged) as bars,
  ${columnsOf(MarketImport, 'm', ['from', 'to'])},
  round(extract(epoch from m.finished_at - m.started_at), 3)::float8 as seconds, m.error,
  ${wireColumnsOf(MarketImport, 'm', INSTANTS)}`;

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
  const notes = (kind: MarketImportNote['kind'], fields: readonly (keyof MarketImportNote)[]): string => `
    coalesce((select json_agg(json_build_object(${jsonPairsOf(MarketImportNote, 'n', fields)}) order by n.id)
      from market_import_note n where n.import_id = m.id and n.kind = '${kind}'), '[]')`;
  const [row] = await db.query<MarketImportDetail>(
    `select ${COLUMNS},
       ${notes('refused', ['file', 'line', 'reason'])} as refused,
       ${notes('skipped', ['file', 'reason'])} as skipped,
       ${notes('warned', ['file', 'reason'])} as warned
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
  const { file: path, ...asked } = wanted;
  const { text, parameters } = insertOf(MarketImport, { source: 'files', status: 'queued', path, ...asked });
  const [row] = await tx.query<{ id: number }>(
    `${text}
     on conflict ((true)) where requested_by is not null and status in ('queued', 'running') do nothing
     returning id`,
    parameters,
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
  await tx.repository(MarketImport).update(importId, { jobId });
}

/** What a job has to do; `status` says whether an earlier delivery has done it. */
export interface StoredImport extends Pick<MarketImport, 'status' | 'replaceDemo'> {
  format: MarketFormat;
  file: string;
}

export async function selectStoredImport(db: SqlRunner, importId: number): Promise<StoredImport | undefined> {
  const [row] = await db.query<StoredImport>(
    `select ${columnsOf(MarketImport, '', ['status', 'format', 'replaceDemo'])}, path as file
     from market_import where id = $1`,
    [importId],
  );
  return row;
}

/** Figures of an import that has stored its bars. */
export type ImportFigures = Partial<
  Pick<
    MarketImport,
    (typeof FILES)[number] | 'barsRead' | 'barsInserted' | 'barsUpdated' | 'barsUnchanged' | 'from' | 'to'
  >
>;

/** Ends an import that succeeded. Figures that are left out stay as they are. */
export async function completeImport(client: Client, importId: number, figures: ImportFigures): Promise<void> {
  const parameters: unknown[] = [importId];
  const sets = assignmentsOf(MarketImport, figures, (value) => `$${parameters.push(value)}`);
  await client.query(
    `update market_import set status = 'completed', finished_at = now(), ${sets.join(', ')} where id = $1`,
    parameters,
  );
}

const NOTE_KEYS = ['kind', 'file', 'line', 'reason'] as const;

export async function insertImportNotes(
  client: Client,
  importId: number,
  notes: readonly Pick<MarketImportNote, (typeof NOTE_KEYS)[number]>[],
): Promise<void> {
  await client.query(
    `insert into market_import_note (import_id, ${columnNamesOf(MarketImportNote, NOTE_KEYS)})
     select $1, * from ${unnestOf(MarketImportNote, NOTE_KEYS, 2)}`,
    [importId, ...NOTE_KEYS.map((key) => notes.map((note) => note[key]))],
  );
}

/** Ends an import that did not succeed; one that has ended stays as it is. */
export async function failImport(tx: Transaction, importId: number, error: string): Promise<void> {
  await tx.query(
    `update market_import set status = 'failed', finished_at = now(), error = $2
     where id = $1 and status in ('queued', 'running')`,
    [importId, error],
  );
}

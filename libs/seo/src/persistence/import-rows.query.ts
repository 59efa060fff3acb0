import {
  columnsOf,
  isoInstant,
  jsonPairsOf,
  type RowOf,
  type SqlRunner,
  type Transaction,
  type Wire,
  wireColumnsOf,
} from '#lib/database';
import type { ImportWarning } from '../domain/import-kind';
import type { ColumnUse } from '../domain/record-reader';
import { SeoImport } from './seo-import.entity';
import { SeoImportReject } from './seo-import-reject.entity';

const REJECTED = columnsOf(SeoImportReject, '', ['line', 'reason', 'rowText']);

export type RejectedRow = RowOf<typeof REJECTED>;

const PENDING = columnsOf(SeoImport, '', [
  ...(['id', 'kind', 'dryRun', 'status', 'fileName', 'seedKeyword', 'geo', 'period', 'market'] as const),
  ...(['language', 'uploadId', 'bytes', 'lastKey'] as const),
]);

/** What is read before the work begins. */
export type PendingImport = RowOf<typeof PENDING>;

export interface NewImport extends Pick<SeoImport, 'kind' | 'dryRun' | 'uploadId' | 'bytes' | 'userId'> {
  fileName: string | undefined;
  keyword: string | undefined;
  geo: string | undefined;
  period: string | undefined;
  market: string | undefined;
  language: string | undefined;
}

export const IMPORT_STATES = ['queued', 'running', 'completed', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const IMPORT_STAGES = ['reading', 'storing', 'tidying'] as const;

type ListedImport = Pick<
  SeoImport,
  | ('id' | 'kind' | 'dryRun' | 'format' | 'columns' | 'fileName' | 'bytes' | 'created' | 'updated' | 'unchanged')
  | ('rejected' | 'deleted' | 'error' | 'jobId' | 'createdAt' | 'finishedAt' | 'logged')
>;

/** The counts of an import, and how it stands; `state` follows the job while it lasts. */
export interface ImportRow extends Wire<ListedImport> {
  state: ImportState;
  progress: ImportProgress | null;
  duplicate: number;
  warnings: ImportWarning[];
  startedBy: number;
  endedDaysAgo: number | null;
  undo: ImportUndo | null;
}

/** How the undo of an import stands. */
export interface ImportUndo extends Pick<SeoImport, 'restored' | 'removed' | 'kept'> {
  state: ImportState;
  jobId: number;
  error: string | null;
  finishedAt: string | null;
}

// A type alias: only it is assignable to JsonValue.
export type ImportProgress = {
  stage: (typeof IMPORT_STAGES)[number];
  /** 0 to 1 of the stage. */
  fraction: number;
  /** Good rows read so far, and rows stored. */
  rows: number;
  stored: number;
  rejected: number;
};

const IMPORT_COLUMNS = `${columnsOf(SeoImport, 'i', ['id', 'kind', 'dryRun'])},
  case when i.status <> 'pending' then i.status when j.state = 'running' then 'running'
    when j.state = 'failed' then 'failed' else 'queued' end as state,
  ${columnsOf(SeoImport, 'i', ['format', 'columns', 'fileName', 'bytes'])},
  case when i.status = 'pending' then j.progress end as progress,
  ${columnsOf(SeoImport, 'i', ['created', 'updated', 'unchanged'])},
  case when i.status = 'completed' then i.staged - i.created - i.updated - i.unchanged else 0 end as duplicate,
  ${columnsOf(SeoImport, 'i', ['rejected', 'deleted'])}, coalesce(i.warnings, '[]') as warnings,
  ${columnsOf(SeoImport, 'i', ['error', 'jobId'])}, i.user_id as "startedBy",
  ${wireColumnsOf(SeoImport, 'i', ['createdAt', 'finishedAt', 'logged'])},
  extract(epoch from now() - i.finished_at)::float8 / 86400 as "endedDaysAgo",
  case when i.undo_job_id is not null then jsonb_build_object(
    'state', case when i.undone_at is not null then 'completed' when u.state in ('queued', 'running') then u.state else 'failed' end,
    'jobId', i.undo_job_id, ${jsonPairsOf(SeoImport, 'i', ['restored', 'removed', 'kept'])},
    'error', case when i.undone_at is null and u.state not in ('queued', 'running') then u.error ->> 'message' end,
    'finishedAt', ${isoInstant('i.undone_at')}) end as undo`;

const IMPORTS = 'from seo_import i left join job j on j.id = i.job_id left join job u on u.id = i.undo_job_id';

/** @returns its id. */
export async function insertImport(tx: Transaction, { keyword, ...row }: NewImport): Promise<number> {
  const { identifiers } = await tx.repository(SeoImport).insert({ ...row, seedKeyword: keyword });
  return (identifiers[0] as Pick<SeoImport, 'id'>).id;
}

/** Ties an import to its job. If the job is an older import's, the new row is deleted. @returns the import of the job. */
export async function tieToJob(tx: Transaction, importId: number, jobId: number, created: boolean): Promise<number> {
  const imports = tx.repository(SeoImport);
  if (created) {
    await imports.update(importId, { jobId });
    return importId;
  }
  await imports.delete(importId);
  const twin = await imports.findOne({ select: { id: true }, where: { jobId } });
  if (twin === null) throw new Error(`job ${jobId} has no import`);
  return twin.id;
}

export async function selectPendingImport(sql: SqlRunner, importId: number): Promise<PendingImport | undefined> {
  const [row] = await sql.query<PendingImport>(`select ${PENDING} from seo_import where id = $1`, [importId]);
  return row;
}

export async function selectImport(sql: SqlRunner, importId: number): Promise<ImportRow | undefined> {
  const [row] = await sql.query<ImportRow>(`select ${IMPORT_COLUMNS} ${IMPORTS} where i.id = $1`, [importId]);
  return row;
}

/** As {@link selectImport}, held against other undos to the end of the transaction. */
export async function lockImport(tx: Transaction, importId: number): Promise<ImportRow | undefined> {
  const [held] = await tx.query('select id from seo_import where id = $1 for no key update', [importId]);
  return held === undefined ? undefined : selectImport(tx, importId);
}

/** How many rows an import still has changes of, or has taken back. */
export async function countKnownChanges(tx: Transaction, importId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select i.restored + i.removed + i.kept
       + (select count(*) from seo_import_change c where c.import_id = i.id and c.part = 0) as count
     from seo_import i where i.id = $1`,
    [importId],
  );
  return row?.count ?? 0;
}

export async function tieToUndo(tx: Transaction, importId: number, jobId: number): Promise<void> {
  await tx.repository(SeoImport).update(importId, { undoJobId: jobId });
}

/** Counts a batch that was taken back, in its transaction. */
export async function noteUndone(
  tx: Transaction,
  importId: number,
  counts: { restored: number; removed: number; kept: number },
): Promise<void> {
  await tx.query(
    'update seo_import set restored = restored + $2, removed = removed + $3, kept = kept + $4 where id = $1',
    [importId, counts.restored, counts.removed, counts.kept],
  );
}

export async function endUndo(tx: Transaction, importId: number): Promise<void> {
  await tx.repository(SeoImport).update(importId, { undoneAt: () => 'now()' });
}

export async function listImports(
  sql: SqlRunner,
  page: { limit: number; offset: number },
): Promise<{ rows: ImportRow[]; total: number }> {
  const [rows, [count]] = await Promise.all([
    sql.query<ImportRow>(`select ${IMPORT_COLUMNS} ${IMPORTS} order by i.id desc limit $1 offset $2`, [
      page.limit,
      page.offset,
    ]),
    sql.query<{ total: number }>('select count(*) as total from seo_import'),
  ]);
  return { rows, total: count?.total ?? 0 };
}

export async function selectRejectedRows(
  sql: SqlRunner,
  importId: number,
  afterLine: number,
  limit: number,
): Promise<RejectedRow[]> {
  return sql.query<RejectedRow>(
    `select ${REJECTED} from seo_import_reject where import_id = $1 and line > $2
     order by line limit $3`,
    [importId, afterLine, limit],
  );
}

/** What an earlier delivery noted about rejected rows goes: this one reads the file again. */
export async function deleteRejected(tx: Transaction, importId: number): Promise<void> {
  await tx.repository(SeoImportReject).delete({ importId });
}

export async function noteRejected(tx: Transaction, importId: number, rows: readonly RejectedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into seo_import_reject (import_id, line, reason, row_text)
     select $1, * from unnest($2::bigint[], $3::text[], $4::text[])
     on conflict do nothing`,
    [importId, rows.map((row) => row.line), rows.map((row) => row.reason), rows.map((row) => row.rowText)],
  );
}

export async function noteStaged(
  tx: Transaction,
  importId: number,
  {
    format,
    staged,
    rejected,
    columns,
    warnings,
  }: Pick<SeoImport, 'staged' | 'rejected'> & {
    format: string;
    columns: readonly ColumnUse[];
    warnings: readonly ImportWarning[];
  },
): Promise<void> {
  await tx
    .repository(SeoImport)
    .update(importId, { format, staged, rejected, columns: [...columns], warnings: [...warnings] });
}

/** Counts a merged batch, and remembers where the next one begins, in the transaction that merged it. */
export async function noteMerged(
  tx: Transaction,
  importId: number,
  counts: { created: number; updated: number; unchanged: number; deleted: number },
  lastKey: string | null,
): Promise<void> {
  await tx.query(
    `update seo_import set created = created + $2::bigint, updated = updated + $3::bigint, unchanged = unchanged + $4, last_key = $5,
       deleted = deleted + $6, logged = logged + case when dry_run then 0 else $2::bigint + $3::bigint end
     where id = $1`,
    [importId, counts.created, counts.updated, counts.unchanged, lastKey, counts.deleted],
  );
}

export async function endImport(tx: Transaction, importId: number, error?: string): Promise<void> {
  await tx.repository(SeoImport).update(importId, {
    ...{ status: error === undefined ? 'completed' : 'failed', error: error ?? null },
    finishedAt: () => 'now()',
  });
}

import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { recordAct } from '#lib/audit-trail';
import { Database, openLongConnection, type Transaction, createRunner } from '#lib/database';
import { AppError } from '#lib/kernel';
import { type JobContext, type JobError, JobsService } from '#lib/queue';
import { type StagedUpload, UploadsService } from '#lib/uploads';
import { rejectCompoundFile, CONTAINER_BYTES, detectContainer } from './domain/file-container';
import type { FileHints, SeoKind } from './domain/import-kind';
import { unreadableFile } from './domain/table-columns';
import { type FileBlock, textBlocks, workbookBlocks } from './import/file-blocks';
import {
  endImport,
  deleteRejected,
  type ImportRow,
  insertImport,
  noteMerged,
  noteRejected,
  noteStaged,
  selectImport,
  listImports,
  type PendingImport,
  selectPendingImport,
  type RejectedRow,
  selectRejectedRows,
  tieToJob,
} from './persistence/import-rows.query';
import { findBatchEnd, mergeBatch } from './persistence/merge-batch.query';
import { type StagedFile, stageFile } from './import/stage-file';
import { dropStagingTables, sweepStagingTables } from './import/staging-table';
import { flushSearchIndexes, tidyTables } from './persistence/table-maintenance.query';
import { importSeoJob, type ImportSeoPayload, type ImportSeoResult } from './jobs/import-seo.job';

export interface SeoImportRequest extends FileHints {
  kind: SeoKind;
  dryRun: boolean;
}

/** Rows of one merge, and of one transaction: a second or two. */
const BATCH_ROWS = 40_000;
/** A million rows of keywords with all their columns are some 60 MB. */
const LARGEST_WORKBOOK = 128 * 2 ** 20;

const PROGRESS_EVERY_MS = 1000;

const CONNECTION = 'stock-cycle-seo-import';

type Context = JobContext<ImportSeoResult>;

/** Files of the SEO store: staged by the request that sends them, read and merged by the worker. */
@Injectable()
export class SeoImportsService {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    private readonly uploads: UploadsService,
  ) {}

  /** Starts the import of a staged file, or joins the one of the same file and reading that the user has in flight. */
  async request(
    userId: number,
    { uploadId, digest, bytes }: StagedUpload,
    request: SeoImportRequest,
  ): Promise<{ importId: number; jobId: number }> {
    const { kind, dryRun, fileName, keyword, market, language, geo, period } = request;
    const reading = [digest, kind, dryRun, ...[keyword, market, language, geo, period].map((hint) => hint ?? null)];
    const started = await this.db.transaction(async (tx) => {
      const fresh = await insertImport(tx, {
        ...{ kind, dryRun, fileName, keyword, market, language, geo, period },
        ...{ uploadId, bytes, userId },
      });
      const { jobId, created } = await this.jobs.enqueue(
        tx,
        importSeoJob,
        { importId: fresh, digest: createHash('sha256').update(JSON.stringify(reading)).digest('hex') },
        { requestedBy: userId, dedupeScope: String(userId) },
      );
      const importId = await tieToJob(tx, fresh, jobId, created);
      if (created) await this.uploads.complete(tx, uploadId, jobId);
      else await this.uploads.discard(uploadId, tx);
      if (created) {
        await recordAct(tx, {
          action: 'seo.import_started',
          subjectId: importId,
          subject: fileName ?? null,
          details: { kind, dryRun },
        });
      }
      return { importId, jobId };
    });
    this.jobs.publishSoon();
    return started;
  }

  async list(page: { limit: number; offset: number }): Promise<{ rows: ImportRow[]; total: number }> {
    return listImports(this.db, page);
  }

  /** @throws AppError `not_found`. */
  async get(importId: number): Promise<ImportRow> {
    const row = await selectImport(this.db, importId);
    if (row === undefined) throw AppError.notFound('there is no such import', undefined, { resource: 'seo_import' });
    return row;
  }

  /** Rejected rows in the order of the file, `limit` at most behind `afterLine`. */
  rejected(importId: number, afterLine: number, limit: number): Promise<RejectedRow[]> {
    return selectRejectedRows(this.db, importId, afterLine, limit);
  }

  /**
   * Does the work of one delivery: reads the file into a staging table, then merges it in the order of its keys, a batch a
   * transaction. A delivery that takes over reads again and goes on behind the last key that was merged.
   */
  async run({ importId }: ImportSeoPayload, context: Context): Promise<ImportSeoResult> {
    const pending = await selectPendingImport(this.db, importId);
    if (pending === undefined) throw AppError.notFound('the import is gone');
    const client = await openLongConnection(this.db, CONNECTION);
    let done = false;
    try {
      const file = await this.stage(client, pending, context);
      await this.merge(pending, file, context);
      if (!pending.dryRun) await flushSearchIndexes(client, pending.kind);
      await dropStagingTables(createRunner(client), importId, context.attempt);
      const result = await context.complete(async (tx) => {
        await endImport(tx, importId);
        await this.uploads.discard(pending.uploadId, tx);
        return this.buildResult(tx, importId);
      });
      done = true;
      if (!pending.dryRun) await tidyTables(client, pending.kind, result.created + result.updated);
      return result;
    } finally {
      // Ends the session also in the middle of a COPY.
      await client.end().catch(() => undefined);
      if (!done) await this.dropStaged(importId, context.attempt).catch(() => undefined);
    }
  }

  /** The job failed for good. */
  async abandon(tx: Transaction, { importId }: ImportSeoPayload, error: JobError): Promise<void> {
    const pending = await selectPendingImport(tx, importId);
    await endImport(tx, importId, error.message);
    if (pending !== undefined) await this.uploads.discard(pending.uploadId, tx);
    // A worker that was lost dropped nothing; if another one still holds its table, that must not undo the above.
    const drop = tx.savepoint((savepoint) => dropStagingTables(savepoint, importId, Infinity));
    await drop.catch(() => undefined);
  }

  /** Drops what killed workers have left staged. @returns how many tables that were. */
  async sweepStaged(): Promise<number> {
    const client = await openLongConnection(this.db, CONNECTION);
    try {
      return await sweepStagingTables(createRunner(client));
    } finally {
      await client.end();
    }
  }

  /** What a failed delivery has staged is of no use to the next one. */
  private async dropStaged(importId: number, attempt: number): Promise<void> {
    const client = await openLongConnection(this.db, CONNECTION);
    try {
      await dropStagingTables(createRunner(client), importId, attempt);
    } finally {
      await client.end();
    }
  }

  private async stage(
    client: Awaited<ReturnType<typeof openLongConnection>>,
    pending: PendingImport,
    context: Context,
  ): Promise<StagedFile> {
    const { id, kind, bytes } = pending;
    await context.fenced((tx) => deleteRejected(tx, id));
    let reportedAt = performance.now();
    let read = 0;
    const hints: FileHints = {
      fileName: pending.fileName ?? undefined,
      keyword: pending.seedKeyword ?? undefined,
      geo: pending.geo ?? undefined,
      period: pending.period ?? undefined,
      market: pending.market ?? undefined,
      language: pending.language ?? undefined,
    };
    const file = await stageFile(client, {
      kind,
      importId: id,
      attempt: context.attempt,
      hints,
      blocks: await this.readBlocks(pending, hints, (bytes) => (read += bytes)),
      onRejected: (rows) => context.fenced((tx) => noteRejected(tx, id, rows)),
      onPiece: async (rows, rejected) => {
        context.signal.throwIfAborted();
        if (performance.now() - reportedAt < PROGRESS_EVERY_MS) return;
        reportedAt = performance.now();
        const fraction = Math.min(1, read / Math.max(1, bytes));
        await context.progress({ stage: 'reading', fraction, rows, stored: 0, rejected });
      },
    });
    await context.fenced((tx) => noteStaged(tx, id, { ...file, staged: file.rows }));
    return file;
  }

  /** The records of an upload: text as it comes, a workbook from memory, since its directory stands at its end. */
  private async readBlocks(
    { kind, uploadId, bytes }: PendingImport,
    hints: FileHints,
    onRead: (bytes: number) => void,
  ): Promise<AsyncIterable<FileBlock>> {
    const container = detectContainer(await this.uploads.head(uploadId, CONTAINER_BYTES));
    if (container === 'text') return textBlocks(counted(this.uploads.openText(uploadId), onRead), kind, hints);
    if (bytes > LARGEST_WORKBOOK) {
      throw unreadableFile(`the workbook is larger than ${LARGEST_WORKBOOK} bytes; save it as CSV`);
    }
    const content = await buffer(this.uploads.open(uploadId));
    if (container === 'compound') throw rejectCompoundFile(content);
    return workbookBlocks(content, kind, hints);
  }

  private async merge(pending: PendingImport, file: StagedFile, context: Context): Promise<void> {
    const { id, kind, dryRun } = pending;
    const { staging, present, rows, rejected } = file;
    let after = pending.lastKey;
    for (let stored = 0; ; stored += BATCH_ROWS) {
      context.signal.throwIfAborted();
      const upTo = await context.fenced(async (tx) => {
        const end = await findBatchEnd(tx, staging, after, BATCH_ROWS);
        const counts = await mergeBatch(tx, { kind, staging, present, dryRun, importId: id }, { after, upTo: end });
        await noteMerged(tx, id, counts, end ?? LAST_KEY);
        const fraction = Math.min(1, stored / Math.max(1, rows));
        await context.progress({ stage: 'storing', fraction, rows, stored: Math.min(stored, rows), rejected }, tx);
        return end;
      });
      if (upTo === null) return;
      after = upTo;
    }
  }

  private async buildResult(tx: Transaction, importId: number): Promise<ImportSeoResult> {
    const row = await selectImport(tx, importId);
    if (row === undefined) throw new Error(`import ${importId} is gone`);
    const { created, updated, unchanged, duplicate, rejected } = row;
    return { importId, created, updated, unchanged, duplicate, rejected };
  }
}

async function* counted(text: AsyncIterable<string>, onRead: (characters: number) => void): AsyncGenerator<string> {
  for await (const part of text) {
    onRead(part.length);
    yield part;
  }
}

/** Behind every key: nothing is left to merge. */
const LAST_KEY = '\u{10FFFF}';

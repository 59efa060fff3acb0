import { Inject, Injectable } from '@nestjs/common';
import { recordAct } from '#lib/audit-trail';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database, openLongConnection } from '#lib/database';
import { AppError } from '#lib/kernel';
import { type JobContext, JobsService } from '#lib/queue';
import { type UndoRejection, findUndoRejection, describeUndoRejection } from './domain/undo-rejection';
import {
  endUndo,
  type ImportRow,
  countKnownChanges,
  lockImport,
  noteUndone,
  selectImport,
  tieToUndo,
} from './persistence/import-rows.query';
import { flushSearchIndexes, tidyTables } from './persistence/table-maintenance.query';
import { undoBatch } from './persistence/undo-batch.query';
import { undoSeoImportJob, type UndoSeoImportPayload, type UndoSeoImportResult } from './jobs/undo-seo-import.job';

/** Changes of one transaction: about a second. */
const BATCH_ROWS = 20_000;

const CONNECTION = 'stock-cycle-seo-undo';

/** Takes back what an import did: its records go, and those that it changed get their values from before. */
@Injectable()
export class SeoImportUndosService {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Why an import can't be undone, by its row alone; undefined if it can. */
  findRejection(row: ImportRow): UndoRejection | undefined {
    return findUndoRejection({
      ended: row.state === 'completed' || row.finishedAt !== null,
      dryRun: row.dryRun,
      undone: row.undo?.state === 'completed',
      changes: row.created + row.updated,
      logged: row.logged,
      expired: (row.endedDaysAgo ?? 0) > this.config.keepDays.importChanges,
    });
  }

  /** Starts the undo of an import, or joins the one in flight. @throws AppError `not_found`, a {@link UndoRejection}. */
  async request(userId: number, importId: number): Promise<{ jobId: number }> {
    const started = await this.db.transaction(async (tx) => {
      const row = await lockImport(tx, importId);
      if (row === undefined) throw AppError.notFound('there is no such import', undefined, { resource: 'seo_import' });
      let refusal = this.findRejection(row);
      // With a setting that was raised since, or a clean-up that stopped halfway.
      if (refusal === undefined && (await countKnownChanges(tx, importId)) < row.created + row.updated) {
        refusal = 'import_changes_pruned';
      }
      if (refusal !== undefined) {
        const keepDays = this.config.keepDays.importChanges;
        throw AppError.conflict(refusal, describeUndoRejection(refusal, keepDays), { keepDays });
      }
      const { jobId, created } = await this.jobs.enqueue(tx, undoSeoImportJob, { importId }, { requestedBy: userId });
      if (!created) return { jobId };
      await tieToUndo(tx, importId, jobId);
      await recordAct(tx, {
        action: 'seo.import_undo_started',
        subjectId: importId,
        subject: row.fileName,
        details: { kind: row.kind },
      });
      return { jobId };
    });
    this.jobs.publishSoon();
    return started;
  }

  /** Does the work of one delivery, a batch a transaction; what a delivery before took back is no longer noted. */
  async run(
    { importId }: UndoSeoImportPayload,
    context: JobContext<UndoSeoImportResult>,
  ): Promise<UndoSeoImportResult> {
    const row = await selectImport(this.db, importId);
    if (row === undefined) throw AppError.notFound('the import is gone');
    const all = row.created + row.updated;
    let done = (row.undo?.restored ?? 0) + (row.undo?.removed ?? 0) + (row.undo?.kept ?? 0);
    for (;;) {
      context.signal.throwIfAborted();
      const counts = await context.fenced(async (tx) => {
        const batch = await undoBatch(tx, row, BATCH_ROWS);
        if (batch === undefined) return undefined;
        await noteUndone(tx, importId, batch);
        done += batch.restored + batch.removed + batch.kept;
        await context.progress({ fraction: Math.min(1, done / Math.max(1, all)), rows: done }, tx);
        return batch;
      });
      if (counts === undefined) break;
    }
    const result = await context.complete(async (tx) => {
      await endUndo(tx, importId);
      const { undo } = (await selectImport(tx, importId)) ?? {};
      return { importId, restored: undo?.restored ?? 0, removed: undo?.removed ?? 0, kept: undo?.kept ?? 0 };
    });
    await this.vacuum(row, result);
    return result;
  }

  private async vacuum({ kind }: ImportRow, { restored, removed }: UndoSeoImportResult): Promise<void> {
    if (restored + removed === 0) return;
    const client = await openLongConnection(this.db, CONNECTION);
    try {
      await flushSearchIndexes(client, kind);
      await tidyTables(client, kind, restored + removed);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

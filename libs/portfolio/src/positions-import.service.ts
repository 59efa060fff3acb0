import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import { Clock } from '#lib/kernel';
import { todaysCodes } from '#lib/market-data';
import { JobsService } from '#lib/queue';
import { type StagedUpload, UploadsService } from '#lib/uploads';
import { unreadableFile } from './domain/positions-table';
import { type PositionsFile, readPositions } from './import/read-positions';
import {
  type ImportMode,
  importPositionsJob,
  type ImportPositionsPayload,
  type PositionsImportReport,
  replacePositionsJob,
} from './jobs/import-positions.job';
import { reserveOnList } from './own-list';
import { lockOwnList, POSITIONS } from './persistence/own-list.query';
import { MOST_CHANGES, removePositions, upsertPositions } from './persistence/positions-upsert.query';

/** The job of each mode. */
export const POSITION_JOBS = { merge: importPositionsJob, replace: replacePositionsJob } as const;

/** Positions from a broker's file: staged by the API, read and stored by the worker. */
@Injectable()
export class PositionsImportService {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    private readonly uploads: UploadsService,
    private readonly clock: Clock,
  ) {}

  /** Refuses before a byte is stored where nobody would read it. @throws AppError `queue_unavailable`, `no_worker`. */
  async assertReachable(): Promise<void> {
    await this.jobs.assertReachable(importPositionsJob.queue);
  }

  /** Starts the import of a staged file, or joins the one of the same file that the user has in flight. */
  async request(
    userId: number,
    { uploadId, digest }: StagedUpload,
    { dryRun, mode }: { dryRun: boolean; mode: ImportMode },
  ): Promise<{ jobId: number }> {
    const { jobId } = await this.db.transaction(async (tx) => {
      const job = await this.jobs.enqueue(
        tx,
        POSITION_JOBS[mode],
        { uploadId, digest, userId, dryRun },
        { requestedBy: userId, dedupeScope: String(userId) },
      );
      if (job.created) await this.uploads.complete(tx, uploadId, job.jobId);
      else await this.uploads.discard(uploadId, tx);
      return job;
    });
    this.jobs.publishSoon();
    return { jobId };
  }

  /** Reads the whole file, before the transaction that stores it. @throws AppError `unreadable_file`, `upload_gone`. */
  read({ uploadId }: ImportPositionsPayload, mode: ImportMode): Promise<PositionsFile> {
    return readPositions(this.uploads.openText(uploadId), {
      takesSold: mode === 'replace',
      latestDay: this.clock.today(),
    });
  }

  /**
   * Stores all good rows of a file, and deletes the upload, in the caller's transaction. In `replace` it also removes what the
   * file does not hold; a stock whose row could not be read stays as it is. @throws AppError `list_full`; `unreadable_file` where a file that
   * is to replace the list has no good row.
   */
  async store(
    tx: Transaction,
    payload: ImportPositionsPayload,
    file: PositionsFile,
    mode: ImportMode,
  ): Promise<PositionsImportReport> {
    const { userId, uploadId, dryRun } = payload;
    // An old code and today's are one stock: the last row counts, as with any code that comes twice.
    const today = await todaysCodes(tx, [...file.rows.keys(), ...file.unreadCodes]);
    const rows = new Map([...file.rows.values()].map((row) => [today(row.code), { ...row, code: today(row.code) }]));
    const held = [...rows.values()].filter(({ quantity }) => quantity > 0);
    if (mode === 'replace') {
      if (rows.size === 0) throw unreadableFile('no row of the file can be read: nothing is replaced by it');
      await lockOwnList(tx, POSITIONS, userId);
    } else {
      await reserveOnList(tx, POSITIONS, userId, [...rows.keys()]);
    }
    const kept = [...held.map(({ code }) => code), ...[...file.unreadCodes].map(today)];
    const gone = mode === 'replace' ? await removePositions(tx, userId, kept, dryRun) : { removed: 0, changes: [] };
    const { changes: written, ...counts } = await upsertPositions(tx, userId, held, file.columns, dryRun);
    await this.uploads.discard(uploadId, tx);
    const changes = [...written, ...gone.changes].sort((a, b) => (a.code < b.code ? -1 : 1)).slice(0, MOST_CHANGES);
    return {
      ...counts,
      removed: gone.removed,
      duplicate: file.duplicate + file.rows.size - rows.size,
      rejected: file.rejected,
      changes,
      changesLeftOut: counts.created + counts.updated + gone.removed - changes.length,
      mode,
      dryRun,
    };
  }

  /** The job failed for good: nobody reads the file any more. */
  async abandon(tx: Transaction, { uploadId }: ImportPositionsPayload): Promise<void> {
    await this.uploads.discard(uploadId, tx);
  }
}

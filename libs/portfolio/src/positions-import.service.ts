import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import { todaysCodes } from '#lib/market-data';
import { JobsService } from '#lib/queue';
import { type StagedUpload, UploadsService } from '#lib/uploads';
import { type PositionsFile, readPositions } from './import/read-positions';
import {
  importPositionsJob,
  type ImportPositionsPayload,
  type PositionsImportReport,
} from './jobs/import-positions.job';
import { reserveOnList } from './own-list';
import { POSITIONS } from './persistence/own-list.query';
import { upsertPositions } from './persistence/positions-upsert.query';

/** Positions from a broker's file: staged by the API, read and stored by the worker. */
@Injectable()
export class PositionsImportService {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    private readonly uploads: UploadsService,
  ) {}

  /** Refuses before a byte is stored where nobody would read it. @throws AppError `queue_unavailable`, `no_worker`. */
  async assertReachable(): Promise<void> {
    await this.jobs.assertReachable(importPositionsJob.queue);
  }

  /** Starts the import of a staged file, or joins the one of the same file that the user has in flight. */
  async request(userId: number, { uploadId, digest }: StagedUpload, dryRun: boolean): Promise<{ jobId: number }> {
    const { jobId } = await this.db.transaction(async (tx) => {
      const job = await this.jobs.enqueue(
        tx,
        importPositionsJob,
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
  read({ uploadId }: ImportPositionsPayload): Promise<PositionsFile> {
    return readPositions(this.uploads.openText(uploadId));
  }

  /** Stores all good rows of a file, and deletes the upload, in the caller's transaction. @throws AppError `list_full`. */
  async store(tx: Transaction, payload: ImportPositionsPayload, file: PositionsFile): Promise<PositionsImportReport> {
    const { userId, uploadId, dryRun } = payload;
    // An old code and today's are one stock: the last row counts, as with any code that comes twice.
    const today = await todaysCodes(tx, [...file.rows.keys()]);
    const rows = new Map([...file.rows.values()].map((row) => [today(row.code), { ...row, code: today(row.code) }]));
    await reserveOnList(tx, POSITIONS, userId, [...rows.keys()]);
    const counts = await upsertPositions(tx, userId, [...rows.values()], file.columns, dryRun);
    await this.uploads.discard(uploadId, tx);
    const duplicate = file.duplicate + file.rows.size - rows.size;
    return { ...counts, duplicate, rejected: file.rejected, dryRun };
  }

  /** The job failed for good: nobody reads the file any more. */
  async abandon(tx: Transaction, { uploadId }: ImportPositionsPayload): Promise<void> {
    await this.uploads.discard(uploadId, tx);
  }
}

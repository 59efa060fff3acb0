import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { recordAct } from '#lib/audit-trail';
import { Database, type Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import { type JobContext, JobsService } from '#lib/queue';
import { type StagedUpload, UploadsService } from '#lib/uploads';
import type { MarketFormat } from './domain/formats/market-format';
import { uploadName } from './domain/upload-name';
import type { ImportProgress } from './domain/import-report';
import { MarketImporter } from './import/market-importer';
import { importMarketJob, type ImportMarketPayload, type ImportMarketResult } from './jobs/import-market.job';
import { MarketStateService } from './market-state.service';
import {
  failImport,
  findSameImport,
  insertQueuedImport,
  type MarketImportDetail,
  type MarketImportView,
  noteImportJob,
  selectMarketImport,
  selectMarketImports,
  selectStoredImport,
  type StoredImport,
} from './persistence/market-imports.query';

export interface UploadedMarketFile extends StagedUpload {
  /** As the client named it; undefined where it did not. */
  name: string | undefined;
  format: MarketFormat;
  replaceDemo: boolean;
}

/** Imports of bars that come over HTTP: staged by the API, read and stored by the worker, one at a time. */
@Injectable()
export class MarketImportsService {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobsService,
    private readonly uploads: UploadsService,
    private readonly state: MarketStateService,
    private readonly importer: MarketImporter,
  ) {}

  list(page: { limit: number; offset: number }): Promise<{ imports: MarketImportView[]; total: number }> {
    return selectMarketImports(this.database, page);
  }

  /** @throws AppError `not_found`. */
  async get(id: number): Promise<MarketImportDetail> {
    const found = await selectMarketImport(this.database, id);
    if (found === undefined) throw AppError.notFound(`there is no import ${id}`);
    return found;
  }

  /** Refuses before a byte is stored. @throws AppError `queue_unavailable`, `no_worker`, `market_is_demo`. */
  async assertPossible({ replaceDemo }: { replaceDemo: boolean }): Promise<void> {
    if (!replaceDemo && (await this.state.read()).source === 'demo') {
      throw AppError.conflict(
        'market_is_demo',
        'the database holds the demo market; replace_demo=true removes it, with the sessions made from it, and imports',
      );
    }
    await this.jobs.assertReachable(importMarketJob.queue);
  }

  /**
   * Starts the import of a staged file, or joins the one of the same file that is under way.
   * @throws AppError `import_running` (409) while another file is imported; the staged file is gone then.
   */
  async request(file: UploadedMarketFile, requestedBy: number): Promise<{ importId: number }> {
    const { uploadId, digest, format, replaceDemo } = file;
    const wanted = { format, replaceDemo, uploadId, digest, requestedBy, file: uploadName(file.name) };
    const importId = await this.database.transaction(async (tx) => {
      const fresh = await insertQueuedImport(tx, wanted);
      if (fresh === undefined) {
        await this.uploads.discard(uploadId, tx);
        return findSameImport(tx, wanted);
      }
      const { jobId } = await this.jobs.enqueue(tx, importMarketJob, { importId: fresh, uploadId }, { requestedBy });
      await noteImportJob(tx, fresh, jobId);
      await this.uploads.complete(tx, uploadId, jobId);
      await recordAct(tx, {
        action: 'market.import_started',
        subjectId: fresh,
        subject: wanted.file,
        details: { format, replaceDemo },
      });
      return fresh;
    });
    if (importId === undefined) {
      throw AppError.conflict('import_running', 'another file is being imported; send this one when that has ended');
    }
    this.jobs.publishSoon();
    return { importId };
  }

  /**
   * Imports a staged file. Bars, report and the job's end are committed while the job's row is locked and ours: a delivery
   * that was taken over stores nothing, and one that comes again after the commit finds the import done.
   */
  async run(payload: ImportMarketPayload, context: JobContext<ImportMarketResult>): Promise<ImportMarketResult> {
    const { importId, uploadId } = payload;
    const stored = await selectStoredImport(this.database, importId);
    if (stored?.status === 'completed') return context.complete((tx) => this.finish(tx, payload));
    if (stored === undefined || stored.status === 'failed') {
      throw new AppError('conflict', 'import_ended', `import ${importId} has ended already`);
    }
    const folder = await mkdtemp(join(tmpdir(), 'stock-cycle-import-'));
    try {
      const path = await this.unload(uploadId, folder, stored);
      await this.importFile(path, stored, payload, context);
      return { importId };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** The job failed for good: so did the import, and nobody reads the file any more. */
  async abandon(tx: Transaction, { importId, uploadId }: ImportMarketPayload, error: string): Promise<void> {
    await failImport(tx, importId, error);
    await this.uploads.discard(uploadId, tx);
  }

  private async importFile(
    path: string,
    { file, format, replaceDemo }: StoredImport,
    payload: ImportMarketPayload,
    context: JobContext<ImportMarketResult>,
  ): Promise<void> {
    const progress = new ProgressLine(context);
    await this.importer.import({
      path,
      format,
      replaceDemo,
      onProgress: (state) => {
        progress.tell(state);
      },
      signal: context.signal,
      delivery: {
        importId: payload.importId,
        name: file,
        commit: async (commit) => {
          await progress.end();
          await context.complete(async (tx) => {
            await commit();
            return this.finish(tx, payload);
          });
        },
      },
    });
  }

  private async finish(tx: Transaction, { importId, uploadId }: ImportMarketPayload): Promise<ImportMarketResult> {
    await this.uploads.discard(uploadId, tx);
    return { importId };
  }

  /** Archives are read from their end, so the file goes to the worker's disk. @returns its path. */
  private async unload(uploadId: number, folder: string, { file }: StoredImport): Promise<string> {
    const raw = join(folder, file);
    await pipeline(this.uploads.open(uploadId), createWriteStream(raw));
    return raw;
  }
}

/** Tells a job's watchers how far it is, one message at a time: while one is on its way the next ones are left out. */
class ProgressLine {
  private underWay: Promise<void> | undefined;
  private ended = false;

  constructor(private readonly context: JobContext<ImportMarketResult>) {}

  tell({ stage, fraction, files, bars }: ImportProgress): void {
    if (this.ended || this.underWay !== undefined) return;
    this.underWay = this.context
      .progress({ stage, fraction, files, bars })
      // Whether the job is still ours shows at the commit.
      .catch(() => undefined)
      .finally(() => {
        this.underWay = undefined;
      });
  }

  /** Nothing is on its way afterwards, nor will be. */
  async end(): Promise<void> {
    this.ended = true;
    await this.underWay;
  }
}

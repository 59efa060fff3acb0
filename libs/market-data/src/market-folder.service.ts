import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import type { Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import { JobsService } from '#lib/queue';
import { MarketImporter } from './import/market-importer';
import type { ImportReport } from './domain/import-report';
import { detectMarketFormat } from './import/detect-market-format';
import { readMarketFilesJob } from './jobs/read-market-files.job';

/** The folder that MARKET_FILES_DIR names. */
@Injectable()
export class MarketFolderService {
  private readonly logger = new Logger('MarketFolder');

  constructor(
    private readonly importer: MarketImporter,
    private readonly jobs: JobsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Another text after each change of a file's name, size or time. @throws AppError `path_not_found`. */
  async fingerprint(): Promise<string> {
    const folder = this.path();
    const names = await readdir(folder, { recursive: true }).catch(() => {
      throw AppError.invalid('the folder of MARKET_FILES_DIR can not be read', undefined, 'path_not_found');
    });
    const digest = createHash('sha256').update(folder);
    for (const name of names.sort()) {
      const { mtimeMs, size } = await stat(join(folder, name));
      digest.update(`\n${name} ${size} ${mtimeMs}`);
    }
    return digest.digest('hex').slice(0, 32);
  }

  async enqueue(tx: Transaction): Promise<void> {
    await this.jobs.enqueue(tx, readMarketFilesJob, {});
  }

  /**
   * Imports the folder; the same files again change nothing.
   * @param signal Ends the import; nothing has changed then.
   * @throws AppError as `MarketImporter.import`; `unknown_format` where no file tells its form.
   */
  async read(signal: AbortSignal): Promise<ImportReport> {
    const path = this.path();
    const format = this.config.marketFilesFormat ?? (await detectMarketFormat(path));
    const report = await this.importer.import({ path, format, signal }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'import_running') {
        throw AppError.unavailable(error.code, error.message);
      }
      throw error;
    });
    for (const { file, line, reason } of report.refused) {
      this.logger.warn(`refused ${file}${line === null ? '' : `:${line}`}: ${reason}`);
    }
    return report;
  }

  private path(): string {
    if (this.config.marketFilesDir === undefined) {
      throw AppError.invalid('MARKET_FILES_DIR is not set', undefined, 'path_not_found');
    }
    return this.config.marketFilesDir;
  }
}

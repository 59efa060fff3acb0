import { Injectable, Logger } from '@nestjs/common';
import {
  NightlyBackupService,
  nightlyBackupJob,
  type NightlyBackupPayload,
  type NightlyBackupResult,
} from '#lib/backup';
import type { Transaction } from '#lib/database';
import { type Handles, type JobContext, type JobError, JobHandler } from '#lib/queue';
import { SCHEMA } from '#lib/schema';

@Injectable()
@JobHandler(nightlyBackupJob)
export class NightlyBackupHandler implements Handles<typeof nightlyBackupJob> {
  private readonly logger = new Logger('NightlyBackup');

  constructor(private readonly backup: NightlyBackupService) {}

  run(payload: NightlyBackupPayload, context: JobContext<NightlyBackupResult>): Promise<NightlyBackupResult> {
    return this.backup.run(payload, SCHEMA, context);
  }

  async failed({ day }: NightlyBackupPayload, error: JobError, tx: Transaction, jobId: number): Promise<void> {
    this.logger.error(`the backup of ${day} failed: ${error.message}`);
    await this.backup.noteFailed(tx, day, jobId, error);
  }
}

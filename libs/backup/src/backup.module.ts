import { Module } from '@nestjs/common';
import { NightlyBackupService } from './nightly-backup.service';

/** The nightly backup. Needs the global config module. */
@Module({ providers: [NightlyBackupService], exports: [NightlyBackupService] })
export class BackupModule {}

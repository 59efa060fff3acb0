import { Module } from '@nestjs/common';
import { NightlyBackup } from './nightly-backup.service';

/** The nightly backup. Needs the global config module. */
@Module({ providers: [NightlyBackup], exports: [NightlyBackup] })
export class BackupModule {}

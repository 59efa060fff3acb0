import { Module } from '@nestjs/common';
import { UploadsService } from './uploads.service';

/** Files between a request and the job that reads them. Needs the global database and config modules. */
@Module({ providers: [UploadsService], exports: [UploadsService] })
export class UploadsModule {}

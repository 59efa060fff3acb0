import { Module } from '@nestjs/common';
import { ScanModule } from '#lib/scan';
import { WaitingReply } from '../jobs/waiting-reply';
import { GroundVolumeScanController } from './ground-volume-scan.controller';
import { ScansController } from './scans.controller';

@Module({
  imports: [ScanModule],
  controllers: [GroundVolumeScanController, ScansController],
  providers: [WaitingReply],
})
export class ScanApiModule {}

import { Module } from '@nestjs/common';
import { ScanModule } from '#lib/scan';
import { WaitingResponse } from '../jobs/waiting-response';
import { GroundVolumeScanController } from './ground-volume-scan.controller';
import { ScansController } from './scans.controller';

@Module({
  imports: [ScanModule],
  controllers: [GroundVolumeScanController, ScansController],
  providers: [WaitingResponse],
})
export class ScanApiModule {}

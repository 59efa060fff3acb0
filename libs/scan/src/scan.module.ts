import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { TrackingModule } from '#lib/tracking';
import { BatchScan } from './batch-scan.service';
import { LowVolumeScan } from './low-volume-scan.service';
import { ScansService } from './scans.service';

@Module({
  imports: [MarketDataModule, TrackingModule],
  providers: [LowVolumeScan, BatchScan, ScansService],
  exports: [LowVolumeScan, BatchScan, ScansService],
})
export class ScanModule {}

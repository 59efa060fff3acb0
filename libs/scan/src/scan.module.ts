import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { TrackingModule } from '#lib/tracking';
import { BatchScan } from './batch-scan.service';
import { LowVolumeScan } from './low-volume-scan.service';
import { MarketGate } from './market-gate.service';
import { ScansService } from './scans.service';

@Module({
  imports: [MarketDataModule, TrackingModule],
  providers: [MarketGate, LowVolumeScan, BatchScan, ScansService],
  exports: [LowVolumeScan, BatchScan, ScansService],
})
export class ScanModule {}

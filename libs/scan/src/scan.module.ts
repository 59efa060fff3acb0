import { Module } from '@nestjs/common';
import { BarMatrixModule } from '#lib/bar-matrix';
import { MarketDataModule } from '#lib/market-data';
import { MarketSyncModule } from '#lib/market-sync';
import { TrackingModule } from '#lib/tracking';
import { BatchScanService } from './batch-scan.service';
import { LowVolumeScanService } from './low-volume-scan.service';
import { MarketGateService } from './market-gate.service';
import { ScansService } from './scans.service';

@Module({
  imports: [BarMatrixModule, MarketDataModule, MarketSyncModule, TrackingModule],
  providers: [MarketGateService, LowVolumeScanService, BatchScanService, ScansService],
  exports: [LowVolumeScanService, BatchScanService, ScansService],
})
export class ScanModule {}

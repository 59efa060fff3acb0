import { type DynamicModule, Module } from '@nestjs/common';
import { ChipsModule } from '#lib/chips';
import type { RetentionRule } from '#lib/database';
import { MarketDataModule } from '#lib/market-data';
import { ScanModule } from '#lib/scan';
import { TrackingModule } from '#lib/tracking';
import { RetentionService, RETENTION_RULES } from './retention.service';
import { AUDITED_TABLES, SelfAuditService } from './self-audit.service';

/** What the product does for itself: retention of what grows, and audits of its own values. */
@Module({})
export class UpkeepModule {
  static forRoot({
    retention,
    tables,
  }: {
    retention: readonly RetentionRule[];
    tables: readonly string[];
  }): DynamicModule {
    return {
      module: UpkeepModule,
      global: true,
      imports: [MarketDataModule, ChipsModule, ScanModule, TrackingModule],
      providers: [
        { provide: RETENTION_RULES, useValue: retention },
        { provide: AUDITED_TABLES, useValue: tables },
        RetentionService,
        SelfAuditService,
      ],
      exports: [RetentionService, SelfAuditService],
    };
  }
}

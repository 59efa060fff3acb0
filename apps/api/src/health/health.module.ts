import { Module } from '@nestjs/common';
import { AiFillModule } from '#lib/ai';
import { MarketDataModule } from '#lib/market-data';
import { HealthController } from './health.controller';
import { MetricsService } from './metrics.service';
import { ReadinessService } from './readiness.service';

@Module({
  imports: [AiFillModule, MarketDataModule],
  controllers: [HealthController],
  providers: [ReadinessService, MetricsService],
})
export class HealthModule {}

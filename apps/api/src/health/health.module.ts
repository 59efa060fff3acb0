import { Module } from '@nestjs/common';
import { HealthController } from './health.controller';
import { MetricsService } from './metrics.service';
import { ReadinessService } from './readiness.service';

@Module({ controllers: [HealthController], providers: [ReadinessService, MetricsService] })
export class HealthModule {}

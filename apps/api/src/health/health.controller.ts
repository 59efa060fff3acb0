import { Controller, Get, Header, Headers, Inject } from '@nestjs/common';
import { ApiExtension, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { AppError } from '#lib/kernel';
import { ApiEnvelope, Public, RateLimited, RawResponse } from '../http';
import { LiveResponse, ReadyResponse } from './health.responses';
import { MetricsAccess } from './metrics-access';
import { METRICS_TYPE, MetricsService } from './metrics.service';
import { ReadinessService } from './readiness.service';

@ApiTags('operation')
@Controller()
@RateLimited('none')
export class HealthController {
  constructor(
    private readonly readiness: ReadinessService,
    private readonly metricsService: MetricsService,
    private readonly metricsAccess: MetricsAccess,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Get('/health/live')
  @Public()
  @ApiOperation({ summary: 'Whether the process runs' })
  @ApiEnvelope(LiveResponse)
  live(): LiveResponse {
    return { status: 'ok' };
  }

  @Get('/health/ready')
  @Public()
  @ApiOperation({
    summary:
      'Whether requests can be served; 503 without its migrations, half a minute without the database, or when it stops',
  })
  @ApiEnvelope(ReadyResponse)
  ready(): Promise<ReadyResponse> {
    return this.readiness.look();
  }

  @Get('/metrics')
  @Public()
  @RawResponse()
  @Header('content-type', METRICS_TYPE)
  @ApiOperation({ summary: 'Figures for Prometheus, at most five seconds old' })
  @ApiProduces('text/plain')
  @ApiExtension('x-error-responses', { 401: 'METRICS_TOKEN is set, and not what was sent', 404: 'METRICS_PORT is set' })
  metrics(@Headers('authorization') authorization?: string): Promise<string> {
    if (this.config.metricsPort !== undefined) throw AppError.notFound('metrics have a port of their own here');
    if (!this.metricsAccess.allows(authorization)) {
      throw new AppError('unauthorized', 'unauthorized', 'the metrics need Authorization: Bearer <METRICS_TOKEN>');
    }
    return this.metricsService.page();
  }
}

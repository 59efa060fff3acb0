import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { ApiEnvelope, Public, RateLimited, RawReply } from '../http';
import { LiveReply, ReadyReply } from './health.replies';
import { MetricsService } from './metrics.service';
import { ReadinessService } from './readiness.service';

@ApiTags('operation')
@Controller()
@RateLimited('none')
export class HealthController {
  constructor(
    @Inject(ReadinessService) private readonly readiness: ReadinessService,
    @Inject(MetricsService) private readonly metricsService: MetricsService,
  ) {}

  @Get('/health/live')
  @Public()
  @ApiOperation({ summary: 'Whether the process runs' })
  @ApiEnvelope(LiveReply)
  live(): LiveReply {
    return { status: 'ok' };
  }

  @Get('/health/ready')
  @Public()
  @ApiOperation({ summary: 'Whether requests can be served; 503 without the database or its migrations' })
  @ApiEnvelope(ReadyReply)
  ready(): Promise<ReadyReply> {
    return this.readiness.look();
  }

  @Get('/metrics')
  @Public()
  @RawReply()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiOperation({ summary: 'Figures for Prometheus' })
  @ApiProduces('text/plain')
  metrics(): Promise<string> {
    return this.metricsService.page();
  }
}

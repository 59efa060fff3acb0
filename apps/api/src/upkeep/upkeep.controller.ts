import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RetentionService, SelfAuditService } from '#lib/upkeep';
import { Administrator, ApiEnvelope } from '../http';
import { AuditResponse, RetentionResponse } from './upkeep.responses';

@ApiTags('upkeep')
@Controller('api/admin')
@Administrator({ keyHeader: true })
export class UpkeepController {
  constructor(
    private readonly retention: RetentionService,
    private readonly audit: SelfAuditService,
  ) {}

  @Get('retention')
  @ApiOperation({ summary: 'What is kept how long, and what the last run of the daily retention deleted' })
  @ApiEnvelope(RetentionResponse)
  async kept(): Promise<RetentionResponse> {
    return { rules: await this.retention.list() };
  }

  @Get('self-audit')
  @ApiOperation({ summary: 'The newest report of the weekly self-audit' })
  @ApiEnvelope(AuditResponse)
  async audited(): Promise<AuditResponse> {
    return { report: await this.audit.latest() };
  }
}

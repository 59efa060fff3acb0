import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Retention, SelfAudit } from '#lib/upkeep';
import { Administrator, ApiEnvelope } from '../http';
import { AuditReply, RetentionReply } from './upkeep.replies';

@ApiTags('upkeep')
@Controller('api/admin')
@Administrator({ keyHeader: true })
export class UpkeepController {
  constructor(
    private readonly retention: Retention,
    private readonly audit: SelfAudit,
  ) {}

  @Get('retention')
  @ApiOperation({ summary: 'What is kept how long, and what the last run of the daily retention deleted' })
  @ApiEnvelope(RetentionReply)
  async kept(): Promise<RetentionReply> {
    return { rules: await this.retention.list() };
  }

  @Get('self-audit')
  @ApiOperation({ summary: 'The newest report of the weekly self-audit' })
  @ApiEnvelope(AuditReply)
  async audited(): Promise<AuditReply> {
    return { report: await this.audit.latest() };
  }
}

import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Retention } from '#lib/upkeep';
import { Administrator, ApiEnvelope } from '../http';
import { RetentionReply } from './upkeep.replies';

@ApiTags('upkeep')
@Controller('api/admin')
@Administrator({ keyHeader: true })
export class UpkeepController {
  constructor(@Inject(Retention) private readonly retention: Retention) {}

  @Get('retention')
  @ApiOperation({ summary: 'What is kept how long, and what the last run of the daily retention deleted' })
  @ApiEnvelope(RetentionReply)
  async kept(): Promise<RetentionReply> {
    return { rules: await this.retention.list() };
  }
}

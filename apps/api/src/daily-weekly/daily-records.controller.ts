import { Body, Controller, Delete, Inject, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordsService } from '#lib/tracking';
import { ApiEnvelope, Authenticated, CurrentCaller, PathId } from '../http';
import type { Caller } from '../http';
import { DailyWrittenReply, RecordDeletedReply } from './record.replies';
import { CreateDailyBody, JudgementBody, judgementOf } from './record.requests';

@ApiTags('records')
@Controller('api/stock-cycle')
export class DailyRecordsController {
  constructor(@Inject(RecordsService) private readonly records: RecordsService) {}

  @Post('sessions/:id/daily')
  @Authenticated()
  @ApiOperation({ summary: 'Write a daily record' })
  @ApiEnvelope(DailyWrittenReply, { errors: { 409: 'the day has a record already, or the session is closed' } })
  async create(
    @PathId('id') id: number,
    @Body() body: CreateDailyBody,
    @CurrentCaller() caller: Caller,
  ): Promise<DailyWrittenReply> {
    const { record, ...effects } = await this.records.create(
      'daily',
      id,
      body.trade_date,
      judgementOf(body),
      caller.userId,
    );
    return { daily: record, ...effects };
  }

  @Patch('daily/:dailyId')
  @Authenticated()
  @ApiOperation({ summary: 'Change what a daily record says; its date stays' })
  @ApiEnvelope(DailyWrittenReply, { errors: { 409: 'the session is closed' } })
  async edit(
    @PathId('dailyId') id: number,
    @Body() body: JudgementBody,
    @CurrentCaller() caller: Caller,
  ): Promise<DailyWrittenReply> {
    const { record, ...effects } = await this.records.edit('daily', id, judgementOf(body), caller.userId);
    return { daily: record, ...effects };
  }

  @Delete('daily/:dailyId')
  @Authenticated()
  @ApiOperation({ summary: 'Delete a daily record' })
  @ApiEnvelope(RecordDeletedReply, { errors: { 409: 'the session is closed' } })
  async delete(@PathId('dailyId') id: number): Promise<RecordDeletedReply> {
    return { id, deleted: true, ...(await this.records.delete('daily', id)) };
  }
}

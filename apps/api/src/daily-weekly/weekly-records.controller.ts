import { Body, Controller, Delete, Inject, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordsService } from '#lib/tracking';
import { ApiEnvelope, Authenticated, CurrentCaller, PathId } from '../http';
import type { Caller } from '../http';
import { WeeklyWrittenReply, RecordDeletedReply } from './record.replies';
import { CreateWeeklyBody, JudgementBody, judgementOf } from './record.requests';

@ApiTags('records')
@Controller('api/stock-cycle')
export class WeeklyRecordsController {
  constructor(@Inject(RecordsService) private readonly records: RecordsService) {}

  @Post('sessions/:id/weekly')
  @Authenticated()
  @ApiOperation({ summary: 'Write a weekly record' })
  @ApiEnvelope(WeeklyWrittenReply, { errors: { 409: 'the week has a record already, or the session is closed' } })
  async create(
    @PathId('id') id: number,
    @Body() body: CreateWeeklyBody,
    @CurrentCaller() caller: Caller,
  ): Promise<WeeklyWrittenReply> {
    const { record, ...effects } = await this.records.create(
      'weekly',
      id,
      body.week_end_date,
      judgementOf(body),
      caller.userId,
    );
    return { weekly: record, ...effects };
  }

  @Patch('weekly/:weeklyId')
  @Authenticated()
  @ApiOperation({ summary: 'Change what a weekly record says; its date stays' })
  @ApiEnvelope(WeeklyWrittenReply, { errors: { 409: 'the session is closed' } })
  async edit(
    @PathId('weeklyId') id: number,
    @Body() body: JudgementBody,
    @CurrentCaller() caller: Caller,
  ): Promise<WeeklyWrittenReply> {
    const { record, ...effects } = await this.records.edit('weekly', id, judgementOf(body), caller.userId);
    return { weekly: record, ...effects };
  }

  @Delete('weekly/:weeklyId')
  @Authenticated()
  @ApiOperation({ summary: 'Delete a weekly record' })
  @ApiEnvelope(RecordDeletedReply, { errors: { 409: 'the session is closed' } })
  async delete(@PathId('weeklyId') id: number): Promise<RecordDeletedReply> {
    return { id, deleted: true, ...(await this.records.delete('weekly', id)) };
  }
}

import { Body, Controller, Delete, Headers, Patch, Post, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RecordsService, type RecordWritten } from '#lib/tracking';
import { ApiEnvelope, Authenticated, CurrentCaller, PathId, type Caller } from '../http';
import { entityTag, ifMatch } from '../http/entity-tag';
import { WeeklyWrittenResponse, RecordDeletedResponse } from './record.responses';
import { CreateWeeklyBody, JudgementBody, toJudgement, RevertBody } from './record.requests';

const IF_MATCH = {
  name: 'If-Match',
  required: false,
  description: 'ETag of the version to change (`"` and `version` and `"`); else the last write wins',
};
const CLOSED_OR_CHANGED = { errors: { 409: 'the session is closed', 412: 'If-Match no longer matches' } };

@ApiTags('records')
@Controller('api/stock-cycle')
export class WeeklyRecordsController {
  constructor(private readonly records: RecordsService) {}

  @Post('sessions/:id/weekly')
  @Authenticated()
  @ApiOperation({ summary: 'Write a weekly record' })
  @ApiEnvelope(WeeklyWrittenResponse, { errors: { 409: 'the week has a record already, or the session is closed' } })
  async create(
    @PathId('id') id: number,
    @Body() body: CreateWeeklyBody,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WeeklyWrittenResponse> {
    const written = await this.records.create('weekly', id, body.week_end_date, toJudgement(body), caller.userId);
    return tagged(reply, written);
  }

  @Patch('weekly/:weeklyId')
  @Authenticated()
  @ApiOperation({ summary: 'Change what a weekly record says; its date stays' })
  @ApiHeader(IF_MATCH)
  @ApiEnvelope(WeeklyWrittenResponse, CLOSED_OR_CHANGED)
  async edit(
    @PathId('weeklyId') id: number,
    @Body() body: JudgementBody,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('if-match') expected: string | undefined,
  ): Promise<WeeklyWrittenResponse> {
    const changes = toJudgement(body);
    return tagged(reply, await this.records.edit('weekly', id, changes, caller.userId, ifMatch(expected)));
  }

  @Delete('weekly/:weeklyId')
  @Authenticated()
  @ApiOperation({ summary: 'Delete a weekly record; a restore brings it back' })
  @ApiHeader(IF_MATCH)
  @ApiEnvelope(RecordDeletedResponse, CLOSED_OR_CHANGED)
  async delete(
    @PathId('weeklyId') id: number,
    @Headers('if-match') expected: string | undefined,
  ): Promise<RecordDeletedResponse> {
    return { id, deleted: true, ...(await this.records.delete('weekly', id, ifMatch(expected))) };
  }

  @Post('weekly/:weeklyId/restore')
  @Authenticated()
  @ApiOperation({ summary: 'Bring back a deleted weekly record as it was, with its origin' })
  @ApiEnvelope(WeeklyWrittenResponse, { errors: { 409: 'the session is closed, or the date has a record again' } })
  async restore(
    @PathId('weeklyId') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WeeklyWrittenResponse> {
    return tagged(reply, await this.records.restore('weekly', id));
  }

  @Post('weekly/:weeklyId/revert')
  @Authenticated()
  @ApiOperation({ summary: 'Take changes back: the record says again what it said at a version, with its origin' })
  @ApiHeader(IF_MATCH)
  @ApiEnvelope(WeeklyWrittenResponse, {
    errors: { 409: 'the session is closed, or the version is not kept', 412: 'If-Match no longer matches' },
  })
  async revert(
    @PathId('weeklyId') id: number,
    @Body() { version }: RevertBody,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('if-match') expected: string | undefined,
  ): Promise<WeeklyWrittenResponse> {
    return tagged(reply, await this.records.revert('weekly', id, version, ifMatch(expected)));
  }
}

/** The record with what its write did beside, and its version as the ETag of the reply. */
function tagged(reply: FastifyReply, { record, ...effects }: RecordWritten<'weekly'>): WeeklyWrittenResponse {
  void reply.header('etag', entityTag(record.version));
  return { weekly: record, ...effects };
}

import { Body, Controller, Delete, Headers, Patch, Post, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RecordsService, type RecordWritten } from '#lib/tracking';
import { ApiEnvelope, Authenticated, CurrentCaller, PathId, type Caller } from '../http';
import { entityTag, ifMatch } from '../http/entity-tag';
import { DailyWrittenResponse, RecordDeletedResponse } from './record.responses';
import { CreateDailyBody, JudgementBody, toJudgement, RevertBody } from './record.requests';

const IF_MATCH = {
  name: 'If-Match',
  required: false,
  description: 'ETag of the version to change (`"` and `version` and `"`); else the last write wins',
};
const CLOSED_OR_CHANGED = { errors: { 409: 'the session is closed', 412: 'If-Match no longer matches' } };

@ApiTags('records')
@Controller('api/stock-cycle')
export class DailyRecordsController {
  constructor(private readonly records: RecordsService) {}

  @Post('sessions/:id/daily')
  @Authenticated()
  @ApiOperation({ summary: 'Write a daily record' })
  @ApiEnvelope(DailyWrittenResponse, { errors: { 409: 'the day has a record already, or the session is closed' } })
  async create(
    @PathId('id') id: number,
    @Body() body: CreateDailyBody,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DailyWrittenResponse> {
    const written = await this.records.create('daily', id, body.trade_date, toJudgement(body), caller.userId);
    return tagged(reply, written);
  }

  @Patch('daily/:dailyId')
  @Authenticated()
  @ApiOperation({ summary: 'Change what a daily record says; its date stays' })
  @ApiHeader(IF_MATCH)
  @ApiEnvelope(DailyWrittenResponse, CLOSED_OR_CHANGED)
  async edit(
    @PathId('dailyId') id: number,
    @Body() body: JudgementBody,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('if-match') expected: string | undefined,
  ): Promise<DailyWrittenResponse> {
    const changes = toJudgement(body);
    return tagged(reply, await this.records.edit('daily', id, changes, caller.userId, ifMatch(expected)));
  }

  @Delete('daily/:dailyId')
  @Authenticated()
  @ApiOperation({ summary: 'Delete a daily record; a restore brings it back' })
  @ApiHeader(IF_MATCH)
  @ApiEnvelope(RecordDeletedResponse, CLOSED_OR_CHANGED)
  async delete(
    @PathId('dailyId') id: number,
    @Headers('if-match') expected: string | undefined,
  ): Promise<RecordDeletedResponse> {
    return { id, deleted: true, ...(await this.records.delete('daily', id, ifMatch(expected))) };
  }

  @Post('daily/:dailyId/restore')
  @Authenticated()
  @ApiOperation({ summary: 'Bring back a deleted daily record as it was, with its origin' })
  @ApiEnvelope(DailyWrittenResponse, { errors: { 409: 'the session is closed, or the date has a record again' } })
  async restore(
    @PathId('dailyId') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DailyWrittenResponse> {
    return tagged(reply, await this.records.restore('daily', id));
  }

  @Post('daily/:dailyId/revert')
  @Authenticated()
  @ApiOperation({ summary: 'Take changes back: the record says again what it said at a version, with its origin' })
  @ApiHeader(IF_MATCH)
  @ApiEnvelope(DailyWrittenResponse, {
    errors: { 409: 'the session is closed, or the version is not kept', 412: 'If-Match no longer matches' },
  })
  async revert(
    @PathId('dailyId') id: number,
    @Body() { version }: RevertBody,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('if-match') expected: string | undefined,
  ): Promise<DailyWrittenResponse> {
    return tagged(reply, await this.records.revert('daily', id, version, ifMatch(expected)));
  }
}

/** The record with what its write did beside, and its version as the ETag of the reply. */
function tagged(reply: FastifyReply, { record, ...effects }: RecordWritten<'daily'>): DailyWrittenResponse {
  void reply.header('etag', entityTag(record.version));
  return { daily: record, ...effects };
}

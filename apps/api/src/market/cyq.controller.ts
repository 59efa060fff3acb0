import { Body, Controller, Headers, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CyqSync, type CyqSyncReport, syncCyqJob } from '#lib/tracking';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, WaitsForJob } from '../http';
import { JobAcceptedReply, WaitingReply } from '../jobs/waiting-reply';
import { CyqSyncReply } from './cyq.replies';
import { SyncCyqBody } from './cyq.requests';

@ApiTags('sessions')
@Controller('api/stock-cycle/sync-cyq-cache')
export class CyqController {
  constructor(
    private readonly syncs: CyqSync,
    private readonly waiting: WaitingReply,
  ) {}

  @Post()
  @Authenticated()
  @ApiOperation({ summary: 'Refresh the cached chip distributions of sessions' })
  @WaitsForJob()
  @ApiEnvelope(CyqSyncReply, { errors: { 404: 'A session that does not exist, or was deleted' } })
  @ApiEnvelope(JobAcceptedReply, { status: 202, description: 'Asked not to wait, or the wait was too long' })
  async sync(
    @Body() body: SyncCyqBody,
    @CurrentCaller() caller: Caller,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CyqSyncReport | JobAcceptedReply> {
    const { jobId } = await this.syncs.request({
      sessionIds: body.session_ids ?? null,
      requestedBy: caller.userId,
    });
    return this.waiting.of(syncCyqJob, jobId, prefer, reply);
  }
}

import { Body, Controller, Get, Headers, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { FundamentalScoreService, type FundamentalScoreResult, scoreFundamentalJob } from '#lib/ai';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, PathId, Public, WaitsForJob } from '../http';
import { pagination } from '../http/pagination.response';
import { JobAcceptedResponse, WaitingResponse } from '../jobs/waiting-response';
import { FundamentalScoreListResponse, FundamentalScoreResponse } from './fundamental.responses';
import { AiScoreBody, FundamentalScorePageQuery } from './fundamental.requests';

const ERRORS = { 404: 'No such session, or no such stock in the market data', 409: 'The session is closed' };

@ApiTags('fundamental')
@Controller('api')
@Authenticated()
export class FundamentalController {
  constructor(
    private readonly scores: FundamentalScoreService,
    private readonly waiting: WaitingResponse,
  ) {}

  @Post('stock-fundamental-score/ai-score')
  @WaitsForJob()
  @ApiOperation({ summary: 'Score the company of a session by the 20-point checklist' })
  @ApiEnvelope(FundamentalScoreResponse, { errors: ERRORS })
  @ApiEnvelope(JobAcceptedResponse, { status: 202, description: 'Asked not to wait, or the wait was too long' })
  score(
    @Body() body: AiScoreBody,
    @CurrentCaller() caller: Caller,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FundamentalScoreResult | JobAcceptedResponse> {
    return this.run(body.id, caller, prefer, reply);
  }

  @Post('stock-cycle/sessions/:id/ai-fill-fundamental')
  @WaitsForJob()
  @ApiOperation({ summary: 'The same as ai-score, with the session in the path' })
  @ApiEnvelope(FundamentalScoreResponse, { errors: ERRORS })
  @ApiEnvelope(JobAcceptedResponse, { status: 202, description: 'Asked not to wait, or the wait was too long' })
  fill(
    @PathId('id') id: number,
    @CurrentCaller() caller: Caller,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FundamentalScoreResult | JobAcceptedResponse> {
    return this.run(id, caller, prefer, reply);
  }

  @Get('stock-cycle/sessions/:id/fundamental-scores')
  @Public()
  @ApiOperation({ summary: 'Fundamental scores of a session with the reasons of their items, newest first' })
  @ApiEnvelope(FundamentalScoreListResponse, { errors: { 404: 'No such session' } })
  async history(
    @PathId('id') id: number,
    @Query() query: FundamentalScorePageQuery,
  ): Promise<FundamentalScoreListResponse> {
    const { scores, total } = await this.scores.history(id, query);
    return { scores, pagination: pagination(query, total) };
  }

  private async run(
    sessionId: number,
    caller: Caller,
    prefer: string | undefined,
    reply: FastifyReply,
  ): Promise<FundamentalScoreResult | JobAcceptedResponse> {
    const { jobId } = await this.scores.request(sessionId, caller.userId);
    return this.waiting.of(scoreFundamentalJob, jobId, prefer, reply);
  }
}

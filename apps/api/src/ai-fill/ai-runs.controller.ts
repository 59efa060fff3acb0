import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AiRunsService } from '#lib/ai';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, PathId } from '../http';
import { pagination } from '../http/pagination.response';
import { AiModelsResponse, AiRunListResponse, AiRunResponse } from './ai-runs.responses';
import { AiRunPageQuery } from './ai-runs.requests';

@ApiTags('ai')
@Controller('api/stock-cycle')
export class AiRunsController {
  constructor(private readonly runs: AiRunsService) {}

  @Get('ai-runs')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'Prompts and answers of models, newest first: own runs, administrators see all' })
  @ApiEnvelope(AiRunListResponse)
  async list(@Query() query: AiRunPageQuery, @CurrentCaller() caller: Caller): Promise<AiRunListResponse> {
    const filter = { sessionId: query.session_id, kind: query.kind, model: query.model };
    const { runs, total } = await this.runs.list(filter, query, caller);
    return { runs, pagination: pagination(query, total) };
  }

  /** A run of another user is not found, except by administrators. */
  @Get('ai-runs/:id')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'One run with its evidence: prompt, market data, raw answers, what was made of them' })
  @ApiEnvelope(AiRunResponse)
  get(@PathId('id') id: number, @CurrentCaller() caller: Caller): Promise<AiRunResponse> {
    return this.runs.get(id, caller);
  }

  @Get('ai-models')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: "The configured models, when each was last heard of, and today's budget" })
  @ApiEnvelope(AiModelsResponse)
  models(): Promise<AiModelsResponse> {
    return this.runs.models();
  }
}

import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AiCosts, ModelHealthChecks } from '#lib/ai';
import { Administrator, ApiEnvelope, Authenticated, type Caller, CurrentCaller } from '../http';
import { AiCostsReply, DrainEstimateReply, ModelHealthCheckReply, ModelSetupsReply } from './ai-costs.replies';
import { AiCostsQuery, DrainEstimateQuery } from './ai-costs.requests';

@ApiTags('ai')
@Controller('api')
export class AiCostsController {
  constructor(
    @Inject(AiCosts) private readonly aiCosts: AiCosts,
    @Inject(ModelHealthChecks) private readonly health: ModelHealthChecks,
  ) {}

  @Get('ai/costs')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'What models cost, in yuan, by model, day or session' })
  @ApiEnvelope(AiCostsReply)
  costs(@Query() { by = 'model', ...days }: AiCostsQuery): Promise<AiCostsReply> {
    return this.aiCosts.costs({ ...days, by });
  }

  @Get('ai/models')
  @Administrator()
  @ApiOperation({ summary: 'How each model is set up, never its key, and its faults of today' })
  @ApiEnvelope(ModelSetupsReply)
  async models(): Promise<ModelSetupsReply> {
    return { models: await this.aiCosts.setups() };
  }

  @Post('ai/models/:name/check')
  @HttpCode(200)
  @Administrator()
  @ApiOperation({ summary: 'Say hello to a model: whether its address, key and limits are right' })
  @ApiEnvelope(ModelHealthCheckReply)
  check(@Param('name') name: string, @CurrentCaller() caller: Caller): Promise<ModelHealthCheckReply> {
    return this.health.check(name, caller.userId);
  }

  @Get('stock-cycle/ai-fill-drains/estimate')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'What a drain that began now would take: sessions, calls, tokens, yuan' })
  @ApiEnvelope(DrainEstimateReply)
  estimate(@Query() { kind }: DrainEstimateQuery): Promise<DrainEstimateReply> {
    return this.aiCosts.estimate(kind);
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AiCostsService } from '#lib/ai';
import { ApiEnvelope, Authenticated } from '../http';
import { AiCostsResponse, DrainEstimateResponse } from './ai-costs.responses';
import { AiCostsQuery, DrainEstimateQuery } from './ai-costs.requests';

@ApiTags('ai')
@Controller('api')
export class AiCostsController {
  constructor(private readonly aiCosts: AiCostsService) {}

  @Get('ai/costs')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'What models cost, in yuan, by model, day or session' })
  @ApiEnvelope(AiCostsResponse)
  costs(@Query() { by = 'model', ...days }: AiCostsQuery): Promise<AiCostsResponse> {
    return this.aiCosts.costs({ ...days, by });
  }

  @Get('stock-cycle/ai-fill-drains/estimate')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'What a drain that began now would take: sessions, calls, tokens, yuan' })
  @ApiEnvelope(DrainEstimateResponse)
  estimate(@Query() { kind }: DrainEstimateQuery): Promise<DrainEstimateResponse> {
    return this.aiCosts.estimate(kind);
  }
}

import type { AiCostsView, CostRow, DrainEstimate, ModelEstimate } from '#lib/ai';
import { ApiCount, ApiEnum, ApiObject, ApiText, ApiYuan } from '../http';

class CostRowResponse implements CostRow {
  @ApiText({ description: 'The model, the day, or the id of the session; `replays` for all of them' }) key!: string;
  @ApiCount({ description: 'Requests, repetitions included' }) calls!: number;
  @ApiCount() promptTokens!: number;
  @ApiCount({ description: "Of promptTokens, from the vendor's cache" }) cachedTokens!: number;
  @ApiCount() completionTokens!: number;
  @ApiYuan({ minimum: 0, description: 'Yuan, of the calls whose tokens and prices are known' }) cost!: number;
}

export class AiCostsResponse implements AiCostsView {
  @ApiEnum(['CNY']) currency!: 'CNY';
  @ApiYuan({ minimum: 0 }) total!: number;
  @ApiObject([CostRowResponse], { description: 'The dearest first; days in their order' }) rows!: CostRowResponse[];
}

export class ModelEstimateResponse implements ModelEstimate {
  @ApiText() model!: string;
  @ApiCount() calls!: number;
  @ApiCount() promptTokens!: number;
  @ApiCount() completionTokens!: number;
  @ApiYuan({ nullable: true, minimum: 0 }) cost!: number | null;
}

export class DrainEstimateResponse implements DrainEstimate {
  @ApiCount({ description: 'Sessions that wait in the queue now' }) sessions!: number;
  @ApiCount() calls!: number;
  @ApiCount() tokens!: number;
  @ApiYuan({ nullable: true, minimum: 0, description: 'Yuan, of the models whose prices are known' })
  cost!: number | null;
  @ApiObject([ModelEstimateResponse], { description: 'The models that have a server' })
  models!: ModelEstimateResponse[];
}

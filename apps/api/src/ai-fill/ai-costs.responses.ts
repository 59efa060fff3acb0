import { ApiProperty } from '@nestjs/swagger';
import type { AiCostsView, CostRow, DrainEstimate } from '#lib/ai';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const yuan = { type: 'number', minimum: 0, description: 'Yuan' } as const;
const nullable = { nullable: true } as const;

class CostRowResponse implements CostRow {
  @ApiProperty({ ...text, description: 'The model, the day, or the id of the session; `replays` for all of them' })
  key!: string;
  @ApiProperty({ ...count, description: 'Requests, repetitions included' }) calls!: number;
  @ApiProperty(count) promptTokens!: number;
  @ApiProperty({ ...count, description: "Of promptTokens, from the vendor's cache" }) cachedTokens!: number;
  @ApiProperty(count) completionTokens!: number;
  @ApiProperty({ ...yuan, description: 'Yuan, of the calls whose tokens and prices are known' }) cost!: number;
}

export class AiCostsResponse implements AiCostsView {
  @ApiProperty({ ...text, enum: ['CNY'] }) currency!: 'CNY';
  @ApiProperty(yuan) total!: number;
  @ApiProperty({ type: [CostRowResponse], description: 'The dearest first; days in their order' })
  rows!: CostRowResponse[];
}

export class ModelEstimateResponse {
  @ApiProperty(text) model!: string;
  @ApiProperty(count) calls!: number;
  @ApiProperty(count) promptTokens!: number;
  @ApiProperty(count) completionTokens!: number;
  @ApiProperty({ ...yuan, ...nullable }) cost!: number | null;
}

export class DrainEstimateResponse implements DrainEstimate {
  @ApiProperty({ ...count, description: 'Sessions that wait in the queue now' }) sessions!: number;
  @ApiProperty(count) calls!: number;
  @ApiProperty(count) tokens!: number;
  @ApiProperty({ ...yuan, ...nullable, description: 'Yuan, of the models whose prices are known' })
  cost!: number | null;
  @ApiProperty({ type: [ModelEstimateResponse], description: 'The models that have a server' })
  models!: ModelEstimateResponse[];
}

import { ApiProperty } from '@nestjs/swagger';
import type { AiCostsView, CostRow, DrainEstimate, ModelHealthCheck, ModelSetup } from '#lib/ai';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const yuan = { type: 'number', minimum: 0, description: 'Yuan' } as const;
const nullable = { nullable: true } as const;

class CostRowReply implements CostRow {
  @ApiProperty({ ...text, description: 'The model, the day, or the id of the session; `replays` for all of them' })
  key!: string;
  @ApiProperty({ ...count, description: 'Requests, repetitions included' }) calls!: number;
  @ApiProperty(count) promptTokens!: number;
  @ApiProperty({ ...count, description: "Of promptTokens, from the vendor's cache" }) cachedTokens!: number;
  @ApiProperty(count) completionTokens!: number;
  @ApiProperty({ ...yuan, description: 'Yuan, of the calls whose tokens and prices are known' }) cost!: number;
}

export class AiCostsReply implements AiCostsView {
  @ApiProperty({ ...text, enum: ['CNY'] }) currency!: 'CNY';
  @ApiProperty(yuan) total!: number;
  @ApiProperty({ type: [CostRowReply], description: 'The dearest first; days in their order' }) rows!: CostRowReply[];
}

export class ModelEstimateReply {
  @ApiProperty(text) model!: string;
  @ApiProperty(count) calls!: number;
  @ApiProperty(count) promptTokens!: number;
  @ApiProperty(count) completionTokens!: number;
  @ApiProperty({ ...yuan, ...nullable }) cost!: number | null;
}

export class DrainEstimateReply implements DrainEstimate {
  @ApiProperty({ ...count, description: 'Sessions that wait in the queue now' }) sessions!: number;
  @ApiProperty(count) calls!: number;
  @ApiProperty(count) tokens!: number;
  @ApiProperty({ ...yuan, ...nullable, description: 'Yuan, of the models whose prices are known' })
  cost!: number | null;
  @ApiProperty({ type: [ModelEstimateReply], description: 'The models that have a server' })
  models!: ModelEstimateReply[];
}

class FaultCountReply {
  @ApiProperty({ ...text, example: 'rate_limited' }) fault!: string;
  @ApiProperty({ ...count, description: 'Runs that met it' }) calls!: number;
}

class ModelSetupReply implements ModelSetup {
  @ApiProperty({ ...text, description: 'What records and costs call it' }) name!: string;
  @ApiProperty({ ...text, description: 'What its server calls it' }) model!: string;
  @ApiProperty({ ...text, ...nullable }) preset!: ModelSetup['preset'];
  @ApiProperty(text) baseUrl!: string;
  @ApiProperty({ ...text, ...nullable, description: 'The environment variable that holds the key' })
  apiKeyEnv!: string | null;
  @ApiProperty({ type: 'boolean', description: 'Whether that variable is set, or none is needed' }) hasKey!: boolean;
  @ApiProperty({ type: 'object', additionalProperties: true }) extraBody!: ModelSetup['extraBody'];
  @ApiProperty(count) maxTokens!: number;
  @ApiProperty({ type: 'number', ...nullable }) temperature!: number | null;
  @ApiProperty({ ...count, description: 'Streaming: the longest silence; otherwise the whole request; ms' })
  timeoutMs!: number;
  @ApiProperty({ type: 'boolean' }) stream!: boolean;
  @ApiProperty({ ...count, ...nullable }) concurrency!: number | null;
  @ApiProperty({ ...count, ...nullable, description: 'Requests a minute' }) rpm!: number | null;
  @ApiProperty({ ...count, ...nullable, description: 'Tokens a minute' }) tpm!: number | null;
  @ApiProperty({ ...yuan, ...nullable }) pricePerMTokIn!: number | null;
  @ApiProperty({ ...yuan, ...nullable }) pricePerMTokOut!: number | null;
  @ApiProperty({ ...yuan, ...nullable }) pricePerMTokCachedIn!: number | null;
  @ApiProperty({ type: [FaultCountReply] }) faultsToday!: FaultCountReply[];
}

export class ModelSetupsReply {
  @ApiProperty({ type: [ModelSetupReply], description: 'Those with a server, in the order in which they count' })
  models!: ModelSetupReply[];
}

export class ModelHealthCheckReply implements ModelHealthCheck {
  @ApiProperty(text) model!: string;
  @ApiProperty({ type: 'boolean' }) isAnswering!: boolean;
  @ApiProperty(count) durationMs!: number;
  @ApiProperty({ ...text, ...nullable, example: 'unauthorized' }) fault!: ModelHealthCheck['fault'];
  @ApiProperty({ ...text, ...nullable }) message!: string | null;
  @ApiProperty({ ...count, ...nullable }) promptTokens!: number | null;
  @ApiProperty({ ...count, ...nullable }) completionTokens!: number | null;
}

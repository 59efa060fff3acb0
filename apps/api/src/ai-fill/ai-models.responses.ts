import { ApiProperty } from '@nestjs/swagger';
import type { ModelHealthCheck, ModelSetup, ModelSetupsView, PresetSetup } from '#lib/ai';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const yuan = { type: 'number', minimum: 0, description: 'Yuan' } as const;
const nullable = { nullable: true } as const;

class FaultCountResponse {
  @ApiProperty({ ...text, example: 'rate_limited' }) fault!: string;
  @ApiProperty({ ...count, description: 'Runs that met it' }) calls!: number;
}

export class ModelSetupResponse implements ModelSetup {
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
  @ApiProperty({ type: [FaultCountResponse] }) faultsToday!: FaultCountResponse[];
  @ApiProperty({
    ...text,
    enum: ['file', 'environment', 'console'],
    description: 'Where it is set up; only what stands in the console can be changed here',
  })
  source!: ModelSetup['source'];
  @ApiProperty({ type: 'boolean', description: 'False where it is switched off in the console' }) enabled!: boolean;
  @ApiProperty({ type: 'boolean', description: 'Switched on, and named by AI_MODELS where that is set' })
  isAsked!: boolean;
  @ApiProperty({ ...text, format: 'date-time', ...nullable, description: 'Of a model of the console' })
  updatedAt!: string | null;
  @ApiProperty({ ...text, ...nullable }) updatedBy!: string | null;
}

class PresetResponse implements PresetSetup {
  @ApiProperty(text) name!: PresetSetup['name'];
  @ApiProperty(text) baseUrl!: string;
  @ApiProperty({ ...text, ...nullable, description: 'Null where no key is needed' }) apiKeyEnv!: string | null;
  @ApiProperty({ type: 'boolean', description: 'Whether that variable is set, or none is needed' }) hasKey!: boolean;
  @ApiProperty({ type: 'object', additionalProperties: true }) extraBody!: PresetSetup['extraBody'];
  @ApiProperty({ type: 'boolean' }) stream!: boolean;
  @ApiProperty({ ...count, ...nullable }) maxTokens!: number | null;
  @ApiProperty({ ...count, ...nullable }) concurrency!: number | null;
  @ApiProperty({ ...count, ...nullable }) rpm!: number | null;
}

class UnreadableModelResponse {
  @ApiProperty(text) name!: string;
  @ApiProperty({ ...text, description: 'Why it is not asked' }) problem!: string;
}

export class ModelSetupsResponse implements ModelSetupsView {
  @ApiProperty({
    type: [ModelSetupResponse],
    description: 'Those with a server: what is asked, in the order in which it counts, then the others',
  })
  models!: ModelSetupResponse[];
  @ApiProperty({ type: [PresetResponse], description: 'What a preset fills in; prices are yours to set' })
  presets!: PresetResponse[];
  @ApiProperty({ type: [UnreadableModelResponse], description: 'Models of the console that this build cannot read' })
  unreadable!: UnreadableModelResponse[];
  @ApiProperty({ type: 'boolean', description: 'Whether AI_MODELS says which are asked, and in which order' })
  isSelected!: boolean;
}

export class ModelDeletedResponse {
  @ApiProperty(text) name!: string;
  @ApiProperty({ type: 'boolean', enum: [true] }) deleted!: true;
}

export class ModelHealthCheckResponse implements ModelHealthCheck {
  @ApiProperty(text) model!: string;
  @ApiProperty({ type: 'boolean' }) isAnswering!: boolean;
  @ApiProperty(count) durationMs!: number;
  @ApiProperty({ ...text, ...nullable, example: 'unauthorized' }) fault!: ModelHealthCheck['fault'];
  @ApiProperty({ ...text, ...nullable }) message!: string | null;
  @ApiProperty({ ...count, ...nullable }) promptTokens!: number | null;
  @ApiProperty({ ...count, ...nullable }) completionTokens!: number | null;
}

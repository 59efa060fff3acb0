import {
  CHAT_ERROR_CODES,
  type ChatErrorCode,
  MODEL_ORIGINS,
  type ModelHealthCheck,
  type ModelSetup,
  type ModelSetupsView,
  type PresetSetup,
} from '#lib/ai';
import { AI_PRESET_NAMES, type AiPresetName } from '#lib/config';
import { ApiCount, ApiEnum, ApiFlag, ApiInstant, ApiJson, ApiNumber, ApiObject, ApiText, ApiYuan } from '../http';

class FaultCountResponse {
  @ApiEnum(CHAT_ERROR_CODES) fault!: ChatErrorCode;
  @ApiCount({ description: 'Runs that met it' }) calls!: number;
}

export class ModelSetupResponse implements ModelSetup {
  @ApiText({ description: 'What records and costs call it' }) name!: string;
  @ApiText({ description: 'What its server calls it' }) model!: string;
  @ApiEnum(AI_PRESET_NAMES, { nullable: true }) preset!: AiPresetName | null;
  @ApiText() baseUrl!: string;
  @ApiText({ nullable: true, description: 'The environment variable that holds the key' }) apiKeyEnv!: string | null;
  @ApiFlag({ description: 'Whether that variable is set, or none is needed' }) hasKey!: boolean;
  @ApiJson() extraBody!: ModelSetup['extraBody'];
  @ApiCount() maxTokens!: number;
  @ApiNumber({ nullable: true }) temperature!: number | null;
  @ApiCount({ description: 'Streaming: the longest silence; otherwise the whole request; ms' }) timeoutMs!: number;
  @ApiFlag() stream!: boolean;
  @ApiCount({ nullable: true }) concurrency!: number | null;
  @ApiCount({ nullable: true, description: 'Requests a minute' }) rpm!: number | null;
  @ApiCount({ nullable: true, description: 'Tokens a minute' }) tpm!: number | null;
  @ApiYuan({ nullable: true, minimum: 0 }) pricePerMTokIn!: number | null;
  @ApiYuan({ nullable: true, minimum: 0 }) pricePerMTokOut!: number | null;
  @ApiYuan({ nullable: true, minimum: 0 }) pricePerMTokCachedIn!: number | null;
  @ApiObject([FaultCountResponse]) faultsToday!: FaultCountResponse[];
  @ApiEnum(MODEL_ORIGINS, { description: 'Where it is set up; only what stands in the console can be changed here' })
  source!: ModelSetup['source'];
  @ApiFlag({ description: 'False if it is switched off in the console' }) enabled!: boolean;
  @ApiFlag({ description: 'Switched on, and named by AI_MODELS if that is set' }) isAsked!: boolean;
  @ApiInstant({ nullable: true, description: 'Of a model of the console' }) updatedAt!: string | null;
  @ApiText({ nullable: true }) updatedBy!: string | null;
}

class PresetResponse implements PresetSetup {
  @ApiEnum(AI_PRESET_NAMES) name!: AiPresetName;
  @ApiText() baseUrl!: string;
  @ApiText({ nullable: true, description: 'Null if no key is needed' }) apiKeyEnv!: string | null;
  @ApiFlag({ description: 'Whether that variable is set, or none is needed' }) hasKey!: boolean;
  @ApiJson() extraBody!: PresetSetup['extraBody'];
  @ApiFlag() stream!: boolean;
  @ApiCount({ nullable: true }) maxTokens!: number | null;
  @ApiCount({ nullable: true }) concurrency!: number | null;
  @ApiCount({ nullable: true }) rpm!: number | null;
}

class UnreadableModelResponse {
  @ApiText() name!: string;
  @ApiText({ description: 'Why it is not called' }) problem!: string;
}

export class ModelSetupsResponse implements ModelSetupsView {
  @ApiObject([ModelSetupResponse], {
    description: 'Those with a server: those in use, in the order in which they count, then the others',
  })
  models!: ModelSetupResponse[];
  @ApiObject([PresetResponse], { description: 'What a preset fills in; prices are yours to set' })
  presets!: PresetResponse[];
  @ApiObject([UnreadableModelResponse], { description: 'Models of the console that this build cannot read' })
  unreadable!: UnreadableModelResponse[];
  @ApiFlag({ description: 'Whether AI_MODELS selects the models in use and their order' }) isSelected!: boolean;
}

export class ModelDeletedResponse {
  @ApiText() name!: string;
  @ApiEnum([true]) deleted!: true;
}

export class ModelHealthCheckResponse implements ModelHealthCheck {
  @ApiText() model!: string;
  @ApiFlag() isAnswering!: boolean;
  @ApiCount() durationMs!: number;
  @ApiEnum(CHAT_ERROR_CODES, { nullable: true, example: 'unauthorized' }) fault!: ChatErrorCode | null;
  @ApiText({ nullable: true }) message!: string | null;
  @ApiCount({ nullable: true }) promptTokens!: number | null;
  @ApiCount({ nullable: true }) completionTokens!: number | null;
}

import type { ApiPropertyOptions } from '@nestjs/swagger';
import { FlagField, IntField } from '../http';
import { field } from '../http/fields/field';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 1 } as const;
const amount = { type: 'number', minimum: 0 } as const;

/** A field of `AI_MODELS_FILE`. The reader of that file defines what it may hold, for both; null counts as left out. */
function ModelField(schema: ApiPropertyOptions & { description?: string }): PropertyDecorator {
  const { description, ...rest } = schema;
  return field<unknown>(
    { allowed: 'as docs/ai-models.md says', schema: rest, read: (value) => value },
    { optional: true, nullable: true, ...(description === undefined ? {} : { description }) },
  );
}

/** A model of the console: the fields of `AI_MODELS_FILE` without the name. What a preset has may be left out. */
export class ConsoleModelBody {
  @ModelField({ ...text, description: 'What its server calls it; left out: the name' }) model?: unknown;
  @ModelField({ ...text, description: 'A vendor whose facts fill in what is left out' }) preset?: unknown;
  @ModelField({ ...text, description: 'An OpenAI-compatible server, without /chat/completions' }) baseUrl?: unknown;
  @ModelField({ ...text, description: 'The environment variable that holds the key (…_API_KEY), never a key' })
  apiKeyEnv?: unknown;
  @ModelField({
    type: 'object',
    additionalProperties: true,
    description: 'Fields that the vendor needs in the body',
    example: {},
  })
  extraBody?: unknown;
  @ModelField(count) maxTokens?: unknown;
  @ModelField({ ...amount, maximum: 2 }) temperature?: unknown;
  @ModelField({ ...count, description: 'ms' }) timeoutMs?: unknown;
  @ModelField({ type: 'boolean' }) stream?: unknown;
  @ModelField(count) concurrency?: unknown;
  @ModelField({ ...count, description: 'Requests a minute' }) rpm?: unknown;
  @ModelField({ ...count, description: 'Tokens a minute' }) tpm?: unknown;
  @ModelField({ ...amount, description: 'Yuan a million tokens' }) pricePerMTokIn?: unknown;
  @ModelField({ ...amount, description: 'Yuan a million tokens' }) pricePerMTokOut?: unknown;
  @ModelField({ ...amount, description: 'Yuan a million tokens' }) pricePerMTokCachedIn?: unknown;

  @FlagField({ default: true, description: 'Whether it is called' })
  enabled!: boolean;

  @IntField({
    optional: true,
    min: 1,
    max: 9,
    description: 'Its position among the models of the console; left out: unchanged, a new one last',
  })
  position?: number;
}

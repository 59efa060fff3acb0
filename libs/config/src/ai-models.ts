import { AI_PRESET_NAMES, AI_PRESETS, type AiPreset, type AiPresetName } from './ai-presets';
import { ConfigError } from './env-reader';

/** One model behind a server, with all that a request to it needs. */
export interface AiModelSettings {
  /** What records, runs and costs call it. */
  name: string;
  /** What its server calls it. */
  model: string;
  preset: AiPresetName | null;
  /** An OpenAI-compatible server, without `/chat/completions`. */
  baseUrl: string;
  /** The environment variable that holds the key; null for a server that needs none. */
  apiKeyEnv: string | null;
  /** Fields that the vendor needs in the body, such as `{ "enable_thinking": false }`. */
  extraBody: Readonly<Record<string, unknown>>;
  /** The most tokens of a response, reasoning included. */
  maxTokens: number;
  temperature: number | null;
  /** Streaming: the longest silence. Otherwise: the longest time of a whole request. In ms. */
  timeoutMs: number;
  stream: boolean;
  /** Limits for all workers together; null: none. */
  concurrency: number | null;
  rpm: number | null;
  tpm: number | null;
  /** Yuan a million tokens; null: not known, so that no cost is counted. */
  pricePerMTokIn: number | null;
  pricePerMTokOut: number | null;
  /** Of prompt tokens that the vendor had in its cache; null: as `pricePerMTokIn`. */
  pricePerMTokCachedIn: number | null;
}

const DEFAULT_MAX_TOKENS = 8192;
const DEFAULT_TIMEOUT_MS = 60_000;
const LONGEST_EXTRA_BODY = 4000;

/** Body fields that we write: each has a setting of its own, or is ours alone. */
const OUR_FIELDS = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'response_format',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
];

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads `{ "models": [ … ] }` of `AI_MODELS_FILE`.
 * @param where what a message calls the text, such as `AI_MODELS_FILE`.
 * @throws ConfigError with one sentence that names the model and the field.
 */
export function readAiModels(text: string, where: string): AiModelSettings[] {
  const root = parsed(text, where);
  if (!isFields(root) || !Array.isArray(root['models']) || Object.keys(root).length !== 1) {
    throw new ConfigError(`${where} must be a JSON object with the one field models, a list`);
  }
  const models = (root['models'] as unknown[]).map((entry, index) =>
    readAiModel(entry, `${where}: model ${index + 1}`),
  );
  const twice = models.find(({ name }, index) => models.findIndex((one) => one.name === name) !== index);
  if (twice !== undefined) throw new ConfigError(`${where} names the model ${twice.name} twice`);
  return models;
}

/**
 * One model of the list, its preset filled in.
 * @throws ConfigError as above.
 */
export function readAiModel(entry: unknown, where: string): AiModelSettings {
  if (!isFields(entry)) throw new ConfigError(`${where} must be a JSON object`);
  const known = Object.keys(READERS);
  const unknown = Object.keys(entry).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new ConfigError(`${where} has the unknown field ${unknown}; there are ${known.join(', ')}`);
  const fields = Object.fromEntries(
    Object.entries(entry)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([key, value]) => [key, readField(key as keyof AiModelSettings, value, where)]),
  ) as Partial<AiModelSettings>;
  if (fields.name === undefined) throw new ConfigError(`${where} needs a name`);
  const preset: Partial<AiPreset> = fields.preset ? AI_PRESETS[fields.preset] : {};
  const baseUrl = fields.baseUrl ?? preset.baseUrl;
  if (baseUrl === undefined) throw new ConfigError(`${where} (${fields.name}) needs a baseUrl or a preset`, 'baseUrl');
  return {
    name: fields.name,
    model: fields.model ?? fields.name,
    preset: fields.preset ?? null,
    baseUrl,
    // Another address than the preset's is another server: the vendor's key is not sent to it unasked.
    apiKeyEnv: fields.apiKeyEnv ?? (fields.baseUrl === undefined ? (preset.apiKeyEnv ?? null) : null),
    extraBody: fields.extraBody ?? preset.extraBody ?? {},
    maxTokens: fields.maxTokens ?? preset.maxTokens ?? DEFAULT_MAX_TOKENS,
    temperature: fields.temperature ?? null,
    timeoutMs: fields.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    stream: fields.stream ?? preset.stream ?? true,
    concurrency: fields.concurrency ?? preset.concurrency ?? null,
    rpm: fields.rpm ?? preset.rpm ?? null,
    tpm: fields.tpm ?? null,
    pricePerMTokIn: fields.pricePerMTokIn ?? null,
    pricePerMTokOut: fields.pricePerMTokOut ?? null,
    pricePerMTokCachedIn: fields.pricePerMTokCachedIn ?? null,
  };
}

type Reader<Value> = (value: unknown, where: string) => Value;

const whole =
  (max: number): Reader<number> =>
  (value, where) => {
    if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > max) {
      throw new ConfigError(`${where} must be a whole number from 1 to ${max}`);
    }
    return value as number;
  };

const amount =
  (max: number): Reader<number> =>
  (value, where) => {
    if (typeof value !== 'number' || !(value >= 0 && value <= max)) {
      throw new ConfigError(`${where} must be a number from 0 to ${max}`);
    }
    return value;
  };

const word =
  (longest: number): Reader<string> =>
  (value, where) => {
    if (typeof value !== 'string' || value === '' || value.length > longest || /[\p{Cc}\p{Zs},]/u.test(value)) {
      throw new ConfigError(`${where} must be a text of at most ${longest} characters without spaces and commas`);
    }
    return value;
  };

const READERS: { [Key in keyof AiModelSettings]: Reader<NonNullable<AiModelSettings[Key]>> } = {
  name: (value, where) => {
    const name = word(100)(value, where);
    if (name === 'rules') throw new ConfigError(`${where} must not be rules, which is the program's own model`);
    return name;
  },
  model: word(200),
  preset: (value, where) => {
    const preset = AI_PRESET_NAMES.find((name) => name === value);
    if (preset === undefined) throw new ConfigError(`${where} must be one of ${AI_PRESET_NAMES.join(', ')}`);
    return preset;
  },
  baseUrl: readAddress,
  // Because of the required ending, somebody who edits models can't send other secrets of the process to a server.
  apiKeyEnv: (value, where) => {
    if (typeof value !== 'string' || !/^[A-Z][A-Z0-9_]{0,90}_API_KEY$/.test(value)) {
      throw new ConfigError(
        `${where} must be the name of an environment variable that ends with _API_KEY, never a key`,
      );
    }
    return value;
  },
  extraBody: (value, where) => {
    if (!isFields(value)) throw new ConfigError(`${where} must be a JSON object`);
    const taken = OUR_FIELDS.find((field) => Object.hasOwn(value, field));
    if (taken !== undefined)
      throw new ConfigError(`${where} must not hold ${taken}, which is written from other settings`);
    if (JSON.stringify(value).length > LONGEST_EXTRA_BODY)
      throw new ConfigError(`${where} is longer than ${LONGEST_EXTRA_BODY} characters`);
    return value;
  },
  maxTokens: whole(1_000_000),
  temperature: amount(2),
  timeoutMs: whole(1_800_000),
  stream: (value, where) => {
    if (typeof value !== 'boolean') throw new ConfigError(`${where} must be true or false`);
    return value;
  },
  concurrency: whole(10_000),
  rpm: whole(1_000_000),
  tpm: whole(1_000_000_000),
  pricePerMTokIn: amount(1_000_000),
  pricePerMTokOut: amount(1_000_000),
  pricePerMTokCachedIn: amount(1_000_000),
};

/** @throws ConfigError that names the field, so that a form can show it next to the field. */
function readField(key: keyof AiModelSettings, value: unknown, where: string): unknown {
  try {
    return READERS[key](value, `${where}: ${key}`);
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(error.message, key) : error;
  }
}

function readAddress(value: unknown, where: string): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError(`${where} must be a URL that starts with http:// or https://`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ConfigError(`${where} must hold no user, password, ? or #; the key's variable belongs in apiKeyEnv`);
  }
  return value as string;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ConfigError(`${where} is no valid JSON`);
  }
}

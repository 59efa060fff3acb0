import { readFileSync } from 'node:fs';
import { type AiModelSettings, readAiModel, readAiModels } from './ai-models';
import { ConfigError, type EnvReader } from './env-reader';

const RULES = 'rules';
const HEADER_TEXT = /^[\x21-\x7e]+$/;
const LONGEST_NAME = 100;
const MOST_MODELS = 9;

/** What models get in addition to the bars, part by part. */
const EVIDENCE = ['chips', 'strength', 'cost', 'verdicts'] as const;
export type AiEvidence = (typeof EVIDENCE)[number];

/** A model that the operator of the server set up. */
export interface OperatorModel extends AiModelSettings {
  /** `environment`: only `AI_MODELS` names it, at `AI_BASE_URL`. */
  source: 'file' | 'environment';
}

/**
 * The settings of the models. What the console adds stands in the database: whether every name of `AI_MODELS` has a server is
 * known only there.
 */
export function aiSettings(reader: EnvReader) {
  const file = modelsFile(reader) ?? [];
  const aiBaseUrl = baseUrl(reader);
  const aiTimeoutMs = reader.integer('AI_TIMEOUT_MS', { min: 100, max: 600_000, fallback: 60_000 });
  const aiModels = selectedModels(reader);
  if (aiModels === null && file.length > MOST_MODELS) {
    throw new ConfigError(`AI_MODELS_FILE holds more than ${MOST_MODELS} models; AI_MODELS must select some of them`);
  }
  const ofServer = { aiBaseUrl, aiTimeoutMs };
  const others = (aiModels ?? []).filter((name) => !file.some((one) => one.name === name));
  const aiCallsPerDay = reader.integer('AI_CALLS_PER_DAY', { min: 1, max: 1e9, fallback: 5000 });
  return {
    aiBaseUrl,
    aiApiKey: apiKey(reader, 'AI_API_KEY'),
    aiModels,
    aiModelSettings: [
      ...file.map((model): OperatorModel => ({ ...model, source: 'file' })),
      ...others.flatMap((name) => buildServerModel(name, ofServer)),
    ],
    aiTimeoutMs,
    aiModelsFromFile: reader.text('AI_MODELS_FILE') !== undefined,
    aiKeys: keys(reader),
    aiCallsPerDay,
    /** A quarter, so that one user can't spend everybody's. */
    aiCallsPerUserPerDay: reader.integer('AI_CALLS_PER_USER_PER_DAY', {
      min: 1,
      max: 1e9,
      fallback: Math.ceil(aiCallsPerDay / 4),
    }),
    aiEvidence: evidence(reader),
    aiTokensPerDay: reader.integer('AI_TOKENS_PER_DAY', { min: 1, max: 1e12, fallback: 50_000_000 }),
  };
}

function evidence(reader: EnvReader): readonly AiEvidence[] {
  const text = reader.text('AI_EVIDENCE');
  if (text === undefined) return EVIDENCE;
  if (text === 'off') return [];
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.some((name) => !EVIDENCE.some((one) => one === name));
  if (unknown) throw new ConfigError(`AI_EVIDENCE must be off, or some of ${EVIDENCE.join(', ')}, comma separated`);
  return EVIDENCE.filter((one) => names.includes(one));
}

function baseUrl(reader: EnvReader): string | undefined {
  const text = reader.urlWithoutSecret('AI_BASE_URL', 'AI_API_KEY');
  if (text === undefined) return undefined;
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '') throw new ConfigError('AI_BASE_URL must end with its path, without ? or #');
  return text;
}

function apiKey(reader: EnvReader, name: string): string | undefined {
  const key = reader.text(name);
  if (key !== undefined && !HEADER_TEXT.test(key)) {
    throw new ConfigError(`${name} must be printable ASCII without spaces`);
  }
  return key;
}

/** Every key that a model may name, by its variable. What no header can carry is nobody's key. */
function keys(reader: EnvReader): Readonly<Record<string, string>> {
  const entries = reader.namesEnding('_API_KEY').flatMap((name) => {
    const key = reader.text(name);
    return key !== undefined && HEADER_TEXT.test(key) ? [[name, key] as const] : [];
  });
  return Object.fromEntries(entries);
}

function modelsFile(reader: EnvReader): AiModelSettings[] | undefined {
  const path = reader.text('AI_MODELS_FILE');
  if (path === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError('AI_MODELS_FILE must be a file that can be read');
  }
  const file = readAiModels(text, 'AI_MODELS_FILE');
  for (const { apiKeyEnv } of file) if (apiKeyEnv !== null) apiKey(reader, apiKeyEnv);
  return file;
}

/** A model that only `AI_MODELS` names, at the one server of `AI_BASE_URL`. */
function buildServerModel(
  name: string,
  { aiBaseUrl, aiTimeoutMs }: { aiBaseUrl: string | undefined; aiTimeoutMs: number },
): OperatorModel[] {
  if (name === RULES || aiBaseUrl === undefined) return [];
  const entry = { name, baseUrl: aiBaseUrl, apiKeyEnv: 'AI_API_KEY', timeoutMs: aiTimeoutMs, stream: false };
  return [{ ...readAiModel(entry, 'AI_MODELS'), source: 'environment' }];
}

function selectedModels(reader: EnvReader): readonly string[] | null {
  const names = reader
    .text('AI_MODELS')
    ?.split(',')
    .map((name) => name.trim());
  if (names === undefined) return null;
  if (names.some((name) => name === '' || name.length > LONGEST_NAME || /[\p{Cc}\p{Zs}]/u.test(name))) {
    throw new ConfigError(
      `AI_MODELS must be names of at most ${LONGEST_NAME} characters without spaces, comma separated`,
    );
  }
  if (new Set(names).size !== names.length) throw new ConfigError('AI_MODELS must not name a model twice');
  if (names.length > MOST_MODELS) throw new ConfigError(`AI_MODELS must name at most ${MOST_MODELS} models`);
  return names;
}

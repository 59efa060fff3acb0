import { ConfigError, type EnvReader } from './env-reader';

const LONGEST_NAME = 100;
const MOST_MODELS = 9;

/** The settings of the models. */
export function aiSettings(reader: EnvReader) {
  const aiCallsPerDay = reader.integer('AI_CALLS_PER_DAY', { min: 1, max: 1e9, fallback: 5000 });
  return {
    aiBaseUrl: baseUrl(reader),
    aiApiKey: apiKey(reader),
    aiModels: models(reader),
    aiTimeoutMs: reader.integer('AI_TIMEOUT_MS', { min: 100, max: 600_000, fallback: 60_000 }),
    aiCallsPerDay,
    /** A quarter, so that one user can't spend everybody's. */
    aiCallsPerUserPerDay: reader.integer('AI_CALLS_PER_USER_PER_DAY', {
      min: 1,
      max: 1e9,
      fallback: Math.ceil(aiCallsPerDay / 4),
    }),
    aiTokensPerDay: reader.integer('AI_TOKENS_PER_DAY', { min: 1, max: 1e12, fallback: 50_000_000 }),
  };
}

function baseUrl(reader: EnvReader): string | undefined {
  const text = reader.urlOfKeyHolder('AI_BASE_URL', 'AI_API_KEY');
  if (text === undefined) return undefined;
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '') throw new ConfigError('AI_BASE_URL must end with its path, without ? or #');
  return text;
}

function apiKey(reader: EnvReader): string | undefined {
  const key = reader.text('AI_API_KEY');
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new ConfigError('AI_API_KEY must be printable ASCII without spaces');
  }
  return key;
}

function models(reader: EnvReader): readonly string[] {
  const names = (reader.text('AI_MODELS') ?? 'rules').split(',').map((name) => name.trim());
  if (names.some((name) => name === '' || name.length > LONGEST_NAME || /[\p{Cc}\p{Zs}]/u.test(name))) {
    throw new ConfigError(
      `AI_MODELS must be names of at most ${LONGEST_NAME} characters without spaces, comma separated`,
    );
  }
  if (new Set(names).size !== names.length) throw new ConfigError('AI_MODELS must not name a model twice');
  if (names.length > MOST_MODELS) throw new ConfigError(`AI_MODELS must name at most ${MOST_MODELS} models`);
  return names;
}

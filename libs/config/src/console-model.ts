import { BlockList, isIP } from 'node:net';
import { type AiModelSettings, readAiModel } from './ai-models';
import { AI_PRESETS, type AiPreset } from './ai-presets';
import { ConfigError } from './env-reader';

/** What the operator of the server has set up, with which a model of the console must be compatible. */
export interface OperatorModels {
  aiBaseUrl: string | undefined;
  aiModelSettings: readonly AiModelSettings[];
}

/** The addresses at which clouds publish a machine's credentials. No model lives there. */
const METADATA = new BlockList();
METADATA.addSubnet('169.254.0.0', 16);
METADATA.addAddress('100.100.100.200');
METADATA.addSubnet('fe80::', 10, 'ipv6');
METADATA.addAddress('fd00:ec2::254', 'ipv6');
const METADATA_NAMES: readonly string[] = ['metadata.google.internal', 'metadata'];

/** Names of body fields that would hold a secret: the store and the page show what stands in `extraBody`. */
const SECRET_FIELD = /api[-_]?key|secret|password|authorization|credential/i;

/** What PostgreSQL takes in no text: NUL and halves of a character. */
const NOT_STORABLE = /\\u(?:0000|d[89a-f])/i;

/**
 * A model that an administrator sets up in the console: read as one of `AI_MODELS_FILE`, and held to a few rules more, since
 * they may not be the one who runs the server. A key goes where the operator sends it: the variable of a preset, or of a model of the
 * file, to the same address alone.
 * @throws ConfigError with one sentence that names the field.
 */
export function readConsoleModel(entry: unknown, where: string, operator: OperatorModels): AiModelSettings {
  const settings = readAiModel(entry, where);
  const { baseUrl, apiKeyEnv, extraBody } = settings;
  const { hostname, origin } = new URL(baseUrl);
  if (isMetadata(hostname))
    throw new ConfigError(`${where}: baseUrl must not be the address of a cloud's metadata`, 'baseUrl');
  const origins = apiKeyEnv === null ? [] : listOrigins(apiKeyEnv, operator);
  if (origins.length > 0 && !origins.includes(origin)) {
    throw new ConfigError(
      `${where}: apiKeyEnv ${apiKeyEnv} holds the key of ${origins.join(', ')}; another server needs a variable of its own`,
      'apiKeyEnv',
    );
  }
  const secret = fieldNames(extraBody).find((name) => SECRET_FIELD.test(name));
  if (secret !== undefined) {
    throw new ConfigError(
      `${where}: extraBody must hold no secret; the key's variable belongs in apiKeyEnv`,
      'extraBody',
    );
  }
  if (NOT_STORABLE.test(JSON.stringify(settings))) {
    throw new ConfigError(`${where} holds a character that can't be stored`);
  }
  return settings;
}

function isMetadata(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  if (family === 0) return METADATA_NAMES.includes(address.replace(/\.$/, '').toLowerCase());
  return METADATA.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** The origins to which the operator has the key of a variable sent; none: it is not set. */
function listOrigins(variable: string, { aiBaseUrl, aiModelSettings }: OperatorModels): string[] {
  const presets: AiPreset[] = Object.values(AI_PRESETS);
  const addresses = [...presets, ...aiModelSettings].flatMap(({ apiKeyEnv, baseUrl }) =>
    apiKeyEnv === variable ? baseUrl : [],
  );
  if (variable === 'AI_API_KEY' && aiBaseUrl !== undefined) addresses.push(aiBaseUrl);
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}

function fieldNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...fieldNames(inner),
  ]);
}

import { AppError, type FieldError } from '#lib/kernel';
import type { ChannelKind } from '../../domain/channel-kind';
import { CHANNELS } from '../channels';
import type { ChannelConfig, Setting } from './setting';

const MASK = '••••';
/** A shorter secret would be given away by its last characters. */
const SHOWN_FROM_LENGTH = 8;
const SHOWN_CHARACTERS = 4;

/**
 * Reads the `config` of a channel.
 * @param previous The stored config, when a channel is changed: absent fields keep their value, null removes an optional one,
 *   and the mask of a secret keeps the secret.
 * @throws AppError `invalid_input` that names every wrong field.
 */
export function readConfig(kind: ChannelKind, given: unknown, previous: ChannelConfig = {}): ChannelConfig {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid([{ field: 'config', message: 'config must be an object' }]);
  }
  const { settings } = CHANNELS[kind];
  const fields = new Map<string, unknown>(Object.entries(given));
  const errors: FieldError[] = [...fields.keys()]
    .filter((name) => !settings.some((setting) => setting.name === name))
    .map((name) => ({ field: 'config', message: `config has an unknown field ${JSON.stringify(name.slice(0, 40))}` }));
  const config: Record<string, string | number | boolean> = {};
  for (const setting of settings) {
    const value = readField(setting, fields, previous);
    if (value instanceof InvalidField) errors.push(value);
    else if (value !== undefined) config[setting.name] = value;
  }
  if (errors.length > 0) throw invalid(errors);
  return config;
}

/** The secret fields of a kind's config. */
export function secretFields(kind: ChannelKind): readonly string[] {
  return CHANNELS[kind].settings.filter(({ isSecret }) => isSecret).map(({ name }) => name);
}

/** The config as it may be shown: of a secret its last four characters, of a short one nothing. */
export function maskConfig(kind: ChannelKind, config: ChannelConfig): ChannelConfig {
  const secrets = secretFields(kind);
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, secrets.includes(name) ? mask(String(value)) : value]),
  );
}

class InvalidField implements FieldError {
  constructor(
    readonly field: string,
    readonly message: string,
  ) {}
}

function readField(
  setting: Setting,
  fields: ReadonlyMap<string, unknown>,
  previous: ChannelConfig,
): string | number | boolean | InvalidField | undefined {
  const field = `config.${setting.name}`;
  const kept = previous[setting.name];
  const given = fields.get(setting.name) === null ? undefined : fields.get(setting.name);
  const isAbsent = given === undefined;
  if (isAbsent && !fields.has(setting.name) && kept !== undefined) return kept;
  if (isAbsent) return setting.isRequired ? new InvalidField(field, `${field} is required`) : undefined;
  if (setting.isSecret && typeof given === 'string' && given.startsWith(MASK)) {
    if (kept !== undefined && given === mask(String(kept))) return kept;
    return new InvalidField(field, `${field} is masked: send the whole value, or the mask of the stored one`);
  }
  return setting.read(given) ?? new InvalidField(field, `${field} must be ${setting.rule}`);
}

function mask(value: string): string {
  return value.length < SHOWN_FROM_LENGTH || value === '' ? MASK : MASK + value.slice(-SHOWN_CHARACTERS);
}

function invalid(fields: FieldError[]): AppError {
  return AppError.invalid(fields.map(({ message }) => message).join('; '), fields);
}

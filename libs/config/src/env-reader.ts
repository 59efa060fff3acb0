/** What is wrong with a setting, by which a program shows it in another language. */
export interface SettingProblem {
  readonly code:
    | 'setting_missing'
    | 'setting_not_allowed'
    | 'setting_not_flag'
    | 'setting_not_instant'
    | 'setting_not_integer'
    | 'setting_not_url'
    | 'setting_too_short';
  readonly details: Readonly<Record<string, string | number>>;
}

/** A setting that can't be used. The message is one sentence that names the variable and what it takes; never its secret value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  /**
   * @param field Of a JSON object, the field that is wrong; undefined if it is the whole, or no object.
   * @param problem undefined for what has no code of its own.
   */
  constructor(
    message: string,
    readonly field?: string,
    readonly problem?: SettingProblem,
  ) {
    super(message);
  }

  static of(
    code: SettingProblem['code'],
    message: string,
    details: SettingProblem['details'] & { setting: string },
  ): ConfigError {
    return new ConfigError(message, undefined, { code, details });
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads typed settings from environment variables; an empty variable counts as not set. */
export class EnvReader {
  constructor(private readonly env: Environment) {}

  text(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === undefined || value === '' ? undefined : value;
  }

  /** The variables that are set and whose names end so. */
  namesEnding(suffix: string): string[] {
    return Object.keys(this.env).filter((name) => name.endsWith(suffix) && this.text(name) !== undefined);
  }

  choice<const T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const match = allowed.find((candidate) => candidate === value);
    if (match === undefined) {
      const list = allowed.join(', ');
      throw ConfigError.of('setting_not_allowed', `${name} must be one of ${list}`, { setting: name, allowed: list });
    }
    return match;
  }

  integer(name: string, range: { min: number; max: number; fallback: number }): number {
    return this.optionalInteger(name, range) ?? range.fallback;
  }

  optionalInteger(name: string, range: { min: number; max: number }): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = /^[0-9]{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= range.min && number <= range.max)) {
      const { min: least, max: most } = range;
      const message = `${name} must be a whole number from ${least} to ${most}`;
      throw ConfigError.of('setting_not_integer', message, { setting: name, least, most });
    }
    return number;
  }

  /** A number from 0 to 1, such as `0.05`. */
  fraction(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^[01](?:\.[0-9]{1,9})?$/.test(value) ? Number(value) : Number.NaN;
    if (!(number <= 1)) throw new ConfigError(`${name} must be a number from 0 to 1`);
    return number;
  }

  /** `on`/`true`/`1` or `off`/`false`/`0`. */
  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (['on', 'true', '1', 'yes'].includes(value)) return true;
    if (['off', 'false', '0', 'no'].includes(value)) return false;
    throw ConfigError.of('setting_not_flag', `${name} must be on or off`, { setting: name });
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (parsed === undefined || !protocols.includes(parsed.protocol)) {
      const start = protocols.map((protocol) => `${protocol}//`).join(' or ');
      throw ConfigError.of('setting_not_url', `${name} must be a URL that starts with ${start}`, {
        setting: name,
        start,
      });
    }
    return value;
  }

  /** Of a server that gets a secret by `keyName`. A user or password in the address would be shown and logged in ways that the secret is not. */
  urlWithoutSecret(name: string, keyName: string): string | undefined {
    const value = this.url(name, ['http:', 'https:']);
    if (value === undefined) return undefined;
    const { username, password } = new URL(value);
    if (username === '' && password === '') return value;
    throw new ConfigError(`${name} must hold no user or password; the secret belongs in ${keyName}`);
  }

  instant(name: string): Date | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const ms = /^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(ms)) {
      const example = '2025-12-31T01:30:00Z';
      const message = `${name} must be an ISO 8601 instant such as ${example}`;
      throw ConfigError.of('setting_not_instant', message, { setting: name, example });
    }
    return new Date(ms);
  }
}

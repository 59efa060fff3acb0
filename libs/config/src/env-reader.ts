/** A setting that can't be used. The message is one sentence that names the variable and what it takes; never its secret value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  /** @param field Of a JSON object, the field that is wrong; undefined where it is the whole, or no object. */
  constructor(
    message: string,
    readonly field?: string,
  ) {
    super(message);
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
    if (match === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}`);
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
      throw new ConfigError(`${name} must be a whole number from ${range.min} to ${range.max}`);
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
    throw new ConfigError(`${name} must be on or off`);
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (parsed === undefined || !protocols.includes(parsed.protocol)) {
      throw new ConfigError(`${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return value;
  }

  /** Of a server that gets a secret by `keyName`. A user or password in the address would be shown and logged in ways that the secret is not. */
  urlOfKeyHolder(name: string, keyName: string): string | undefined {
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
    if (Number.isNaN(ms)) throw new ConfigError(`${name} must be an ISO 8601 instant such as 2025-12-31T01:30:00Z`);
    return new Date(ms);
  }
}

import { ConfigError, type EnvReader } from './env-reader';

/** Sentinels, each of which tells which of the servers is the primary now. */
export interface SentinelAddress {
  readonly sentinels: readonly { readonly host: string; readonly port: number }[];
  /** The name under which the sentinels watch the servers. */
  readonly name: string;
  readonly db: number;
  readonly tls: boolean;
  /** Of the servers. */
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Of the sentinels. */
  readonly sentinelUsername: string | undefined;
  readonly sentinelPassword: string | undefined;
}

const SENTINEL_PORT = 26_379;
const PLAIN = ['redis:', 'rediss:'] as const;
const SENTINEL = ['redis+sentinel:', 'rediss+sentinel:'] as const;
const FORM = 'redis+sentinel://:password@host:26379,host2:26379,host3:26379/mymaster/0';
const PARAMETERS = ['sentinel_username', 'sentinel_password'];

/** `REDIS_URL`: one server, or several behind Sentinel. @throws ConfigError that repeats nothing of the address. */
export function redisUrl(reader: EnvReader): string | undefined {
  const value = reader.text('REDIS_URL');
  const scheme = value?.split('://', 1)[0] ?? '';
  if (value === undefined || !scheme.includes('+')) return reader.url('REDIS_URL', PLAIN);
  sentinelAddress(value);
  return value;
}

/**
 * Reads `redis+sentinel://[[user]:password@]host[:port][,…]/name[/db][?sentinel_username=…&sentinel_password=…]`, and the same with
 * `rediss+sentinel://` for TLS to the servers and to the sentinels.
 * @returns undefined for the address of one server.
 * @throws ConfigError
 */
export function sentinelAddress(url: string): SentinelAddress | undefined {
  const [scheme, rest] = cut(url, '://');
  const protocol = `${scheme.toLowerCase()}:`;
  if (PLAIN.some((plain) => plain === protocol)) return undefined;
  if (!SENTINEL.some((known) => known === protocol) || rest === undefined) {
    const start = [...PLAIN, ...SENTINEL].map((known) => `${known}//`).join(' or ');
    throw ConfigError.of('setting_not_url', `REDIS_URL must be a URL that starts with ${start}`, {
      setting: 'REDIS_URL',
      start,
    });
  }
  const [beforeQuery, query] = cut(rest, '?');
  const [authority, path = ''] = cut(beforeQuery, '/');
  const at = authority.lastIndexOf('@');
  const [username, password] = cut(authority.slice(0, Math.max(at, 0)), ':');
  const [name, db, ...more] = path.split('/');
  const parameters = new URLSearchParams(query);
  if ([...parameters.keys()].some((key) => !PARAMETERS.includes(key))) {
    throw malformed(`takes no parameters but ${PARAMETERS.join(' and ')}`);
  }
  if (name === undefined || name === '' || more.length > 0) {
    throw malformed('needs the name that the sentinels watch, and nothing after it but the number of a database');
  }
  return {
    sentinels: authority
      .slice(at + 1)
      .split(',')
      .map(sentinelOf),
    name: decoded(name),
    db: numberOf(db ?? '', { max: 9999, fallback: 0 }, 'needs a whole number for its database'),
    tls: protocol === 'rediss+sentinel:',
    username: decoded(username),
    password: decoded(password),
    sentinelUsername: parameters.get('sentinel_username') ?? undefined,
    sentinelPassword: parameters.get('sentinel_password') ?? undefined,
  };
}

function sentinelOf(text: string): { host: string; port: number } {
  // An IPv6 address stands in brackets.
  const end = text.startsWith('[') ? text.indexOf(']') + 1 : 0;
  const colon = text.indexOf(':', end);
  const host = colon === -1 ? text : text.slice(0, colon);
  const bare = end > 0 ? host.slice(1, -1) : host;
  if (bare === '' || /[\s@/]/.test(bare)) throw malformed('needs a host for each sentinel, separated by commas');
  const port = colon === -1 ? '' : text.slice(colon + 1);
  const what = 'needs a port from 1 to 65535 for each sentinel';
  return { host: bare, port: numberOf(port, { min: 1, max: 65_535, fallback: SENTINEL_PORT }, what) };
}

function numberOf(
  text: string,
  { min = 0, max, fallback }: { min?: number; max: number; fallback: number },
  what: string,
) {
  if (text === '') return fallback;
  const number = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max)) throw malformed(what);
  return number;
}

function decoded(text: string): string;
function decoded(text: string | undefined): string | undefined;
function decoded(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed('has a percent sign that encodes nothing: write it as %25');
  }
}

/** What stands before the first `separator`, and what after it; undefined where there is none. */
function cut(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

function malformed(what: string): ConfigError {
  return new ConfigError(`REDIS_URL by Sentinel ${what}, as in ${FORM}`);
}

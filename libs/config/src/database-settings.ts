import { ConfigError, type EnvReader } from './env-reader';

const PROTOCOLS = ['postgres:', 'postgresql:'];

/** Where PostgreSQL is. */
export interface DatabaseSettings {
  /** Unset: the program runs its own PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The server itself, if `databaseUrl` is that of a pooler in transaction mode; else the same. */
  readonly databaseDirectUrl: string | undefined;
  /** Whether `databaseUrl` is that of our own server, as `npm start` sets for its processes. */
  readonly databaseEmbedded: boolean;
  readonly databasePoolSize: number;
}

export function databaseSettings(reader: EnvReader): DatabaseSettings {
  const databaseUrl = reader.url('DATABASE_URL', PROTOCOLS);
  const direct = reader.url('DATABASE_DIRECT_URL', PROTOCOLS);
  const databaseEmbedded = reader.flag('DATABASE_EMBEDDED', false);
  if (direct !== undefined && databaseUrl === undefined) {
    throw new ConfigError('DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler in front of it');
  }
  if (direct !== undefined && direct !== databaseUrl && databaseEmbedded) {
    throw new ConfigError(
      'DATABASE_DIRECT_URL is for a server of your own behind a pooler, not for DATABASE_EMBEDDED=on',
    );
  }
  return {
    databaseUrl,
    databaseDirectUrl: direct ?? databaseUrl,
    databaseEmbedded,
    databasePoolSize: reader.integer('DATABASE_POOL_SIZE', { min: 2, max: 100, fallback: 10 }),
  };
}

import { ConfigError, type EnvReader } from './env-reader';

export interface ReplicaSettings {
  /** A streaming replica of `databaseUrl` that answers requests which only read. */
  readonly databaseReplica: { readonly url: string; readonly maxLagMs: number } | undefined;
}

/** Under it a pause of the event loop alone would send all reads to the primary. */
const SHORTEST_LAG_MS = 200;

/** @throws ConfigError where it can't be a replica of the server in use. */
export function replicaSettings(reader: EnvReader): ReplicaSettings {
  const url = reader.url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']);
  const range = { min: SHORTEST_LAG_MS, max: 600_000, fallback: 2000 };
  const maxLagMs = reader.integer('DATABASE_REPLICA_MAX_LAG_MS', range);
  if (url === undefined) return { databaseReplica: undefined };
  const primary = reader.text('DATABASE_URL');
  if (primary === undefined) {
    throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded server has no replica');
  }
  if (serverOf(primary) === serverOf(url)) {
    throw new ConfigError('DATABASE_REPLICA_URL must be another server than DATABASE_URL');
  }
  return { databaseReplica: { url, maxLagMs } };
}

function serverOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname.toLowerCase()}:${port === '' ? '5432' : port}`;
}

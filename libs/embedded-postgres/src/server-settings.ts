/**
 * A replica needs as many senders as its primary, and both the same level. A commit that nobody waits for would be sent with
 * the next flush only, a fifth of a second later.
 */
const REPLICATED = {
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '1GB',
  hot_standby: 'on',
  synchronous_commit: 'on',
};

/** Settings of the server, given on its command line so that they are the same for every data folder, old or new. */
export function serverSettings(options: {
  port: number;
  durable: boolean;
  maxConnections: number;
  replicated: boolean;
}): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    max_connections: String(options.maxConnections),
    shared_buffers: '256MB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    effective_cache_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    // Bulk loads: one long checkpoint instead of many, and no replicas to feed.
    wal_level: 'minimal',
    max_wal_senders: '0',
    // What a start after a power cut has to repeat at most, at 20 to 60 MB/s on a disk of a laptop. The lower bound keeps
    // used segments: a new one is filled with zeros and synced by the process that needs it.
    max_wal_size: '2GB',
    min_wal_size: '2GB',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    synchronous_commit: 'on',
    // A statement whose client is gone is work for nobody. Windows can't look.
    ...(process.platform === 'win32' ? {} : { client_connection_check_interval: '2s' }),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %a ',
    log_min_messages: 'warning',
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...(options.replicated ? REPLICATED : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

import type { MachineResources } from './machine-resources';

const MB = 2 ** 20;

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

/** Tests start many servers with small databases on one machine. */
const OF_TESTS = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  max_wal_size: '2GB',
  min_wal_size: '2GB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/** Settings of the server, given on its command line so that they are the same for every data folder, old or new. */
export function serverSettings(options: {
  port: number;
  durable: boolean;
  maxConnections: number;
  replicated: boolean;
  machine: MachineResources;
}): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    max_connections: String(options.maxConnections),
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    random_page_cost: '1.1',
    jit: 'off',
    // Bulk loads: one long checkpoint instead of many, and no replicas to feed.
    wal_level: 'minimal',
    max_wal_senders: '0',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    synchronous_commit: 'on',
    // By default the background writer cleans 4 MB a second. What it leaves dirty is written by the connection that needs the
    // place, before it may read: a request's, while an import fills the buffers. It sleeps while nothing changes.
    bgwriter_delay: '10ms',
    bgwriter_lru_maxpages: '1000',
    bgwriter_lru_multiplier: '4',
    // A statement whose client is gone is work for nobody. Windows can't look.
    ...(process.platform === 'win32' ? {} : { client_connection_check_interval: '2s' }),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %a ',
    log_min_messages: 'warning',
    ...(options.durable ? settingsBySize(options.machine) : OF_TESTS),
    ...(options.replicated ? REPLICATED : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Settings that follow from the machine, which API, worker and the files' cache share with the server (ADR 169). The upper bound
 * of the log is also what a start after a power cut has to repeat at most, at 20 to 60 MB/s on a disk of a laptop. The lower one
 * keeps used segments: a new one is filled with zeros and synced by the process that needs it.
 */
export function settingsBySize({ memory, disk }: MachineResources): Record<string, string> {
  const log = inMegabytes(within((disk ?? 0) / 10, 256 * MB, 2048 * MB));
  return {
    shared_buffers: inMegabytes(within(memory / 4, 128 * MB, 1024 * MB)),
    effective_cache_size: inMegabytes(Math.max(memory / 2, 256 * MB)),
    max_wal_size: log,
    min_wal_size: log,
  };
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / MB)}MB`;
}

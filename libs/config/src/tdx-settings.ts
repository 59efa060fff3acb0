import { ConfigError, type EnvReader } from './env-reader';

/** Where TongDaXin's packages come from, and how politely they are requested. */
export interface TdxSettings {
  /** Up to and without `/g4day/YYYYMMDD.zip`. */
  readonly baseUrl: string;
  /** Up to and without `/q=`; undefined: no snapshot. */
  readonly snapshotUrl: string | undefined;
  /** Servers of share records and repair, `host:port`; none: not used. */
  readonly quoteHosts: readonly string[];
  /** Open days that an empty market gets. */
  readonly historyDays: number;
  /** From the end of one package to the start of the next, in milliseconds. */
  readonly paceMs: number;
  readonly userAgent: string;
}

const OFF = 'off';
const DEFAULT_AGENT = 'stock-cycle';

/** @throws ConfigError if a setting can't be used. */
export function tdxSettings(reader: EnvReader): TdxSettings {
  const userAgent = reader.text('TDX_USER_AGENT') ?? DEFAULT_AGENT;
  if (!/^[ -~]{1,200}$/.test(userAgent)) {
    throw new ConfigError('TDX_USER_AGENT must be at most 200 printable ASCII characters');
  }
  return {
    baseUrl: readUrl(reader, 'TDX_BASE_URL') ?? 'https://www.tdx.com.cn/products/data/data',
    snapshotUrl:
      reader.text('TDX_SNAPSHOT_URL') === OFF
        ? undefined
        : (readUrl(reader, 'TDX_SNAPSHOT_URL') ?? 'https://qt.gtimg.cn'),
    quoteHosts: readHosts(reader),
    historyDays: reader.integer('TDX_HISTORY_DAYS', { min: 1, max: 5000, fallback: 500 }),
    paceMs: reader.integer('TDX_PACE_MS', { min: 20, max: 600_000, fallback: 1000 }),
    userAgent,
  };
}

function readUrl(reader: EnvReader, name: string): string | undefined {
  const url = reader.url(name, ['http:', 'https:']);
  return url?.endsWith('/') === true ? url.slice(0, -1) : url;
}

function readHosts(reader: EnvReader): string[] {
  const text = reader.text('TDX_QUOTE_HOSTS');
  if (text === undefined || text === OFF) return [];
  const hosts = text.split(',').map((host) => host.trim());
  if (hosts.every((host) => /^[A-Za-z0-9.-]{1,253}:[0-9]{1,5}$/.test(host) && Number(host.split(':')[1]) <= 65_535)) {
    return hosts;
  }
  throw new ConfigError('TDX_QUOTE_HOSTS must be off, or a list of host:port separated by commas');
}

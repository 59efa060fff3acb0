import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type AiEvidence, aiSettings, type OperatorModel } from './ai-settings';
import { apiProcesses } from './api-processes';
import { type BackupSettings, backupSettings } from './backup-settings';
import { type DatabaseSettings, databaseSettings } from './database-settings';
import { ConfigError, EnvReader, type Environment } from './env-reader';
import { type ReplicaSettings, replicaSettings } from './replica-settings';
import { allowedHosts, checkTransport } from './hosts';
import { type KeepDays, keepDays } from './keep-settings';
import { type NotificationSettings, notificationSettings } from './notification-settings';
import { redisUrl } from './redis-address';
import { type TdxSettings, tdxSettings } from './tdx-settings';
import { type TracingSettings, tracingSettings } from './tracing-settings';

/** Forms of bar files; the names of `market import --format`. */
export type MarketFilesFormat = 'eastmoney-csv' | 'baostock-csv' | 'tushare-csv' | 'tdx';

/** Sources that a sync fetches from: each is a folder of `libs/vendors`. */
export const VENDOR_SOURCES = ['tushare', 'tdx'] as const;
export type VendorSource = (typeof VENDOR_SOURCES)[number];

/** The sources that a database's bars may come from: the one list of them. */
export const MARKET_SOURCES = ['demo', 'files', ...VENDOR_SOURCES] as const;
export type MarketSource = (typeof MARKET_SOURCES)[number];

/** Whether a sync can fetch from the source. `none` is the source of an empty database. */
export function isVendorSource(source: MarketSource | 'none'): source is VendorSource {
  return VENDOR_SOURCES.some((vendor) => vendor === source);
}

/** Where chip distributions come from. */
export const CHIP_MODELS = ['tushare', 'eastmoney'] as const;
export type ChipModel = (typeof CHIP_MODELS)[number];

/** Whether the daily check of sessions that have run their course only reports them, or closes them. */
export const AUTO_CLOSE_MODES = ['report', 'apply'] as const;

/** The APIs of Tushare that tell the money flow of stocks: each counts by rules of its own. */
const MONEY_FLOW_APIS = ['moneyflow', 'moneyflow_dc', 'moneyflow_ths'] as const;
export type MoneyFlowApi = (typeof MONEY_FLOW_APIS)[number];

/** The account at Tushare Pro and what may be requested of it, by all processes together. */
export interface TushareSettings {
  readonly token: string | undefined;
  readonly baseUrl: string;
  /** For one HTTP call, from its beginning to the last byte. */
  readonly timeoutMs: number;
  readonly callsPerMinute: number;
  readonly callsPerDay: number;
  /** The money flow that is fetched of each day. Undefined: none. */
  readonly moneyFlow: MoneyFlowApi | undefined;
}

/** More lanes than any model server serves at once. */
export const MAX_DRAIN_LANES = 32;

/** Every setting of the program, read once at boot. `.env.example` explains each for operators. */
export interface AppConfig extends BackupSettings, DatabaseSettings, NotificationSettings, ReplicaSettings {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** API processes that `npm start` runs on the one port. */
  readonly apiProcesses: number;
  /** Which of several this one is, from 1; the supervisor sets it. */
  readonly apiProcess: number | undefined;
  /** The folder of the embedded database, generated secrets and the runtime file, absolute. */
  readonly dataDir: string;
  /** One server, or the sentinels of several. Unset: the queue runs on PostgreSQL. */
  readonly redisUrl: string | undefined;
  /** Separates several installations in one Redis. */
  readonly redisPrefix: string;
  readonly adminUsername: string;
  readonly adminPassword: string | undefined;
  /** Unset outside production: generated into `dataDir`. */
  readonly jwtSecret: string | undefined;
  readonly jwtTtlSeconds: number;
  /** Of `MARKET_SOURCE`; without it the one that holds until an administrator chooses another. */
  readonly marketSource: MarketSource;
  /** Whether `MARKET_SOURCE` is set, which wins over what an administrator chose. */
  readonly marketSourceSet: boolean;
  readonly tushare: TushareSettings;
  readonly tdx: TdxSettings;
  /** Vendor calls for reports of single stocks that one market sync may make. */
  readonly syncReports: number;
  /** A folder of bar files that is read at the start and each day that it has changed. */
  readonly marketFilesDir: string | undefined;
  /** Unset: detected from the files. */
  readonly marketFilesFormat: MarketFilesFormat | undefined;
  readonly scanMaxTradingDays: number;
  /** Newest days whose bars a process keeps in memory for screens; 0: none, every answer comes from SQL. */
  readonly barMatrixDays: number;
  /**
   * The source of the chip distributions that sessions show: the vendor's `cyq_perf`, or our own bars. Unset: the vendor's if
   * the market is Tushare's.
   */
  readonly cyqModel: ChipModel | undefined;
  /** Bars of a stock that the `eastmoney` model looks at. */
  readonly cyqWindow: number;
  /** `apply`: two of the rules of automatic closing close the session; `report`: none does. */
  readonly cycleAutoClose: (typeof AUTO_CLOSE_MODES)[number];
  /** Percent below the entry close that automatic closing reports, by the daily price limit of the stock's board. */
  readonly cycleDrawdownPct: Readonly<Record<10 | 20 | 30, number>>;
  /** Address that browsers use; decides the cookie's Secure flag and the allowed Origin. */
  readonly publicUrl: string | undefined;
  /** How long the API goes on answering after a stop signal, in seconds, while it says that it is not ready. */
  readonly stopDelaySeconds: number;
  /** Of the command line's `mcp`: the server that it speaks to; undefined: the one that runs on `dataDir`. */
  readonly apiUrl: string | undefined;
  /** The personal key that `mcp` sends. */
  readonly apiKey: string | undefined;
  readonly trustProxy: boolean;
  /** Host names that requests may use, in addition to our own. */
  readonly allowedHosts: readonly string[];
  /** Whether requests are limited at all. */
  readonly rateLimit: boolean;
  /** Requests a minute of one client address without a credential. */
  readonly rateLimitPublicPerMinute: number;
  /** Requests a minute of one user, by all of their credentials together. */
  readonly rateLimitUserPerMinute: number;
  /** Set: the metrics are read with it as a Bearer credential. */
  readonly metricsToken: string | undefined;
  /** Set: the metrics are served there, and no longer on `port`. */
  readonly metricsPort: number | undefined;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Unset: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
  readonly clockStart: Date | undefined;
  /** How long a worker may hold a job without a heartbeat, in seconds. */
  readonly jobLeaseSeconds: number;
  /** Longest wait of a route that responds with a job's result, in seconds. */
  readonly jobWaitSeconds: number;
  /** Jobs that a user may have in flight in one queue. */
  readonly jobsPerUser: number;
  readonly workerConcurrency: number;
  /** Nice value of a worker: how far its priority is below that of the other processes of its machine. 0: not at all. */
  readonly workerNice: number;
  /**
   * Whether the worker's connections have a lower priority too. Only for a server whose processes are those of this machine, as the
   * embedded one's are: elsewhere their ids are those of strangers.
   */
  readonly workerNiceDatabase: boolean;
  /** A file that the worker touches while it lives, for a container's health check. */
  readonly workerHealthFile: string | undefined;
  /** How many sessions a drain fills at once, over all workers. */
  readonly aiDrainLanes: number;
  /** Days after which what grows is deleted. */
  readonly keepDays: KeepDays;
  /** Largest file that an upload may have. */
  readonly uploadMaxBytes: number;
  /** An OpenAI-compatible server, up to and without `/chat/completions`. */
  readonly aiBaseUrl: string | undefined;
  readonly aiApiKey: string | undefined;
  /** `AI_MODELS`: the models in use, in order of precedence; `rules` needs no server. Null: not set. */
  readonly aiModels: readonly string[] | null;
  /** Models of `AI_MODELS_FILE`, then those that only `AI_MODELS` names, at `AI_BASE_URL`. The console may add others. */
  readonly aiModelSettings: readonly OperatorModel[];
  /** Whether `AI_MODELS_FILE` is set. */
  readonly aiModelsFromFile: boolean;
  /** Keys of models, by the environment variable (`…_API_KEY`) that holds each. */
  readonly aiKeys: Readonly<Record<string, string>>;
  /** Longest time of one request to a model of `AI_BASE_URL`, its body included. */
  readonly aiTimeoutMs: number;
  /** Requests and tokens a Shanghai day, over all processes and models. */
  readonly aiCallsPerDay: number;
  readonly aiCallsPerUserPerDay: number;
  readonly aiTokensPerDay: number;
  /** What models get in addition to the bars. */
  readonly aiEvidence: readonly AiEvidence[];
}

/**
 * Validates the environment.
 * @throws ConfigError with one sentence for the first setting that can't be used.
 */
export function loadConfig(env: Environment = process.env): AppConfig {
  const reader = new EnvReader(env);
  const production = reader.choice('NODE_ENV', ['production', 'development', 'test'], 'development') === 'production';
  const clockStart = reader.instant('CLOCK_START');
  if (production && clockStart !== undefined) {
    throw new ConfigError('CLOCK_START is for replays and is refused when NODE_ENV=production');
  }
  const jwtSecret = reader.text('JWT_SECRET');
  if (jwtSecret !== undefined && jwtSecret.length < 32) {
    throw tooShort('JWT_SECRET', 32);
  }
  if (production && jwtSecret === undefined) {
    throw ConfigError.of('setting_missing', 'JWT_SECRET must be set when NODE_ENV=production', {
      setting: 'JWT_SECRET',
    });
  }
  const adminPassword = reader.text('ADMIN_PASSWORD');
  if (adminPassword !== undefined && adminPassword.length < 8) {
    throw tooShort('ADMIN_PASSWORD', 8);
  }
  const marketSource = reader.choice('MARKET_SOURCE', MARKET_SOURCES, 'demo');
  const tushare = readTushare(reader);
  if (marketSource === 'tushare' && tushare.token === undefined) {
    throw new ConfigError('MARKET_SOURCE=tushare needs TUSHARE_TOKEN, the token of your account at Tushare Pro');
  }
  const host = reader.text('HOST') ?? '127.0.0.1';
  const publicUrl = reader.url('PUBLIC_URL', ['http:', 'https:']);
  checkTransport(host, publicUrl, reader.flag('ALLOW_PLAIN_HTTP', false));
  return {
    production,
    host,
    port: reader.integer('PORT', { min: 0, max: 65_535, fallback: 3000 }),
    apiProcesses: apiProcesses(reader, availableParallelism()),
    apiProcess: reader.optionalInteger('API_PROCESS', { min: 1, max: 8 }),
    dataDir: resolve(reader.text('DATA_DIR') ?? '.data'),
    ...databaseSettings(reader),
    ...replicaSettings(reader),
    redisUrl: redisUrl(reader),
    redisPrefix: reader.text('REDIS_PREFIX') ?? 'stock-cycle',
    adminUsername: reader.text('ADMIN_USERNAME') ?? 'admin',
    adminPassword,
    jwtSecret,
    jwtTtlSeconds: reader.integer('JWT_TTL_SECONDS', { min: 60, max: 31_536_000, fallback: 7 * 86_400 }),
    marketSource,
    marketSourceSet: reader.text('MARKET_SOURCE') !== undefined,
    tushare,
    tdx: tdxSettings(reader),
    cyqModel: reader.text('CYQ_MODEL') === undefined ? undefined : reader.choice('CYQ_MODEL', CHIP_MODELS, 'eastmoney'),
    cyqWindow: reader.integer('CYQ_WINDOW', { min: 20, max: 2000, fallback: 120 }),
    syncReports: reader.integer('SYNC_REPORTS', { min: 0, max: 1_000_000, fallback: 3000 }),
    ...readMarketFiles(reader),
    barMatrixDays:
      reader.choice('BAR_MATRIX', ['on', 'off'], 'on') === 'on'
        ? reader.integer('BAR_MATRIX_DAYS', { min: 60, max: 5000, fallback: 780 })
        : 0,
    scanMaxTradingDays: reader.integer('SCAN_MAX_TRADING_DAYS', { min: 1, max: 2000, fallback: 60 }),
    cycleAutoClose: reader.choice('CYCLE_AUTO_CLOSE', ['report', 'apply'], 'report'),
    cycleDrawdownPct: {
      10: reader.integer('CYCLE_DRAWDOWN_10_PCT', { min: 1, max: 99, fallback: 15 }),
      20: reader.integer('CYCLE_DRAWDOWN_20_PCT', { min: 1, max: 99, fallback: 25 }),
      30: reader.integer('CYCLE_DRAWDOWN_30_PCT', { min: 1, max: 99, fallback: 30 }),
    },
    publicUrl,
    stopDelaySeconds: reader.integer('STOP_DELAY_SECONDS', { min: 0, max: 60, fallback: 0 }),
    apiUrl: reader.urlWithoutSecret('API_URL', 'API_KEY'),
    apiKey: reader.text('API_KEY'),
    trustProxy: reader.flag('TRUST_PROXY', false),
    allowedHosts: allowedHosts(reader),
    ...notificationSettings(reader),
    rateLimit: reader.flag('RATE_LIMIT', true),
    rateLimitPublicPerMinute: reader.integer('RATE_LIMIT_PUBLIC_PER_MINUTE', {
      min: 1,
      max: 10_000_000,
      fallback: 3000,
    }),
    rateLimitUserPerMinute: reader.integer('RATE_LIMIT_USER_PER_MINUTE', { min: 1, max: 10_000_000, fallback: 6000 }),
    metricsToken: metricsToken(reader),
    metricsPort: reader.optionalInteger('METRICS_PORT', { min: 0, max: 65_535 }),
    logLevel: reader.choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    tracing: tracingSettings(reader),
    clockStart,
    jobLeaseSeconds: reader.integer('JOB_LEASE_SECONDS', { min: 2, max: 3600, fallback: 15 }),
    jobsPerUser: reader.integer('JOBS_PER_USER', { min: 1, max: 10_000, fallback: 50 }),
    jobWaitSeconds: reader.integer('JOB_WAIT_SECONDS', { min: 1, max: 600, fallback: 110 }),
    workerConcurrency: reader.integer('WORKER_CONCURRENCY', { min: 1, max: 64, fallback: 4 }),
    workerNice: reader.integer('WORKER_NICE', { min: 0, max: 19, fallback: 15 }),
    workerNiceDatabase: reader.flag('WORKER_NICE_DATABASE', false),
    workerHealthFile: optionalPath(reader, 'WORKER_HEALTH_FILE'),
    aiDrainLanes: reader.integer('AI_DRAIN_LANES', { min: 1, max: MAX_DRAIN_LANES, fallback: 4 }),
    keepDays: keepDays(reader),
    uploadMaxBytes: reader.integer('UPLOAD_MAX_BYTES', { min: 1024, max: 2 ** 30, fallback: 64 * 2 ** 20 }),
    ...backupSettings(reader),
    ...aiSettings(reader),
  };
}

function tooShort(setting: string, least: number): ConfigError {
  return ConfigError.of('setting_too_short', `${setting} must have at least ${least} characters`, { setting, least });
}

function metricsToken(reader: EnvReader): string | undefined {
  const token = reader.text('METRICS_TOKEN');
  if (token !== undefined && !/^[!-~]{16,200}$/.test(token)) {
    throw new ConfigError('METRICS_TOKEN must be one word of 16 to 200 ASCII characters');
  }
  return token;
}

function readTushare(reader: EnvReader): TushareSettings {
  const token = reader.text('TUSHARE_TOKEN');
  if (token !== undefined && !/^[!-~]{1,200}$/.test(token)) {
    throw new ConfigError('TUSHARE_TOKEN must be one word of at most 200 ASCII characters');
  }
  const moneyFlow = reader.choice('MONEY_FLOW_SET', ['off', ...MONEY_FLOW_APIS], 'off');
  return {
    token,
    baseUrl: reader.urlWithoutSecret('TUSHARE_BASE_URL', 'TUSHARE_TOKEN') ?? 'https://api.tushare.pro',
    timeoutMs: reader.integer('TUSHARE_TIMEOUT_MS', { min: 100, max: 600_000, fallback: 30_000 }),
    callsPerMinute: reader.integer('TUSHARE_CALLS_PER_MINUTE', { min: 1, max: 1_000_000, fallback: 200 }),
    callsPerDay: reader.integer('TUSHARE_CALLS_PER_DAY', { min: 1, max: 1_000_000_000, fallback: 100_000 }),
    moneyFlow: moneyFlow === 'off' ? undefined : moneyFlow,
  };
}

function readMarketFiles(reader: EnvReader): Pick<AppConfig, 'marketFilesDir' | 'marketFilesFormat'> {
  const formats = ['auto', 'eastmoney-csv', 'baostock-csv', 'tushare-csv', 'tdx'] as const;
  const format = reader.choice('MARKET_FILES_FORMAT', formats, 'auto');
  return {
    marketFilesDir: optionalPath(reader, 'MARKET_FILES_DIR'),
    marketFilesFormat: format === 'auto' ? undefined : format,
  };
}

function optionalPath(reader: EnvReader, name: string): string | undefined {
  const path = reader.text(name);
  return path === undefined ? undefined : resolve(path);
}

import { Redis, type RedisOptions } from 'ioredis';
import { sentinelAddress } from '#lib/config';
import { FailoverConnector } from './failover-connector';

/** A sentinel that does not answer in this time is passed over. */
const SENTINEL_TIMEOUT_MS = 1000;
/** How soon a sentinel that was away is listened to again; ioredis' own is a minute. */
const SENTINEL_RETURNS_MS = 2000;
/** ioredis' own pause grows by 10 ms only: every process would look for its sentinels a hundred times a second. */
const lookAgain = (tries: number): number => Math.min(tries * 100, 1000);

/** A client of the server at `url`, or of the primary that the sentinels of `url` name. */
export function redisOf(url: string, options: RedisOptions): Redis {
  const found = redisOptions(url);
  return 'url' in found ? new Redis(url, options) : new Redis({ ...found, ...options });
}

/**
 * Where a client connects to, in the form that BullMQ takes: an address, or options for Sentinel. With Sentinel a client follows
 * each failover: it listens to the sentinels, so that it leaves a primary that is frozen or cut off from them, whose connection
 * stays open; and it leaves a server that has become a replica.
 */
export function redisOptions(url: string): { url: string } | RedisOptions {
  const address = sentinelAddress(url);
  if (address === undefined) return { url };
  const { tls, name, db, sentinels, username, password, sentinelUsername, sentinelPassword } = address;
  return {
    sentinels: sentinels.map((sentinel) => ({ ...sentinel })),
    name,
    db,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(sentinelUsername === undefined ? {} : { sentinelUsername }),
    ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
    ...(tls ? { tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
    Connector: FailoverConnector,
    failoverDetector: true,
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    sentinelRetryStrategy: lookAgain,
    sentinelReconnectStrategy: () => SENTINEL_RETURNS_MS,
    // 2: connect again, and repeat what was refused.
    reconnectOnError: (error) => (error.message.includes('READONLY') ? 2 : false),
  };
}

import type { AppConfig } from '#lib/config';

/** How the queue behaves in one process; all times in milliseconds. */
export interface QueueSettings {
  /** The server itself. A pooler would lose the queue's schema and its LISTEN, and a lease must not wait behind handlers in one. */
  databaseUrl: string;
  redisUrl: string | undefined;
  /** Separates several programs, or test databases, in one Redis. */
  redisPrefix: string;
  /** Jobs that one worker runs at once in each queue. */
  concurrency: number;
  /** Jobs that a user may have in flight in one queue. */
  jobsPerUser: number;
  /** How long a job stays with a worker that sends no heartbeat. */
  leaseMs: number;
  relayEveryMs: number;
  reconcileEveryMs: number;
  /** A published job that nobody claimed for so long is published again. */
  redeliverAfterMs: number;
  heartbeatEveryMs: number;
  /** A queue without a heartbeat for so long counts as one that nobody drains. */
  workerLostAfterMs: number;
  /** How long running jobs may go on after SIGTERM before they are aborted and handed back. */
  shutdownGraceMs: number;
  /** A job that this build does not know is handed back for so long, and then failed. */
  unknownJobTimeoutMs: number;
  /** The first wait before a job that was handed back so is offered again. */
  unknownJobDelayMs: number;
  /** A file that is touched while the worker lives. */
  healthFile: string | undefined;
}

export const QUEUE_SETTINGS = Symbol('QUEUE_SETTINGS');

export function toQueueSettings(config: AppConfig): QueueSettings {
  if (config.databaseDirectUrl === undefined) throw new Error('the queue needs DATABASE_URL');
  return {
    databaseUrl: config.databaseDirectUrl,
    redisUrl: config.redisUrl,
    redisPrefix: config.redisPrefix,
    concurrency: config.workerConcurrency,
    jobsPerUser: config.jobsPerUser,
    leaseMs: config.jobLeaseSeconds * 1000,
    relayEveryMs: 1000,
    reconcileEveryMs: 5000,
    redeliverAfterMs: 15_000,
    heartbeatEveryMs: 4000,
    workerLostAfterMs: 15_000,
    shutdownGraceMs: 2000,
    unknownJobTimeoutMs: 86_400_000,
    unknownJobDelayMs: 2000,
    healthFile: config.workerHealthFile,
  };
}

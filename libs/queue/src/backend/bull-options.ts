import { setTimeout as sleep } from 'node:timers/promises';
import type { IQueueBackend } from 'bullmq';
import type { QueueConsumer, WakeUp } from './queue-backend';

const ERROR_PAUSE_MS = 1000;
const GIVING_WAY_MS = 100;

/** What BullMQ stores as a job's data. */
export interface WakeUpData {
  jobId: number;
}

interface BullJob {
  name: string;
  data: WakeUpData;
  opts: { jobId: string; attempts: number; removeOnComplete: true; removeOnFail: true };
}

/** What we use of BullMQ's `Queue`, whose own type differs by store. */
export interface BullProducer {
  addBulk(jobs: BullJob[]): Promise<unknown>;
}

/** What we use of BullMQ's `Worker`. */
interface BullWorker extends QueueConsumer {
  getBackend(): Pick<IQueueBackend, 'disconnectBlocking'>;
}

/** BullMQ's forced close leaves its wait for the next job running, which ends seconds later and holds the process. */
export function consumerOf(worker: BullWorker): QueueConsumer {
  return {
    pause: (doNotWaitActive) => worker.pause(doNotWaitActive),
    disconnect: () => worker.disconnect(),
    close: async (force) => {
      if (force) await worker.getBackend().disconnectBlocking(true);
      await worker.close(force);
    },
  };
}

/** The id of a wake-up in BullMQ: publishing one outbox row twice adds one job. */
export function bullIdOf(outboxId: number): string {
  return `ob-${outboxId}`;
}

/** BullMQ tries once and forgets: retries, results and failures are rows of ours. */
export function bullJobOf(wakeUp: WakeUp): BullJob {
  return {
    name: 'wake-up',
    data: { jobId: wakeUp.jobId },
    opts: { jobId: bullIdOf(wakeUp.outboxId), attempts: 1, removeOnComplete: true, removeOnFail: true },
  };
}

/**
 * Worker options of both stores. A wake-up that died with its worker before the claim is delivered again only after
 * BullMQ's lock has run out (until then publishing it again does nothing), so the lock is short. A lock that BullMQ believes
 * lost only means one more wake-up, which the claim drops, so `maxStalledCount` never ends a job.
 */
export const BULL_WORKER_OPTIONS = {
  lockDuration: 6000,
  stalledInterval: 3000,
  maxStalledCount: 1_000_000,
  runRetryDelay: ERROR_PAUSE_MS,
} as const;

/**
 * Makes a worker rest after a failed fetch. BullMQ rests after some connection errors only; after others (a server that is
 * starting up, a missing schema) its loop asks again at once and keeps a processor busy.
 */
export function restingAfterErrors<Backend extends IQueueBackend>(backend: Backend): Backend {
  const fetchNext = backend.moveToActive.bind(backend);
  backend.moveToActive = async (...parameters: Parameters<IQueueBackend['moveToActive']>) => {
    try {
      return (await fetchNext(...parameters)) as unknown[];
    } catch (error) {
      await sleep(ERROR_PAUSE_MS, undefined, { ref: false });
      throw error;
    }
  };
  return backend;
}

/**
 * Makes a worker ask for its next job a moment later than the others, so that a job it handed back does not come to it again and
 * again. When it has to wait depends on the store:
 *
 * - Redis serves who has waited longest, so it waits before it listens for the bell. BullMQ rings it a second time as it hands a
 *   job out, all workers ask anew together, and the one that got the job would be ahead by a millisecond each time.
 * - PostgreSQL wakes all at once and serves who asks first, so it waits after the bell.
 */
export function givingWay<Backend extends IQueueBackend>(
  backend: Backend,
  bell: 'wakes_longest_waiting' | 'wakes_all',
  givesWay: () => boolean,
): Backend {
  const waitForJob = backend.waitForJob.bind(backend);
  const letOthersGo = async (): Promise<void> => {
    if (givesWay()) await sleep(GIVING_WAY_MS, undefined, { ref: false });
  };
  backend.waitForJob = async (blockTimeout) => {
    if (bell === 'wakes_longest_waiting') await letOthersGo();
    const woken = await waitForJob(blockTimeout);
    if (bell === 'wakes_all') await letOthersGo();
    return woken;
  };
  return backend;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { IQueueBackend } from 'bullmq';
import type { QueueConsumer, WakeUp } from './queue-backend';

const ERROR_PAUSE_MS = 1000;
const LOW_PRIORITY_DELAY_MS = 100;

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
export function toConsumer(worker: BullWorker): QueueConsumer {
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
export function toBullId(outboxId: number): string {
  return `ob-${outboxId}`;
}

/** BullMQ tries once and forgets: retries, results and failures are rows of ours. */
export function toBullJob(wakeUp: WakeUp): BullJob {
  return {
    name: 'wake-up',
    data: { jobId: wakeUp.jobId },
    opts: { jobId: toBullId(wakeUp.outboxId), attempts: 1, removeOnComplete: true, removeOnFail: true },
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
 * Makes a worker pause after a failed fetch. BullMQ pauses after some connection errors only; after others (a server that is
 * starting up, a missing schema) its loop fetches again at once and keeps a processor busy.
 */
export function withPauseAfterErrors<Backend extends IQueueBackend>(backend: Backend): Backend {
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
 * Makes a worker request its next job a moment later than the others, so that a job it handed back does not come to it again
 * and again. When it has to wait depends on the store:
 *
 * - Redis serves the worker that has waited longest, so this one waits before it listens. BullMQ wakes it a second time as it
 *   hands a job out, all workers request again together, and the one that got the job would be ahead by a millisecond each time.
 * - PostgreSQL wakes all at once and serves the first request, so this one waits after it was woken.
 */
export function withLowPriority<Backend extends IQueueBackend>(
  backend: Backend,
  order: 'wakes_longest_waiting' | 'wakes_all',
  hasLowPriority: () => boolean,
): Backend {
  const waitForJob = backend.waitForJob.bind(backend);
  const letOthersGoFirst = async (): Promise<void> => {
    if (hasLowPriority()) await sleep(LOW_PRIORITY_DELAY_MS, undefined, { ref: false });
  };
  backend.waitForJob = async (blockTimeout) => {
    if (order === 'wakes_longest_waiting') await letOthersGoFirst();
    const woken = await waitForJob(blockTimeout);
    if (order === 'wakes_all') await letOthersGoFirst();
    return woken;
  };
  return backend;
}

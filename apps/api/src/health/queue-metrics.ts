import type { Registry } from 'prom-client';
import type { QueueStats } from '#lib/queue';
import { type MetricValue, MetricSet } from './metric-set';

const WORKER = ['worker'];

/** Background jobs, and the worker processes that do them. */
export function registerQueueMetrics(registry: Registry) {
  return new MetricSet(registry, {
    jobs: { help: 'Background jobs by state', labels: ['state'] },
    oldest_waiting_seconds: {
      help: 'Age of the oldest job that waits for a worker, and of the oldest outbox row',
      labels: ['waiting_for'],
    },
    live_workers: { help: 'Workers with a recent sign of life' },
    queue_jobs: {
      help: 'Jobs in flight by queue and state; queues without any are left out',
      labels: ['queue', 'state'],
    },
    queue_oldest_waiting_seconds: {
      help: 'Age of the oldest job of a queue that waits for a worker',
      labels: ['queue'],
    },
    jobs_failed_last_day: { help: 'Jobs that failed in the last 24 hours', labels: ['name'] },
    job_crashes_last_day: {
      help: 'How often jobs lost their worker: those in flight and those that ended in the last 24 hours',
      labels: ['name'],
    },
    expired_leases: { help: 'Running jobs whose worker gave no sign of life in time and that nobody took back yet' },
    worker_resident_memory_bytes: { help: 'Memory of a worker process', labels: WORKER },
    worker_eventloop_delay_seconds: {
      help: '99th percentile of the event loop delay of a worker process since its last sign of life',
      labels: WORKER,
    },
    worker_running_jobs: { help: 'Jobs that a worker process runs', labels: WORKER },
    worker_pool_connections: { help: 'Database connections of a worker process', labels: ['worker', 'state'] },
  });
}

/** What a reading of the queue says, line by line. */
export function formatQueueMetrics(stats: QueueStats) {
  return {
    jobs: [
      { labels: { state: 'queued' }, value: stats.queued },
      { labels: { state: 'running' }, value: stats.running },
      { labels: { state: 'failed_last_day' }, value: stats.failedLastDay },
      { labels: { state: 'outbox' }, value: stats.outbox },
    ],
    oldest_waiting_seconds: [
      { labels: { waiting_for: 'worker' }, value: stats.oldestQueuedSeconds },
      { labels: { waiting_for: 'relay' }, value: stats.oldestOutboxSeconds },
    ],
    live_workers: [{ value: stats.liveWorkers }],
    queue_jobs: stats.queues.flatMap(({ queue, queued, running }) => [
      { labels: { queue, state: 'queued' }, value: queued },
      { labels: { queue, state: 'running' }, value: running },
    ]),
    queue_oldest_waiting_seconds: stats.queues.map(({ queue, oldestQueuedSeconds }) => ({
      labels: { queue },
      value: oldestQueuedSeconds,
    })),
    jobs_failed_last_day: stats.troubles.map(({ name, failed }) => ({ labels: { name }, value: failed })),
    job_crashes_last_day: stats.troubles.map(({ name, crashes }) => ({ labels: { name }, value: crashes })),
    expired_leases: [{ value: stats.expiredLeases }],
    worker_resident_memory_bytes: ofWorkers(stats, (worker) => worker.memoryBytes),
    worker_eventloop_delay_seconds: ofWorkers(stats, (worker) => worker.eventLoopDelaySeconds),
    worker_running_jobs: ofWorkers(stats, (worker) => worker.runningJobs),
    worker_pool_connections: [
      ...ofWorkers(stats, (worker) => worker.poolTotal, { state: 'total' }),
      ...ofWorkers(stats, (worker) => worker.poolIdle, { state: 'idle' }),
      ...ofWorkers(stats, (worker) => worker.poolWaiting, { state: 'waiting' }),
    ],
  };
}

function ofWorkers(
  { workers }: QueueStats,
  read: (worker: QueueStats['workers'][number]) => number | undefined,
  labels: Record<string, string> = {},
): MetricValue[] {
  return workers.map((worker) => ({ labels: { worker: worker.workerId, ...labels }, value: read(worker) ?? null }));
}

import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Database } from '#lib/database';
import type { WorkerStats } from '../domain/worker-stats';
import type { JobRunner } from './job-runner';

const NANOSECONDS = 1e9;

/** Measures a worker process for its heartbeat, which the API's metrics page reads: workers have no HTTP. */
export class ProcessMonitor {
  private readonly eventLoop: IntervalHistogram;

  constructor(
    private readonly database: Database,
    private readonly runner: JobRunner,
  ) {
    this.eventLoop = monitorEventLoopDelay({ resolution: 20 });
    this.eventLoop.enable();
  }

  /** The delay of the event loop is that since the last reading. */
  read(): WorkerStats {
    const pool = this.database.getPoolStats();
    const figures = {
      memoryBytes: process.memoryUsage.rss(),
      eventLoopDelaySeconds: this.eventLoop.percentile(99) / NANOSECONDS,
      runningJobs: this.runner.runningJobs,
      poolTotal: pool.total,
      poolIdle: pool.idle,
      poolWaiting: pool.waiting,
    };
    this.eventLoop.reset();
    return figures;
  }

  stop(): void {
    this.eventLoop.disable();
  }
}

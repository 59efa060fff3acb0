import { Inject, Injectable } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { METRICS } from '#lib/observability';
import { Jobs } from '#lib/queue';

/** The page that Prometheus reads. Queue figures come from the database at each reading; without it they are left out. */
@Injectable()
export class MetricsService {
  private readonly databaseUp: Gauge;
  private readonly jobs: Gauge<'state'>;
  private readonly oldest: Gauge<'waiting_for'>;
  private readonly workers: Gauge;

  constructor(
    @Inject(METRICS) private readonly registry: Registry,
    @Inject(Jobs) private readonly queue: Jobs,
  ) {
    const registers = [registry];
    this.databaseUp = new Gauge({ name: 'database_up', help: '1 while the database answers', registers });
    this.jobs = new Gauge({ name: 'jobs', help: 'Background jobs by state', labelNames: ['state'], registers });
    this.oldest = new Gauge({
      name: 'oldest_waiting_seconds',
      help: 'Age of the oldest job that waits for a worker, and of the oldest outbox row',
      labelNames: ['waiting_for'],
      registers,
    });
    this.workers = new Gauge({ name: 'live_workers', help: 'Workers with a recent sign of life', registers });
  }

  async page(): Promise<string> {
    await this.refresh().catch(() => {
      this.databaseUp.set(0);
      for (const gauge of [this.jobs, this.oldest, this.workers]) gauge.reset();
    });
    return this.registry.metrics();
  }

  private async refresh(): Promise<void> {
    const stats = await this.queue.stats();
    this.databaseUp.set(1);
    this.jobs.set({ state: 'queued' }, stats.queued);
    this.jobs.set({ state: 'running' }, stats.running);
    this.jobs.set({ state: 'failed_last_day' }, stats.failedLastDay);
    this.jobs.set({ state: 'outbox' }, stats.outbox);
    this.oldest.set({ waiting_for: 'worker' }, stats.oldestQueuedSeconds);
    this.oldest.set({ waiting_for: 'relay' }, stats.oldestOutboxSeconds);
    this.workers.set(stats.liveWorkers);
  }
}

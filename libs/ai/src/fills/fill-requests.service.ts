import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import { type EnqueuedJob, type EnqueueOptions, JobsService } from '#lib/queue';
import { type RecordKind, sessionClosed, SessionsService } from '#lib/tracking';
import { dryRunFillJob } from '../jobs/dry-run-fill.job';
import { fillDailyJob } from '../jobs/fill-daily.job';
import { fillMissingDaysJob } from '../jobs/fill-missing-days.job';
import { fillWeeklyJob } from '../jobs/fill-weekly.job';

/** Fills that a caller requests: checked, and queued as jobs. */
@Injectable()
export class FillRequestsService {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws AppError `not_found`, `session_closed`, `queue_unavailable`, `no_worker`. */
  requestDaily(sessionId: number, onlyMissing: boolean, requestedBy: number): Promise<{ jobId: number }> {
    const job = onlyMissing ? fillMissingDaysJob : fillDailyJob;
    return this.request(sessionId, job.queue, requestedBy, (tx, options) =>
      this.jobs.enqueue(tx, job, { sessionId }, options),
    );
  }

  /** @throws AppError as {@link requestDaily}. */
  requestWeekly(sessionId: number, onlyMissing: boolean, requestedBy: number): Promise<{ jobId: number }> {
    return this.request(sessionId, fillWeeklyJob.queue, requestedBy, (tx, options) =>
      this.jobs.enqueue(tx, fillWeeklyJob, { sessionId, onlyMissing }, options),
    );
  }

  /** Requests a dry run: what a fill would write. @throws AppError as {@link requestDaily}. */
  requestDryRun(
    sessionId: number,
    kind: RecordKind,
    onlyMissing: boolean,
    requestedBy: number,
  ): Promise<{ jobId: number }> {
    return this.request(sessionId, dryRunFillJob.queue, requestedBy, (tx, options) =>
      this.jobs.enqueue(tx, dryRunFillJob, { sessionId, kind, onlyMissing }, options),
    );
  }

  private async request(
    sessionId: number,
    queue: string,
    requestedBy: number,
    enqueue: (tx: Transaction, options: EnqueueOptions) => Promise<EnqueuedJob>,
  ): Promise<{ jobId: number }> {
    const { session } = await this.sessions.get(sessionId);
    if (session.status === 'closed') throw sessionClosed(sessionId);
    await this.jobs.assertReachable(queue);
    const { jobId } = await this.db.transaction((tx) => enqueue(tx, { requestedBy, dedupeScope: String(requestedBy) }));
    this.jobs.publishSoon();
    return { jobId };
  }
}

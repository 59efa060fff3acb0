import { Inject, Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { AppError } from '#lib/kernel';
import { QueueBackend } from './backend/queue-backend';
import { withDeadline } from './with-deadline';
import type { AnyJobDefinition } from './job-definition';
import { JOB_DEFINITIONS } from './worker/queue-workers';

const LONGEST_READ_MS = 5000;

/** BullMQ's own view of all queues: the wake-ups that wait in its store. For looking only, since the row of a job is the truth. */
@Injectable()
export class BullQueues {
  constructor(
    private readonly backend: QueueBackend,
    @Inject(JOB_DEFINITIONS) private readonly definitions: readonly AnyJobDefinition[],
  ) {}

  /** Every queue that a job is declared for, on the connections that this process publishes by. */
  all(): Queue[] {
    const names = [...new Set(this.definitions.map(({ queue }) => queue))];
    return names.map((name) => this.backend.view(name));
  }

  /**
   * Reads with the views of {@link all}, which would wait for a store that is unavailable without a bound.
   * @throws AppError `queue_unavailable`.
   */
  async read<T>(reading: () => Promise<T>): Promise<T> {
    try {
      await this.backend.ping();
      return await withDeadline(LONGEST_READ_MS, 'the queue', reading());
    } catch (cause) {
      throw AppError.unavailable(
        'queue_unavailable',
        "the job queue's store does not answer; jobs wait in PostgreSQL",
        {
          retryAfterSeconds: 5,
          cause,
        },
      );
    }
  }
}

import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { type Database, prepareStatement } from '#lib/database';
import { messageOf } from '#lib/kernel';
import type { ProcessFigures } from './process-figures';

const BEAT = prepareStatement<object>(
  'beat_worker',
  `with forgotten as (delete from worker_heartbeat where seen_at < now() - interval '1 day')
   insert into worker_heartbeat (worker_id, queues, figures) values ($1, $2, $3::jsonb)
   on conflict (worker_id) do update set seen_at = now(), figures = excluded.figures`,
);

/** Tells the other processes that this worker drains its queues. */
export class WorkerHeartbeat {
  private readonly logger = new Logger('WorkerHeartbeat');
  private readonly workerId = randomUUID();
  private failing = false;
  private storedAt: Date | undefined;

  constructor(
    private readonly database: Database,
    private readonly queues: readonly string[],
    private readonly figures: ProcessFigures,
  ) {}

  /** When the last sign of life reached the database. */
  get lastStored(): Date | undefined {
    return this.storedAt;
  }

  /** Never rejects. */
  async beat(): Promise<void> {
    try {
      await this.database.query(BEAT, [this.workerId, this.queues, JSON.stringify(this.figures.read())]);
      this.storedAt = new Date();
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.warn(`no heartbeat: ${messageOf(error)}`);
      this.failing = true;
    }
  }

  async end(): Promise<void> {
    this.figures.stop();
    await this.database.query('delete from worker_heartbeat where worker_id = $1', [this.workerId]);
  }
}

import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Database } from '#lib/database';
import { messageOf } from '#lib/kernel';
import { deleteHeartbeat, writeHeartbeat } from '../persistence/worker-heartbeats.query';
import type { ProcessMonitor } from './process-monitor';

/** Reports to the other processes that this worker drains its queues. */
export class WorkerHeartbeat {
  private readonly logger = new Logger('WorkerHeartbeat');
  private readonly workerId = randomUUID();
  private failing = false;
  private ended = false;
  private current: Promise<void> | undefined;
  private storedAt: Date | undefined;

  constructor(
    private readonly database: Database,
    private readonly queues: readonly string[],
    private readonly monitor: ProcessMonitor,
  ) {}

  /** When the last heartbeat reached the database. */
  get lastStored(): Date | undefined {
    return this.storedAt;
  }

  /** Writes nothing after {@link end}: a late heartbeat would report a worker that is gone. Never rejects. */
  async beat(): Promise<void> {
    if (this.ended) return;
    this.current = this.store();
    await this.current;
  }

  /** Removes the heartbeat after one that is on its way. */
  async end(): Promise<void> {
    this.ended = true;
    this.monitor.stop();
    await this.current;
    await deleteHeartbeat(this.database, this.workerId);
  }

  private async store(): Promise<void> {
    try {
      await writeHeartbeat(this.database, this.workerId, this.queues, this.monitor.read());
      this.storedAt = new Date();
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.warn(`no heartbeat: ${messageOf(error)}`);
      this.failing = true;
    }
  }
}

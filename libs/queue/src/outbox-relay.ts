import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Database } from '#lib/database';
import { groupBy, messageOf } from '#lib/kernel';
import { runOutsideTraces } from '#lib/observability';
import { QueueBackend } from './backend/queue-backend';
import { CONTROL_DATABASE } from './control-database';
import { lockDueRows, noteFailure, removePublished } from './persistence/outbox.query';

const BATCH = 100;

/**
 * Moves due outbox rows to the queue backend. Any number may run at once: rows in work are skipped. A crash between
 * publishing and deleting publishes a second time under the same id.
 */
@Injectable()
export class OutboxRelay {
  private readonly logger = new Logger('Queue');
  private current: Promise<void> | undefined;
  private again = false;
  private failing = false;

  constructor(
    @Inject(CONTROL_DATABASE) private readonly database: Database,
    private readonly backend: QueueBackend,
  ) {}

  /** Publishes soon, in the background. Call it after the commit; nothing is lost if it fails. */
  drainSoon(): void {
    // It publishes what others wrote, too.
    runOutsideTraces(() => void this.drain());
  }

  /** Publishes what is due now. Never rejects: what could not be published stays for the next time. */
  async drain(): Promise<void> {
    this.again = true;
    this.current ??= this.drainUntilQuiet().finally(() => {
      this.current = undefined;
    });
    await this.current;
  }

  private async drainUntilQuiet(): Promise<void> {
    while (this.again) {
      this.again = false;
      try {
        if ((await this.publishBatch()) === BATCH) this.again = true;
        if (this.failing) this.logger.log('publishing jobs again');
        this.failing = false;
      } catch (error) {
        if (!this.failing) this.logger.warn(`jobs wait in the outbox: ${messageOf(error)}`);
        this.failing = true;
        return;
      }
    }
  }

  /** @returns number of rows published. @throws the backend's error, after noting it on the rows. */
  private async publishBatch(): Promise<number> {
    let failure: Error | undefined;
    const published = await this.database.transaction(async (tx) => {
      failure = undefined;
      const rows = await lockDueRows(tx, BATCH);
      const done: number[] = [];
      for (const [queue, wakeUps] of groupBy(rows, (row) => row.queue)) {
        const ids = wakeUps.map((wakeUp) => wakeUp.outboxId);
        try {
          await this.backend.publish(queue, wakeUps);
          done.push(...ids);
        } catch (error) {
          failure = error instanceof Error ? error : new Error(messageOf(error));
          await noteFailure(tx, ids, failure.message);
          break;
        }
      }
      if (done.length > 0) await removePublished(tx, done);
      return done.length;
    });
    if (failure !== undefined) throw failure;
    return published;
  }
}

import { Injectable } from '@nestjs/common';
import { Database, insertOf, type Transaction } from '#lib/database';
import { ScheduleRun } from './persistence/schedule-run.entity';

/**
 * Lets a scheduled run start once however many workers reach its minute, and once more not after a restart: a timer is
 * only a trigger, the row decides.
 */
@Injectable()
export class ScheduleGate {
  constructor(private readonly database: Database) {}

  /**
   * Runs `work` in the transaction that takes the slot (a trade day, say); where it fails, the slot stays free.
   * @returns false where the slot was taken before.
   */
  async once(name: string, slot: string, work: (tx: Transaction) => Promise<void>): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const { text, parameters } = insertOf(ScheduleRun, { name, slot });
      const rows = await tx.query(`${text} on conflict do nothing returning name`, parameters);
      if (rows.length === 0) return false;
      await work(tx);
      return true;
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';

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
      const rows = await tx.query(
        `insert into schedule_run (name, slot) values ($1, $2) on conflict do nothing returning name`,
        [name, slot],
      );
      if (rows.length === 0) return false;
      await work(tx);
      return true;
    });
  }
}

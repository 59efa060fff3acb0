import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import { takeSlot } from './persistence/schedule-runs.query';

/**
 * Lets a scheduled run start once however many workers reach its minute, and once more not after a restart: a timer is
 * only a trigger, the row decides.
 */
@Injectable()
export class ScheduleGate {
  constructor(private readonly database: Database) {}

  /**
   * Runs `work` in the transaction that takes the slot (a trade day, for example); if it fails, the slot stays free.
   * @returns false if the slot was taken before.
   */
  async once(name: string, slot: string, work: (tx: Transaction) => Promise<void>): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await takeSlot(tx, name, slot))) return false;
      await work(tx);
      return true;
    });
  }
}

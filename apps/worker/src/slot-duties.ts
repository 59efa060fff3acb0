import type { Logger } from '@nestjs/common';
import type { Transaction } from '#lib/database';
import { type CalendarDay, messageOf } from '#lib/kernel';
import type { ScheduleGate } from '#lib/queue';

/** Duties that are done once for each day of theirs, by one of all workers. */
export class SlotDuties {
  /** Days of duties that were seen done, so that not every look asks the database. */
  private readonly daysSeen = new Map<string, CalendarDay>();

  constructor(
    private readonly gate: ScheduleGate,
    private readonly logger: Logger,
  ) {}

  /**
   * Does a duty where no worker has done so for its day. Never fails: the next look tries again.
   * @param name Of the slot. @param what For the log. @param day The last day whose time has passed.
   * @returns whether it looked: false where this worker has seen the day done, and where it could not.
   */
  async once(
    name: string,
    what: string,
    day: CalendarDay | Promise<CalendarDay>,
    work: (tx: Transaction, day: CalendarDay) => Promise<void>,
  ): Promise<boolean> {
    try {
      const slot = await day;
      if (this.daysSeen.get(name) === slot) return false;
      await this.gate.once(name, slot, (tx) => work(tx, slot));
      this.daysSeen.set(name, slot);
      return true;
    } catch (error) {
      this.logger.warn(`could not schedule ${what}: ${messageOf(error)}`);
      return false;
    }
  }
}

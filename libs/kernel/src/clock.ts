import { type CalendarDay, shanghaiDayAt } from './calendar-day';

/**
 * The business clock: what the program calls "now" and "today".
 * Leases, retries and token times don't use it; they stay on the real clock.
 */
export abstract class Clock {
  abstract now(): Date;

  /** The calendar day in Asia/Shanghai. */
  today(): CalendarDay {
    return shanghaiDayAt(this.now());
  }
}

/** The machine's clock, or one that started at `start` when the process did (`CLOCK_START`, to replay historical data). */
export class SystemClock extends Clock {
  private readonly offsetMs: number;

  constructor(start?: Date) {
    super();
    this.offsetMs = start === undefined ? 0 : start.getTime() - Date.now();
  }

  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}

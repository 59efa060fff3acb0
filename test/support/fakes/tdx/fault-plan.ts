import type { CalendarDay } from '#lib/kernel';

export interface FaultScope {
  /** The only day whose requests meet the fault. Left out: any day's do. */
  readonly day?: CalendarDay;
  /** How many requests meet it. Left out: all until the plan is cleared. */
  readonly times?: number;
}

interface PlannedFault<Fault> extends FaultScope {
  readonly fault: Fault;
  left: number;
}

/** What requests will meet: faults of their day first, then those of any day, in the order in which they were added. */
export class FaultPlan<Fault> {
  private planned: PlannedFault<Fault>[] = [];

  add(fault: Fault, { day, times = Infinity }: FaultScope = {}): void {
    this.planned.push({ fault, left: times, ...(day === undefined ? {} : { day }) });
  }

  /** The fault that a request for the day meets now. */
  take(day: CalendarDay): Fault | undefined {
    const next = this.planned.find((one) => one.day === day) ?? this.planned.find((one) => one.day === undefined);
    if (next === undefined) return undefined;
    next.left -= 1;
    if (next.left <= 0) this.planned = this.planned.filter((one) => one !== next);
    return next.fault;
  }

  clear(): void {
    this.planned = [];
  }
}

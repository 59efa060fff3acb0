import type { CalendarDay } from '#lib/kernel';
import type { RowsOfDays } from './domain/rows-of-days';
import type { DaySet } from './domain/data-sets';
import type { WaitingDay } from './persistence/sync-units.query';
import { unpackRows } from './packed-rows';

/** The rows that a load stores, each stock under the code that it has now. */
export class FetchedDays {
  private readonly sets = new Map<DaySet, Map<CalendarDay, { code: string; tradeDate: CalendarDay }[]>>();

  /** @param renamed old code → new code, of stocks whose exchange gave them another. */
  constructor(answers: readonly WaitingDay[], renamed: ReadonlyMap<string, string>) {
    for (const { dataSet, day, content } of answers) {
      const byCode = new Map<string, { code: string; tradeDate: CalendarDay }>();
      for (const row of unpackRows<{ code: string; tradeDate: CalendarDay }>(content)) {
        const code = renamed.get(row.code) ?? row.code;
        if (code === row.code || !byCode.has(code)) byCode.set(code, { ...row, code });
      }
      const days = this.sets.get(dataSet) ?? new Map<CalendarDay, { code: string; tradeDate: CalendarDay }[]>();
      this.sets.set(dataSet, days.set(day, [...byCode.values()]));
    }
  }

  /** All days of which anything has come, oldest first. */
  days(): CalendarDay[] {
    return [...new Set([...this.sets.values()].flatMap((days) => [...days.keys()]))].sort();
  }

  has(dataSet: DaySet, day: CalendarDay): boolean {
    return this.sets.get(dataSet)?.has(day) === true;
  }

  /** The rows of one day by code. The caller knows what rows the data set has. */
  byCode<Row extends { code: string }>(dataSet: DaySet, day: CalendarDay): Map<string, Row> {
    const rows = (this.sets.get(dataSet)?.get(day) ?? []) as unknown as Row[];
    return new Map(rows.map((row) => [row.code, row]));
  }

  /** The rows of all days. */
  of<Row extends { code: string }>(dataSet: DaySet): RowsOfDays<Row> {
    const days = this.sets.get(dataSet) ?? new Map<CalendarDay, never[]>();
    return { days: [...days.keys()], rows: [...days.values()].flat() as unknown as Row[] };
  }
}

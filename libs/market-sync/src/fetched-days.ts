import type { CalendarDay } from '#lib/kernel';
import type { RowsOfDays } from './domain/rows-of-days';
import type { DaySet, SeparateDaySet } from './domain/data-sets';
import type { DailyBar, ListedDay, Suspension } from './domain/vendor-rows';
import type { WaitingDay } from './persistence/sync-units.query';
import { unpackRows } from './packed-rows';

type DayRow = { code: string; tradeDate: CalendarDay };

/** A data set's day with its rows. */
export interface UnpackedDay {
  readonly dataSet: DaySet;
  readonly day: CalendarDay;
  readonly rows: readonly DayRow[];
}

export function unpackDays(answers: readonly WaitingDay[]): UnpackedDay[] {
  return answers.map(({ dataSet, day, content }) => ({ dataSet, day, rows: unpackRows<DayRow>(content) }));
}

/** The stocks of each day that came as a package. */
export function findPackages(days: readonly UnpackedDay[]): Map<CalendarDay, readonly ListedDay[]> {
  const packages = days.filter(({ dataSet }) => dataSet === 'package');
  return new Map(packages.map(({ day, rows }) => [day, rows as readonly ListedDay[]]));
}

/** The rows that a load stores, each stock under the code that it has now. A package counts as the sets that it holds. */
export class FetchedDays {
  private readonly sets = new Map<DaySet, Map<CalendarDay, DayRow[]>>();

  /** @param renamed old code → new code, of stocks whose exchange gave them another. */
  constructor(unpacked: readonly UnpackedDay[], renamed: ReadonlyMap<string, string>) {
    for (const { dataSet, day, rows } of unpacked) {
      const byCode = new Map<string, DayRow>();
      for (const row of rows) {
        const code = renamed.get(row.code) ?? row.code;
        if (code === row.code || !byCode.has(code)) byCode.set(code, code === row.code ? row : { ...row, code });
      }
      this.add(dataSet, day, [...byCode.values()]);
      if (dataSet === 'package') this.addParts(day, [...byCode.values()] as ListedDay[]);
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

  private add(dataSet: DaySet, day: CalendarDay, rows: DayRow[]): void {
    const days = this.sets.get(dataSet) ?? new Map<CalendarDay, DayRow[]>();
    this.sets.set(dataSet, days.set(day, rows));
  }

  private addParts(tradeDate: CalendarDay, listed: readonly ListedDay[]): void {
    const bars = listed.flatMap((row) => toBar(row) ?? []);
    const suspended = listed.filter(({ bar }) => bar === null);
    const separate: [SeparateDaySet, DayRow[]][] = [
      ['bars', bars],
      ['suspensions', suspended.map(({ code }): Suspension => ({ code, tradeDate, timing: null }))],
    ];
    for (const [dataSet, rows] of separate) this.add(dataSet, tradeDate, rows);
  }
}

function toBar({ bar, code, exchange, board, tradeDate }: ListedDay): DailyBar | undefined {
  if (bar === null) return undefined;
  const [open, high, low, close, preClose, volume, amount] = bar;
  return { code, exchange, board, tradeDate, open, high, low, close, preClose, volume, amount };
}

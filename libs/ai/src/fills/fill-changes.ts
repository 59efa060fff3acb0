import { isDeepStrictEqual } from 'node:util';
import type { CalendarDay, JsonValue } from '#lib/kernel';
import type { DailyRecordView, WeeklyRecordView } from '#lib/tracking';

export const FILL_ACTIONS = ['create', 'overwrite'] as const;

export type FieldChange = { field: string; before: JsonValue; after: JsonValue };

/** What a fill would do to one record. A type alias: only it is assignable to JSON. */
export type FillChange = {
  /** The trading day, or the week's end date. */
  date: CalendarDay;
  action: (typeof FILL_ACTIONS)[number];
  /** Fields whose value would change, in the record's spelling; `before` is null in a new record. */
  fields: FieldChange[];
};

/** Columns that change with any write and are no part of the judgement. */
const NOT_COMPARED = new Set([
  ...['id', 'sessionId', 'tradeDate', 'weekEndDate', 'manualRemarkHistory', 'aiRunId', 'dataThrough', 'evidence'],
  ...['isLatest', 'version', 'createdAt', 'updatedAt'],
]);

type RecordRow = DailyRecordView | WeeklyRecordView;

/** The difference between the records as they stand and as a fill leaves them, oldest first, field by field. */
export function fillChanges(before: readonly RecordRow[], after: readonly RecordRow[]): FillChange[] {
  const known = new Map(before.map((record) => [record.id, record as unknown as Fields]));
  return after
    .map((record): FillChange => {
      const earlier = known.get(record.id);
      const action = earlier === undefined ? 'create' : 'overwrite';
      return { date: getDate(record), action, fields: differences(earlier, record as unknown as Fields) };
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

type Fields = Record<string, JsonValue>;

function differences(before: Fields | undefined, after: Fields): FillChange['fields'] {
  return Object.entries(after).flatMap(([field, value]) => {
    const earlier = before?.[field] ?? null;
    const same = isDeepStrictEqual(earlier, value) || (earlier === null && Array.isArray(value) && value.length === 0);
    return NOT_COMPARED.has(field) || same ? [] : [{ field, before: earlier, after: value }];
  });
}

function getDate(record: RecordRow): CalendarDay {
  return 'tradeDate' in record ? record.tradeDate : record.weekEndDate;
}

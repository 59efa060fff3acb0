import type { DailyRecord, WeeklyRecord } from './session-detail';

export type AnyRecord = DailyRecord | WeeklyRecord;

/** What a fill writes, in the order of the form. */
export const JUDGED_FIELDS = [
  'supplyDemand',
  'alignFlag',
  'primaryPhaseHint',
  'cycleSubTags',
  'cycleEvents',
  'evidenceNote',
] as const;
export type JudgedField = (typeof JUDGED_FIELDS)[number];

export interface FieldChange {
  readonly field: JudgedField;
  readonly before: string | readonly string[] | null;
  readonly after: string | readonly string[] | null;
}

export interface RecordChange {
  readonly day: string;
  readonly after: AnyRecord;
  /** The record as it was; null where there was none. */
  readonly before: AnyRecord | null;
  readonly fields: readonly FieldChange[];
}

export function dayOf(record: AnyRecord): string {
  return 'tradeDate' in record ? record.tradeDate : record.weekEndDate;
}

/** What a fill changed, record by record, newest first, field by field. */
export function fillChanges(before: readonly AnyRecord[], written: readonly AnyRecord[]): RecordChange[] {
  const earlier = new Map(before.map((record) => [dayOf(record), record]));
  return written.map((after) => {
    const was = earlier.get(dayOf(after)) ?? null;
    const fields = JUDGED_FIELDS.map((field) => ({ field, before: was?.[field] ?? null, after: after[field] }));
    return { day: dayOf(after), after, before: was, fields: fields.filter(isChange) };
  });
}

function isChange({ before, after }: FieldChange): boolean {
  return JSON.stringify(isNothing(before) ? null : before) !== JSON.stringify(isNothing(after) ? null : after);
}

/** An empty list of tags says as little as no note. */
function isNothing(value: FieldChange['before']): boolean {
  return value === null || value.length === 0;
}

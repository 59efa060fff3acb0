import { type AnyRecord, getDay } from '../../records/record-calls';
import { JUDGED_FIELDS, type JudgedField, type JudgedValue, isSameValue } from '../../records/judged-fields';

export interface FieldChange {
  readonly field: JudgedField;
  readonly before: JudgedValue;
  readonly after: JudgedValue;
}

export interface RecordChange {
  readonly day: string;
  readonly after: AnyRecord;
  /** The record as it was; null if there was none. */
  readonly before: AnyRecord | null;
  readonly fields: readonly FieldChange[];
}

/** What a fill changed, record by record, newest first, field by field. */
export function fillChanges(before: readonly AnyRecord[], written: readonly AnyRecord[]): RecordChange[] {
  const earlier = new Map(before.map((record) => [getDay(record), record]));
  return written.map((after) => {
    const was = earlier.get(getDay(after)) ?? null;
    const fields = JUDGED_FIELDS.map((field) => ({ field, before: was?.[field] ?? null, after: after[field] }));
    return {
      day: getDay(after),
      after,
      before: was,
      fields: fields.filter((one) => !isSameValue(one.before, one.after)),
    };
  });
}

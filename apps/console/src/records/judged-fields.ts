/** What people and models judge in a record, in the order of the form. */
export const JUDGED_FIELDS = [
  'supplyDemand',
  'alignFlag',
  'primaryPhaseHint',
  'cycleSubTags',
  'cycleEvents',
  'evidenceNote',
] as const;
export type JudgedField = (typeof JUDGED_FIELDS)[number];
export type JudgedValue = string | readonly string[] | null;

/** Whether two values say the same; an empty list of tags says as little as no note. */
export function isSameValue(one: JudgedValue, other: JudgedValue): boolean {
  const isEmpty = (value: JudgedValue): boolean => value === null || value.length === 0;
  return isEmpty(one) ? isEmpty(other) : JSON.stringify(one) === JSON.stringify(other);
}

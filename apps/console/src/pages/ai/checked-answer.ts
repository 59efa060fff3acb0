/** Fields of one judged day or week in their order, each a word, a note or a list of words. */
export type JudgedFields = readonly (readonly [name: string, value: string | readonly string[] | null])[];

export interface CheckedAnswer {
  readonly outlook: string | null;
  readonly judgements: readonly { readonly date: string; readonly fields: JudgedFields }[];
  readonly items: readonly { readonly key: string; readonly point: boolean | null; readonly reason: string }[];
}

/** Reads the `answer` of a run, which the document does not describe; what does not look like one is left out. */
export function checkedAnswer(answer: unknown): CheckedAnswer {
  const { outlook, judgements, items } = isRecord(answer) ? answer : {};
  return {
    outlook: typeof outlook === 'string' ? outlook : null,
    judgements: toRecords(judgements).flatMap(({ date, judgement }) =>
      typeof date === 'string' && isRecord(judgement) ? [{ date, fields: toFields(judgement) }] : [],
    ),
    items: toRecords(items).flatMap(({ key, point, reason }) =>
      typeof key === 'string' && typeof reason === 'string'
        ? [{ key, reason, point: typeof point === 'boolean' ? point : null }]
        : [],
    ),
  };
}

function toFields(judgement: Record<string, unknown>): JudgedFields {
  return Object.entries(judgement).map(([name, value]) => {
    if (Array.isArray(value)) return [name, value.filter((word) => typeof word === 'string')] as const;
    return [name, typeof value === 'string' ? value : null] as const;
  });
}

function toRecords(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

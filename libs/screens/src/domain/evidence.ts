/** What a number of the evidence counts in; pages and files show it by its unit. */
export const EVIDENCE_UNITS = [
  'pct',
  'times',
  'yuan',
  'yi',
  'lots',
  'bars',
  'days',
  'count',
  'score',
  'yesNo',
  'date',
  'text',
  'number',
] as const;
export type EvidenceUnit = (typeof EVIDENCE_UNITS)[number];

export type EvidenceValue = number | string | boolean | null;

/** By the keys that the screen declares. */
export type Evidence = Readonly<Record<string, EvidenceValue>>;

/** A number that a screen shows of each hit. Its key carries the unit, such as `amountYi`. */
export interface EvidenceColumn {
  readonly key: string;
  readonly unit: EvidenceUnit;
  readonly zh: string;
  readonly en: string;
  /** Of a column of words: what pages and the command line call each of its values. */
  readonly values?: EvidenceWords;
}

/** Values in both languages. */
export type EvidenceWords<Value extends string = string> = Readonly<
  Record<Value, { readonly zh: string; readonly en: string }>
>;

import type { Schemas } from '../../api/client';
import { type Formats, NOTHING } from '../../i18n/formats-in';
import type { Language } from '../../preferences/preferences';
import { isRecord } from './parameter-fields';

/** A column of the evidence; `values` are the words of its states. */
export type EvidenceColumn = Omit<Schemas['EvidenceColumnResponse'], 'values'> & {
  readonly values?: Readonly<Record<string, unknown>>;
};

/** The condition of a formula that gives it no name: true of every hit. */
export const UNNAMED_CONDITION = 'RESULT';

/** The columns that say something of a hit. */
export function shownColumns(columns: readonly EvidenceColumn[]): EvidenceColumn[] {
  return columns.filter(({ key }) => key !== UNNAMED_CONDITION);
}

const LOTS_SHARES = 100;

/** Whether values stand to the right, as numbers do. */
export function isNumeric({ unit }: EvidenceColumn): boolean {
  return unit !== 'text' && unit !== 'yesNo';
}

/** A value of the evidence, by its unit. */
export function formatEvidence(
  column: EvidenceColumn,
  value: unknown,
  { formats, language, today }: { formats: Formats; language: Language; today: string },
): string {
  const { unit } = column;
  if (typeof value === 'boolean') return YES_NO[language][value ? 'yes' : 'no'];
  if (typeof value === 'string') return unit === 'date' ? formats.day(value, today) : wordOf(column, value, language);
  if (typeof value !== 'number' || !Number.isFinite(value)) return NOTHING;
  switch (unit) {
    case 'pct':
      return formats.percent(value, 2);
    case 'times':
      return `${formats.decimal(value, 2)}×`;
    case 'yuan':
      return formats.price(value);
    case 'yi':
      return formats.capYi(value);
    case 'lots':
      return formats.volume(value * LOTS_SHARES);
    case 'bars':
    case 'days':
    case 'count':
      return formats.count(value);
    case 'yesNo':
      return YES_NO[language][value === 0 ? 'no' : 'yes'];
    case 'score':
    case 'number':
    case 'date':
    case 'text':
      return formats.decimal(value, decimalsOf(value));
  }
}

/** A state in the words of its column; itself where it has none. */
export function wordOf({ values }: EvidenceColumn, value: string, language: Language): string {
  const words = values?.[value];
  const word = isRecord(words) ? words[language] : undefined;
  return typeof word === 'string' ? word : value;
}

const YES_NO = { zh: { yes: '是', no: '否' }, en: { yes: 'Yes', no: 'No' } } as const;

const MOST_DECIMALS = 4;

/** Whole numbers have none; small ones show what there is of them. */
function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  return Math.abs(value) >= 1 ? 2 : MOST_DECIMALS;
}

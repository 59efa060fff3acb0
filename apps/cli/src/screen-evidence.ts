import type { Evidence, EvidenceColumn, EvidenceUnit, ScreenRow } from '#lib/screens';
import type { CommandContext } from './command-context';
import type { Column } from './table';
import { EVIDENCE_MESSAGES } from './messages/evidence.messages';
import { groupDigits } from './messages/group-digits';

/** Digits behind the point of units that are not whole numbers. */
const DECIMALS: Readonly<Partial<Record<EvidenceUnit, number>>> = { pct: 2, times: 2, yuan: 2, yi: 2, score: 2 };
const WORDS: readonly EvidenceUnit[] = ['text', 'date', 'yesNo'];
/** What a formula shows may be of any size. */
const DIGITS_OF_ANY = 6;

/** The evidence of a screen as columns, with its own names and units in the person's language. */
export function evidenceColumns(columns: readonly EvidenceColumn[], context: CommandContext): Column<ScreenRow>[] {
  return columns.map((column) => ({
    title: describeTitle(column[context.language], column.unit, context),
    align: WORDS.includes(column.unit) ? 'left' : 'right',
    cell: ({ evidence }) => describeValue(evidence[column.key] ?? null, column, context),
  }));
}

function describeTitle(name: string, unit: EvidenceUnit, context: CommandContext): string {
  const t = context.words(EVIDENCE_MESSAGES);
  const short = { pct: '%', times: t.times, yuan: t.yuan, yi: t.yi, lots: t.lots, bars: t.bars, days: t.days };
  return Object.hasOwn(short, unit) ? `${name}(${short[unit as keyof typeof short]})` : name;
}

function describeValue(value: Evidence[string], { unit, values }: EvidenceColumn, context: CommandContext): string {
  const t = context.words(EVIDENCE_MESSAGES);
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (typeof value === 'string') return values?.[value]?.[context.language] ?? value;
  if (unit === 'number') return String(Number(value.toPrecision(DIGITS_OF_ANY)));
  const decimals = DECIMALS[unit];
  return decimals === undefined ? groupDigits(Math.round(value)) : value.toFixed(decimals);
}

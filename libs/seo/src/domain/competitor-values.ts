import { type AmountRange, readAmount, readDuration } from './amount';
import { readText } from './cell-text';
import type { DecimalMark } from './decimal-mark';
import type { ReadResult } from './read-result';
import { readDay } from './time-cell';

/** What is stored of a competitor's site besides its domain, by the name of the column. */
export interface CompetitorValues {
  name: string | null;
  description: string | null;
  /** The number's text, without thousands separators. */
  monthly_visits: string | null;
  created_date: string | null;
  page_count: number | null;
  pages_per_visit: number | null;
  backlinks: number | null;
  public_revenue: number | null;
  cpm_rate: number | null;
  global_rank: number | null;
  /** Seconds. */
  avg_duration: number | null;
  /** Percent, as the next. */
  bounce_rate: number | null;
  search_traffic_ratio: number | null;
  notes: string | null;
  tags: string | null;
}

export type CompetitorField = keyof CompetitorValues;

/** No domain was registered before. */
export const FIRST_DOMAIN_DAY = '1985-01-01';

/** Texts by their longest length. */
export const COMPETITOR_TEXTS = {
  name: { max: 200 },
  description: { max: 5000, multiline: true },
  notes: { max: 20_000, multiline: true },
  tags: { max: 1000 },
} as const;

/** Numbers, which may come as text too. */
export const COMPETITOR_NUMBERS = {
  monthly_visits: {},
  page_count: { whole: true },
  pages_per_visit: { max: 1e9 },
  backlinks: { whole: true },
  public_revenue: { max: 1e15, money: true },
  cpm_rate: { max: 1e9, money: true },
  global_rank: { whole: true },
  bounce_rate: { max: 100, percent: true },
  search_traffic_ratio: { max: 100, percent: true },
} as const satisfies Record<string, AmountRange>;

/** Every field, in the order of the table. */
export const COMPETITOR_FIELDS = [
  'name',
  'description',
  'monthly_visits',
  'created_date',
  'page_count',
  'pages_per_visit',
  'backlinks',
  'public_revenue',
  'cpm_rate',
  'global_rank',
  'avg_duration',
  'bounce_rate',
  'search_traffic_ratio',
  'notes',
  'tags',
] as const satisfies readonly CompetitorField[];

/** Reads one field from text; `what` names it in the reason. Nothing is null. */
export function readCompetitorField(
  field: CompetitorField,
  what: string,
  text: string,
  decimal?: DecimalMark,
): ReadResult<string | number | null> {
  switch (field) {
    case 'name':
    case 'description':
    case 'notes':
    case 'tags':
      return readText(what, text, COMPETITOR_TEXTS[field]);
    case 'created_date':
      return readDay(what, text, FIRST_DOMAIN_DAY);
    case 'avg_duration':
      return readDuration(what, text);
    case 'monthly_visits': {
      const reading = readAmount(what, text, { decimal });
      return 'problem' in reading || reading.value === null ? reading : { value: String(reading.value) };
    }
    default:
      return readAmount(what, text, { ...COMPETITOR_NUMBERS[field], decimal });
  }
}

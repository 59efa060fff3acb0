import type { Schemas } from '../../api/client';

type Competitor = Schemas['CompetitorResponse'];
type Body = Schemas['CompetitorBody'];

/** The fields of the form: as the request calls them, and as the record does. */
export const COMPETITOR_FIELDS = [
  ['name', 'name'],
  ['monthlyVisits', 'monthly_visits'],
  ['globalRank', 'global_rank'],
  ['pageCount', 'page_count'],
  ['backlinks', 'backlinks'],
  ['pagesPerVisit', 'pages_per_visit'],
  ['avgDuration', 'avg_duration'],
  ['bounceRate', 'bounce_rate'],
  ['searchTrafficRatio', 'search_traffic_ratio'],
  ['publicRevenue', 'public_revenue'],
  ['cpmRate', 'cpm_rate'],
  ['createdDate', 'created_date'],
  ['tags', 'tags'],
  ['description', 'description'],
  ['notes', 'notes'],
] as const;

export type CompetitorField = (typeof COMPETITOR_FIELDS)[number][0];

/** What stands in the fields; empty if there is nothing. */
export type CompetitorForm = Readonly<Record<CompetitorField, string>>;

export function toForm(record: Competitor | undefined): CompetitorForm {
  return Object.fromEntries(
    COMPETITOR_FIELDS.map(([field, column]) => {
      const value = record?.[column] ?? '';
      return [field, field === 'createdDate' ? String(value).slice(0, 10) : String(value)];
    }),
  ) as Record<CompetitorField, string>;
}

/** What to send: fields that were not touched are left out and keep their values; emptied ones are null and are cleared. */
export function findChanges(before: CompetitorForm, now: CompetitorForm): Omit<Body, 'domain'> {
  return Object.fromEntries(
    COMPETITOR_FIELDS.flatMap(([field]) => {
      const value = now[field].trim();
      return value === before[field].trim() ? [] : [[field, value === '' ? null : value]];
    }),
  );
}

/** What takes a save back: the fields that it changed, as they were. */
export function toReversal(before: CompetitorForm, changes: Omit<Body, 'domain'>): Omit<Body, 'domain'> {
  return Object.fromEntries(
    COMPETITOR_FIELDS.flatMap(([field]) =>
      field in changes ? [[field, before[field] === '' ? null : before[field]]] : [],
    ),
  );
}

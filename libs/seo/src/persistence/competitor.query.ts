import { columnNamesOf, type SqlRunner, type Wire, wireColumnsOf } from '#lib/database';
import { COMPETITOR_FIELDS, type CompetitorValues } from '../domain/competitor-values';
import { containing } from './like-pattern';
import { SeoCompetitor } from './seo-competitor.entity';

/** A competitor's site as responses show it. */
export type CompetitorRecord = Wire<SeoCompetitor>;

const COLUMNS = [
  wireColumnsOf(SeoCompetitor, 'c', ['id', 'domain', 'name', 'description', 'monthly_visits']),
  `to_char(c.created_date, 'YYYY-MM-DD"T00:00:00.000Z"') as created_date`,
  wireColumnsOf(SeoCompetitor, 'c', [
    ...(['page_count', 'pages_per_visit', 'backlinks', 'public_revenue', 'cpm_rate', 'global_rank'] as const),
    ...(['avg_duration', 'bounce_rate', 'search_traffic_ratio', 'notes', 'tags', 'created_at', 'updated_at'] as const),
  ]),
].join(', ');

/**
 * Creates or updates the record of a domain in one statement, so that there is never a second one. Fields that are not
 * given keep what is stored.
 */
export async function saveCompetitor(
  sql: SqlRunner,
  domain: string,
  values: Partial<CompetitorValues>,
): Promise<{ record: CompetitorRecord; created: boolean }> {
  const given = COMPETITOR_FIELDS.filter((field) => values[field] !== undefined);
  const [row] = await sql.query<CompetitorRecord & { isNew: boolean }>(
    `with saved as (
       insert into seo_competitor (${columnNamesOf(SeoCompetitor, ['domain', ...given])})
       values ($1${given.map((_, at) => `, $${at + 2}`).join('')})
       on conflict (domain) do update set
         ${[...given.map((field) => `${field} = excluded.${field}`), 'updated_at = now()'].join(', ')}
       returning *, xmax = 0 as is_new
     )
     select ${COLUMNS}, c.is_new as "isNew" from saved c`,
    [domain, ...given.map((field) => values[field])],
  );
  if (row === undefined) throw new Error('the saved competitor was not returned');
  const { isNew, ...record } = row;
  return { record, created: isNew };
}

function condition(text: string): { where: string; parameters: unknown[] } {
  return text === ''
    ? { where: 'true', parameters: [] }
    : { where: '(c.domain like $1 or c.name ilike $1)', parameters: [containing(text)] };
}

export function listCompetitors(
  sql: SqlRunner,
  text: string,
  page: { limit: number; offset: number },
): Promise<CompetitorRecord[]> {
  const { where, parameters } = condition(text);
  return sql.query<CompetitorRecord>(
    `select ${COLUMNS} from seo_competitor c where ${where} order by c.domain
     limit $${parameters.length + 1} offset $${parameters.length + 2}`,
    [...parameters, page.limit, page.offset],
  );
}

export async function countCompetitors(sql: SqlRunner, text: string, most: number): Promise<number> {
  const { where, parameters } = condition(text);
  const [row] = await sql.query<{ count: number }>(
    `select count(*) as count from (select from seo_competitor c where ${where} limit $${parameters.length + 1}) as counted`,
    [...parameters, most],
  );
  return row?.count ?? 0;
}

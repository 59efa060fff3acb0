import { isoInstant, type SqlRunner } from '#lib/database';
import { COMPETITOR_FIELDS, type CompetitorValues } from '../domain/competitor-values';
import { containing } from './like-pattern';

/** A competitor's site as replies show it. */
export interface CompetitorRecord extends CompetitorValues {
  id: number;
  domain: string;
  /** Percent, seconds and money as numbers; `created_date` an instant. */
  created_at: string;
  updated_at: string;
}

const MIDNIGHT = `to_char(c.created_date, 'YYYY-MM-DD"T00:00:00.000Z"')`;

const COLUMNS = `c.id, c.domain, ${COMPETITOR_FIELDS.map((field) =>
  field === 'created_date' ? `${MIDNIGHT} as created_date` : `c.${field}`,
).join(', ')}, ${isoInstant('c.created_at')} as created_at, ${isoInstant('c.updated_at')} as updated_at`;

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
  const columns = ['domain', ...given];
  const [row] = await sql.query<CompetitorRecord & { isNew: boolean }>(
    `with saved as (
       insert into seo_competitor (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})
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

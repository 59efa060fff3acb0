import { isoInstant, type SqlRunner } from '#lib/database';
import { reversedHost } from '../domain/host-name';
import { containing } from './like-pattern';

/** A backlink in the lists of our own routes. */
export interface BacklinkRow {
  id: number;
  fromUrl: string;
  toUrl: string | null;
  anchor: string | null;
  title: string | null;
  qualityScore: number | null;
  pageAuthority: number | null;
  semrushAscore: number | null;
  ahrefsUr: number | null;
  domainAuthority: number | null;
  isLost: boolean;
  nofollow: boolean | null;
  source: string | null;
  firstSeen: string | null;
  lastSeen: string | null;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
}

/** `contains`: the domain anywhere in the address. `host`: pages of the domain and its subdomains alone. */
export const BACKLINK_MATCHES = ['contains', 'host'] as const;
export type BacklinkMatch = (typeof BACKLINK_MATCHES)[number];

const BEST_FIRST = 'quality_score desc nulls last, page_authority desc nulls last, created_at desc, id desc';

/** The address of the linking page: `from_url` is marked where the page has further links. */
const PAGE = 'coalesce(b.page_url, b.from_url)';

/** Whether `b` is the best of its page's links that are there: a page is answered once. */
const BEST_OF_PAGE = `not exists (
    select from seo_backlink o where o.from_url = ${PAGE} and ${better()}
  ) and not exists (
    select from seo_backlink o where o.page_url = ${PAGE} and ${better()}
  )`;

function better(): string {
  const rank = (row: string): string =>
    `(coalesce(${row}.quality_score, '-infinity'), coalesce(${row}.page_authority, '-infinity'), ${row}.created_at, ${row}.id)`;
  return `o.deleted_at is null and not o.is_lost and ${rank('o')} > ${rank('b')}`;
}

const THERE = `b.deleted_at is null and not b.is_lost`;

/** The best pages that link from a domain, at most `limit`, each once, at the place of its best link. Lost links are none. */
export function backlinkUrls(
  sql: SqlRunner,
  domain: string,
  match: BacklinkMatch,
  limit: number,
): Promise<{ fromUrl: string }[]> {
  if (match === 'contains') {
    return sql.query(
      `select ${PAGE} as "fromUrl" from seo_backlink b where b.search_text like $1 and ${THERE} and ${BEST_OF_PAGE}
       order by ${BEST_FIRST} limit $2`,
      [containing(domain), limit],
    );
  }
  const hostKey = reversedHost(domain);
  // The host itself is read in its order; subdomains stand behind it in the same index.
  return sql.query(
    `select ${PAGE} as "fromUrl" from (
       (select * from seo_backlink b where b.host_key = $1 and ${THERE} and ${BEST_OF_PAGE} order by ${BEST_FIRST} limit $3)
       union all
       (select * from seo_backlink b where b.host_key >= $2 || '.' and b.host_key < $2 || '/' and ${THERE}
          and ${BEST_OF_PAGE} order by ${BEST_FIRST} limit $3)
     ) as b order by ${BEST_FIRST} limit $3`,
    [hostKey, hostKey, limit],
  );
}

export interface BacklinkSearch {
  /** Part of the linking page's address, lower-cased; empty for all. */
  text: string;
  /** Pages of this domain and its subdomains alone; instead of a text. */
  host?: string | undefined;
  deleted?: boolean;
}

function backlinkColumns(b: string): string {
  return `${b}.id, coalesce(${b}.page_url, ${b}.from_url) as "fromUrl", ${b}.to_url as "toUrl", ${b}.anchor, ${b}.title,
    ${b}.quality_score as "qualityScore", ${b}.page_authority as "pageAuthority",
    ${b}.semrush_ascore as "semrushAscore", ${b}.ahrefs_ur as "ahrefsUr",
    ${b}.domain_authority as "domainAuthority", ${b}.nofollow, ${b}.is_lost as "isLost", ${b}.source, ${b}.first_seen as "firstSeen",
    ${b}.last_seen as "lastSeen", ${isoInstant(`${b}.created_at`)} as "createdAt",
    ${isoInstant(`${b}.updated_at`)} as "updatedAt", ${isoInstant(`${b}.deleted_at`)} as "deletedAt"`;
}

function searchConditions({ text, host, deleted }: BacklinkSearch): { where: string; parameters: unknown[] } {
  const where = deleted === true ? 'deleted_at is not null' : 'deleted_at is null';
  if (host !== undefined) {
    const ofHost = `(host_key = $1 or (host_key >= $1 || '.' and host_key < $1 || '/'))`;
    return { where: `${where} and ${ofHost}`, parameters: [reversedHost(host)] };
  }
  return text === ''
    ? { where, parameters: [] }
    : { where: `${where} and search_text like $1`, parameters: [containing(text)] };
}

export function listBacklinks(
  sql: SqlRunner,
  search: BacklinkSearch,
  page: { limit: number; offset: number },
): Promise<BacklinkRow[]> {
  const { where, parameters } = searchConditions(search);
  return sql.query<BacklinkRow>(
    `select ${backlinkColumns('b')} from seo_backlink b where ${where} order by ${BEST_FIRST}
     limit $${parameters.length + 1} offset $${parameters.length + 2}`,
    [...parameters, page.limit, page.offset],
  );
}

/** How many backlinks a search has, counted up to `most`. */
export async function countBacklinks(sql: SqlRunner, search: BacklinkSearch, most: number): Promise<number> {
  const { where, parameters } = searchConditions(search);
  const [row] = await sql.query<{ count: number }>(
    `select count(*) as count from (select from seo_backlink where ${where} limit $${parameters.length + 1}) as counted`,
    [...parameters, most],
  );
  return row?.count ?? 0;
}

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
  domainAuthority: number | null;
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

/** The best pages that link from a domain, at most `limit`. */
export function backlinkUrls(
  sql: SqlRunner,
  domain: string,
  match: BacklinkMatch,
  limit: number,
): Promise<{ fromUrl: string }[]> {
  if (match === 'contains') {
    return sql.query(
      `select from_url as "fromUrl" from seo_backlink where search_text like $1 and deleted_at is null
       order by ${BEST_FIRST} limit $2`,
      [containing(domain), limit],
    );
  }
  const hostKey = reversedHost(domain);
  // The host itself is read in its order; subdomains stand behind it in the same index.
  return sql.query(
    `select from_url as "fromUrl" from (
       (select * from seo_backlink where host_key = $1 and deleted_at is null order by ${BEST_FIRST} limit $3)
       union all
       (select * from seo_backlink where host_key >= $2 || '.' and host_key < $2 || '/' and deleted_at is null
        order by ${BEST_FIRST} limit $3)
     ) as best order by ${BEST_FIRST} limit $3`,
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
  return `${b}.id, ${b}.from_url as "fromUrl", ${b}.to_url as "toUrl", ${b}.anchor, ${b}.title,
    ${b}.quality_score as "qualityScore", ${b}.page_authority as "pageAuthority",
    ${b}.domain_authority as "domainAuthority", ${b}.nofollow, ${b}.source, ${b}.first_seen as "firstSeen",
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

import { type SqlRunner, type Wire, wireColumnsOf } from '#lib/database';
import { reversedHost } from '../domain/host-name';
import { containing } from './like-pattern';
import { SeoBacklink } from './seo-backlink.entity';

const LISTED = [
  ...(['toUrl', 'anchor', 'title', 'qualityScore', 'pageAuthority', 'semrushAscore', 'ahrefsUr'] as const),
  ...(['domainAuthority', 'nofollow', 'isLost', 'source', 'firstSeen', 'lastSeen'] as const),
  ...(['createdAt', 'updatedAt', 'deletedAt'] as const),
] as const;

/** A backlink in the lists of our own routes. */
export interface BacklinkRow extends Wire<Pick<SeoBacklink, 'id' | (typeof LISTED)[number]>> {
  /** The address of the linking page. */
  fromUrl: string;
}

/** `contains`: the domain anywhere in the address. `host`: pages of the domain and its subdomains alone. */
export const BACKLINK_MATCHES = ['contains', 'host'] as const;
export type BacklinkMatch = (typeof BACKLINK_MATCHES)[number];

const BEST_FIRST = 'quality_score desc nulls last, page_authority desc nulls last, created_at desc, id desc';

/** The address of the linking page: `from_url` is marked if the page has further links. */
const PAGE = 'coalesce(b.page_url, b.from_url)';

/** Whether `b` is the best of its page's links that are there: a page is listed once. */
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

/**
 * The best pages that link from a domain, at most `limit`, each once, at the position of its best link. Lost links are none.
 * Not prepared: a plan that serves any domain walks the links by quality, a second long for a domain that has few.
 */
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

const COLUMNS = `b.id, ${PAGE} as "fromUrl", ${wireColumnsOf(SeoBacklink, 'b', LISTED)}`;

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
    `select ${COLUMNS} from seo_backlink b where ${where} order by ${BEST_FIRST}
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

import { columnsOf, prepareStatement, type SqlRunner, type Wire, wireColumnsOf } from '#lib/database';
import { findPatternGrams } from '../domain/short-grams';
import { type KeywordMetricsView, metricColumns, METRICS_ORIGIN } from './keyword-metrics';
import { containing } from './like-pattern';
import { SeoKeyword } from './seo-keyword.entity';

/** A keyword as responses show it. What its file didn't have is null. */
export interface KeywordRecord extends KeywordMetricsView, Pick<SeoKeyword, 'id' | 'keyword' | 'language' | 'source'> {
  market: string | null;
}

const LISTED = ['createdAt', 'updatedAt', 'deletedAt'] as const;

/** A keyword in the lists of our own routes. */
export interface KeywordRow extends KeywordRecord, Wire<Pick<SeoKeyword, (typeof LISTED)[number]>> {}

export function keywordColumns(k: string): string {
  return `${columnsOf(SeoKeyword, k, ['id', 'keyword'])}, ${metricColumns(SeoKeyword, k)}, ${k}.language,
    nullif(${k}.market, '') as market, ${columnsOf(SeoKeyword, k, ['source', ...METRICS_ORIGIN])}`;
}

const BEST_FIRST = 'search_volume desc nulls last, id';

const FIND_KEYWORD = prepareStatement<KeywordRecord>('find_seo_keyword', exactSql(''));
const FIND_KEYWORD_OF_LANGUAGE = prepareStatement<KeywordRecord>(
  'find_seo_keyword_of_language',
  exactSql('and k.language = $2'),
);

function exactSql(ofLanguage: string): string {
  return `select ${keywordColumns('k')} from seo_keyword k
    where k.folded = $1 and k.deleted_at is null ${ofLanguage} order by ${BEST_FIRST} limit 1`;
}

/** The keyword that equals `folded`; of several languages, markets or sources the one with the highest volume. */
export async function exactKeyword(
  sql: SqlRunner,
  folded: string,
  language: string | undefined,
): Promise<KeywordRecord | undefined> {
  const [row] =
    language === undefined
      ? await sql.query(FIND_KEYWORD, [folded])
      : await sql.query(FIND_KEYWORD_OF_LANGUAGE, [folded, language]);
  return row;
}

export interface KeywordSearch {
  /** Part of a keyword, folded; empty for all. */
  folded: string;
  language?: string | undefined;
  market?: string | undefined;
  source?: string | undefined;
  deleted?: boolean;
}

/**
 * The conditions of a search, and their parameters. The planner takes trigrams, the short parts' posting lists, or the walk
 * by search volume, whichever reads least (docs/seo.md).
 */
function searchConditions(search: KeywordSearch): { where: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  const bound = (value: unknown): string => `$${parameters.push(value)}`;
  const conditions = [search.deleted === true ? 'deleted_at is not null' : 'deleted_at is null'];
  if (search.folded !== '') {
    conditions.push(`folded like ${bound(containing(search.folded))}`);
    const grams = findPatternGrams(search.folded);
    if (grams.length > 0) conditions.push(`short_grams @> ${bound(grams)}::text[]`);
  }
  for (const column of ['language', 'market', 'source'] as const) {
    if (search[column] !== undefined) conditions.push(`${column} = ${bound(search[column])}`);
  }
  return { where: conditions.join(' and '), parameters };
}

/** Keywords that contain a text, those with the highest volume first. The page is found in the indexes, then read. */
export async function findKeywords(
  sql: SqlRunner,
  search: KeywordSearch,
  page: { limit: number; offset: number },
): Promise<KeywordRecord[]> {
  const { where, parameters } = searchConditions(search);
  return sql.query<KeywordRecord>(
    `with found as (
       select id from seo_keyword where ${where} order by ${BEST_FIRST}
       limit $${parameters.length + 1} offset $${parameters.length + 2}
     )
     select ${keywordColumns('k')} from found join seo_keyword k using (id) order by k.search_volume desc nulls last, k.id`,
    [...parameters, page.limit, page.offset],
  );
}

/** As {@link findKeywords}, with what the console shows in addition. */
export async function listKeywords(
  sql: SqlRunner,
  search: KeywordSearch,
  page: { limit: number; offset: number },
): Promise<KeywordRow[]> {
  const { where, parameters } = searchConditions(search);
  return sql.query<KeywordRow>(
    `with found as (
       select id from seo_keyword where ${where} order by ${BEST_FIRST}
       limit $${parameters.length + 1} offset $${parameters.length + 2}
     )
     select ${keywordColumns('k')}, ${wireColumnsOf(SeoKeyword, 'k', LISTED)}
     from found join seo_keyword k using (id) order by k.search_volume desc nulls last, k.id`,
    [...parameters, page.limit, page.offset],
  );
}

/** How many keywords a search has, counted up to `most`. */
export async function countKeywords(sql: SqlRunner, search: KeywordSearch, most: number): Promise<number> {
  const { where, parameters } = searchConditions(search);
  const [row] = await sql.query<{ count: number }>(
    `select count(*) as count from (select from seo_keyword where ${where} limit $${parameters.length + 1}) as counted`,
    [...parameters, most],
  );
  return row?.count ?? 0;
}

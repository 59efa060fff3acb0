import { isoInstant, type SqlRunner } from '#lib/database';
import { gramsOfPattern } from '../domain/short-grams';
import { containing } from './like-pattern';

/** A keyword as replies show it. What its file didn't tell is null. */
export interface KeywordRecord {
  id: number;
  keyword: string;
  searchVolume: number | null;
  /** 0 to 100. */
  keywordDifficulty: number | null;
  /** In the currency of its file. */
  cpc: number | null;
  /** Paid competition, 0 to 1. */
  competition: number | null;
  numberOfResults: string | null;
  trendScore: number | null;
  commercialScore: number | null;
  overallScore: number | null;
  kws: number | null;
  /** Of a site itself in a search engine; `ctr` in percent, `position` the average. */
  clicks: number | null;
  impressions: number | null;
  ctr: number | null;
  position: number | null;
  language: string;
  market: string | null;
  source: string;
  cpcCurrency: string | null;
  metricSource: string | null;
  asOf: string | null;
}

/** A keyword in the lists of our own routes. */
export interface KeywordRow extends KeywordRecord {
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
}

export function keywordColumns(k: string): string {
  return `${k}.id, ${k}.keyword, ${k}.search_volume as "searchVolume", ${k}.keyword_difficulty as "keywordDifficulty",
    ${k}.cpc, ${k}.competition, ${k}.number_of_results::text as "numberOfResults", ${k}.trend_score as "trendScore",
    ${k}.commercial_score as "commercialScore", ${k}.overall_score as "overallScore", ${k}.kws,
    ${k}.clicks, ${k}.impressions, ${k}.ctr, ${k}.position, ${k}.language,
    nullif(${k}.market, '') as market, ${k}.source, ${k}.cpc_currency as "cpcCurrency",
    ${k}.metric_source as "metricSource", ${k}.as_of as "asOf"`;
}

const BEST_FIRST = 'search_volume desc nulls last, id';

/** The keyword that equals `folded`; of several languages, markets or sources the one with the highest volume. */
export async function exactKeyword(
  sql: SqlRunner,
  folded: string,
  language: string | undefined,
): Promise<KeywordRecord | undefined> {
  const [row] = await sql.query<KeywordRecord>(
    `select ${keywordColumns('k')} from seo_keyword k
     where k.folded = $1 and k.deleted_at is null ${language === undefined ? '' : 'and k.language = $2'}
     order by ${BEST_FIRST} limit 1`,
    language === undefined ? [folded] : [folded, language],
  );
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
    const grams = gramsOfPattern(search.folded);
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

/** As {@link findKeywords}, with what the console shows beside. */
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
     select ${keywordColumns('k')}, ${isoInstant('k.created_at')} as "createdAt", ${isoInstant('k.updated_at')} as "updatedAt",
       ${isoInstant('k.deleted_at')} as "deletedAt"
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

import { isoInstant, type SqlRunner } from '#lib/database';
import type { KeywordRecord } from './keyword-lookup.query';

/** Figures that a keyword had until a newer import replaced them. */
export interface KeywordHistoryRow extends Omit<
  KeywordRecord,
  'id' | 'keyword' | 'language' | 'market' | 'source' | 'kws'
> {
  kws: number | null;
  /** When these figures were stored, and when others took their place. */
  storedAt: string;
  replacedAt: string;
  /** The import that replaced them. */
  replacedBy: number;
}

/** Earlier figures of a keyword, those that were replaced last first. */
export async function keywordHistory(
  sql: SqlRunner,
  keywordId: number,
  page: { limit: number; offset: number },
): Promise<{ rows: KeywordHistoryRow[]; total: number }> {
  const [rows, [count]] = await Promise.all([
    sql.query<KeywordHistoryRow>(
      `select h.search_volume as "searchVolume", h.keyword_difficulty as "keywordDifficulty", h.cpc, h.competition,
         h.number_of_results::text as "numberOfResults", h.trend_score as "trendScore",
         h.commercial_score as "commercialScore", h.overall_score as "overallScore", h.kws, h.clicks, h.impressions, h.ctr,
         h.position, h.cpc_currency as "cpcCurrency", h.metric_source as "metricSource", h.as_of as "asOf",
         ${isoInstant('h.stored_at')} as "storedAt", ${isoInstant('h.replaced_at')} as "replacedAt",
         h.import_id as "replacedBy"
       from seo_keyword_history h where h.keyword_id = $1
       order by h.replaced_at desc, h.import_id desc limit $2 offset $3`,
      [keywordId, page.limit, page.offset],
    ),
    sql.query<{ total: number }>('select count(*) as total from seo_keyword_history where keyword_id = $1', [
      keywordId,
    ]),
  ]);
  return { rows, total: count?.total ?? 0 };
}

/** Whether there is such a keyword, a deleted one too. */
export async function keywordExists(sql: SqlRunner, id: number): Promise<boolean> {
  return (await sql.query('select from seo_keyword where id = $1', [id])).length > 0;
}

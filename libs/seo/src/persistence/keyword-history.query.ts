import { columnsOf, type SqlRunner, type Wire, wireColumnsOf } from '#lib/database';
import { type KeywordMetricsView, metricColumns, METRICS_ORIGIN } from './keyword-metrics';
import { SeoKeywordHistory } from './seo-keyword-history.entity';

/** Metrics that a keyword had until a newer import replaced them. */
export interface KeywordHistoryRow
  extends KeywordMetricsView, Wire<Pick<SeoKeywordHistory, 'storedAt' | 'replacedAt'>> {
  /** The import that replaced them. */
  replacedBy: number;
}

const COLUMNS = `${metricColumns(SeoKeywordHistory, 'h')}, ${columnsOf(SeoKeywordHistory, 'h', METRICS_ORIGIN)},
  ${wireColumnsOf(SeoKeywordHistory, 'h', ['storedAt', 'replacedAt'])}, h.import_id as "replacedBy"`;

/** Earlier metrics of a keyword, those that were replaced last first. */
export async function keywordHistory(
  sql: SqlRunner,
  keywordId: number,
  page: { limit: number; offset: number },
): Promise<{ rows: KeywordHistoryRow[]; total: number }> {
  const [rows, [count]] = await Promise.all([
    sql.query<KeywordHistoryRow>(
      `select ${COLUMNS}
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

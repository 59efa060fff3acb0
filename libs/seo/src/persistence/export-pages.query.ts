import { isoInstant, type SqlRunner } from '#lib/database';
import { COMPETITOR_FIELDS } from '../domain/competitor-values';
import type { SeoKind } from '../domain/import-kind';

export type ExportCell = string | number | boolean | null;

/** A column of an export: its header, which the import of the same kind understands, and where it comes from. */
interface ExportColumn {
  header: string;
  sql: string;
}

const KEYWORDS: readonly ExportColumn[] = [
  { header: 'keyword', sql: 'r.keyword' },
  { header: 'searchVolume', sql: 'r.search_volume' },
  { header: 'keywordDifficulty', sql: 'r.keyword_difficulty' },
  { header: 'cpc', sql: 'r.cpc' },
  { header: 'cpcCurrency', sql: 'r.cpc_currency' },
  { header: 'competition', sql: 'r.competition' },
  { header: 'numberOfResults', sql: 'r.number_of_results' },
  { header: 'trendScore', sql: 'r.trend_score' },
  { header: 'commercialScore', sql: 'r.commercial_score' },
  { header: 'overallScore', sql: 'r.overall_score' },
  { header: 'kws', sql: 'r.kws' },
  { header: 'clicks', sql: 'r.clicks' },
  { header: 'impressions', sql: 'r.impressions' },
  { header: 'ctr', sql: 'r.ctr' },
  { header: 'position', sql: 'r.position' },
  { header: 'language', sql: 'r.language' },
  { header: 'market', sql: 'r.market' },
  { header: 'source', sql: 'r.source' },
  { header: 'metricSource', sql: 'r.metric_source' },
  { header: 'asOf', sql: 'r.as_of' },
];

const BACKLINKS: readonly ExportColumn[] = [
  { header: 'fromUrl', sql: 'coalesce(r.page_url, r.from_url)' },
  { header: 'toUrl', sql: 'r.to_url' },
  { header: 'anchor', sql: 'r.anchor' },
  { header: 'title', sql: 'r.title' },
  { header: 'qualityScore', sql: 'r.quality_score' },
  { header: 'pageAuthority', sql: 'r.page_authority' },
  { header: 'semrushAscore', sql: 'r.semrush_ascore' },
  { header: 'ahrefsUr', sql: 'r.ahrefs_ur' },
  { header: 'domainAuthority', sql: 'r.domain_authority' },
  { header: 'isLost', sql: 'r.is_lost' },
  { header: 'nofollow', sql: 'r.nofollow' },
  { header: 'source', sql: 'r.source' },
  { header: 'firstSeen', sql: 'r.first_seen' },
  { header: 'lastSeen', sql: 'r.last_seen' },
  { header: 'createdAt', sql: isoInstant('r.created_at') },
  { header: 'is_deleted', sql: 'r.deleted_at is not null' },
];

const COMPETITORS: readonly ExportColumn[] = [
  { header: 'domain', sql: 'r.domain' },
  ...COMPETITOR_FIELDS.map((field) => ({ header: field, sql: `r.${field}` })),
];

const TRENDS: readonly ExportColumn[] = [
  { header: 'keyword', sql: 't.keyword' },
  { header: 'period', sql: 'coalesce(t.span, t.period)' },
  { header: 'geo', sql: 't.geo' },
  { header: 'query', sql: 'r.query' },
  { header: 'trendsValue', sql: 'r.trends_value' },
  { header: 'valueKind', sql: 'r.value_kind' },
  { header: 'breakout', sql: 'r.breakout' },
  { header: 'listType', sql: 'r.list_type' },
  { header: 'trendLink', sql: 'r.trend_link' },
  { header: 'hasData', sql: 'r.has_data' },
  { header: 'collectedAt', sql: isoInstant(`nullif(r.observed_at, '-infinity')`) },
  { header: 'trendDate', sql: isoInstant(`nullif(r.trend_date, '-infinity')`) },
];

const EXPORTS: Readonly<Record<SeoKind, { columns: readonly ExportColumn[]; from: string; where: string }>> = {
  keywords: { columns: KEYWORDS, from: 'seo_keyword r', where: 'r.deleted_at is null' },
  backlinks: { columns: BACKLINKS, from: 'seo_backlink r', where: 'true' },
  competitors: { columns: COMPETITORS, from: 'seo_competitor r', where: 'true' },
  trends: { columns: TRENDS, from: 'seo_trend_row r join seo_trend t on t.id = r.trend_id', where: 'true' },
};

/** The header of an export. */
export function exportHeader(kind: SeoKind): string[] {
  return EXPORTS[kind].columns.map(({ header }) => header);
}

/** The next records of an export behind `afterId`, in the order of their ids. */
export async function exportPage(
  sql: SqlRunner,
  kind: SeoKind,
  afterId: number,
  limit: number,
): Promise<{ cells: ExportCell[][]; lastId: number | undefined }> {
  const { columns, from, where } = EXPORTS[kind];
  const rows = await sql.query<Record<string, ExportCell>>(
    `select r.id as "#", ${columns.map(({ header, sql: expression }) => `${expression} as "${header}"`).join(', ')}
     from ${from} where ${where} and r.id > $1 order by r.id limit $2`,
    [afterId, limit],
  );
  const headers = exportHeader(kind);
  const lastId = rows.at(-1)?.['#'];
  return {
    cells: rows.map((row) => headers.map((header) => row[header] ?? null)),
    lastId: typeof lastId === 'number' ? lastId : undefined,
  };
}

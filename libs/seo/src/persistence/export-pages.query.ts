import { columnOf, type EntityClass, isoInstant, type SqlRunner } from '#lib/database';
import { COMPETITOR_FIELDS } from '../domain/competitor-values';
import type { SeoKind } from '../domain/import-kind';
import { SeoBacklink } from './seo-backlink.entity';
import { SeoCompetitor } from './seo-competitor.entity';
import { SeoKeyword } from './seo-keyword.entity';

export type ExportCell = string | number | boolean | null;

/** A column of an export: its header, which the import of the same kind understands, and where it comes from. */
interface ExportColumn {
  header: string;
  sql: string;
}

const KEYWORDS: readonly ExportColumn[] = columnsByProperty(SeoKeyword, [
  ...(['keyword', 'searchVolume', 'keywordDifficulty', 'cpc', 'cpcCurrency', 'competition'] as const),
  ...(['numberOfResults', 'trendScore', 'commercialScore', 'overallScore', 'kws'] as const),
  ...(['clicks', 'impressions', 'ctr', 'position', 'language', 'market', 'source'] as const),
  ...(['metricSource', 'asOf'] as const),
]);

const BACKLINKS: readonly ExportColumn[] = [
  { header: 'fromUrl', sql: 'coalesce(r.page_url, r.from_url)' },
  ...columnsByProperty(SeoBacklink, [
    ...(['toUrl', 'anchor', 'title', 'qualityScore', 'pageAuthority', 'semrushAscore', 'ahrefsUr'] as const),
    ...(['domainAuthority', 'isLost', 'nofollow', 'source', 'firstSeen', 'lastSeen'] as const),
  ]),
  { header: 'createdAt', sql: isoInstant('r.created_at') },
  { header: 'is_deleted', sql: 'r.deleted_at is not null' },
];

const COMPETITORS: readonly ExportColumn[] = columnsByProperty(SeoCompetitor, ['domain', ...COMPETITOR_FIELDS]);

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

/** Columns of the table `r` that an export calls as its entity does. */
function columnsByProperty<Entity extends object>(
  entity: EntityClass<Entity>,
  keys: readonly Extract<keyof Entity, string>[],
): ExportColumn[] {
  return keys.map((header) => ({ header, sql: `r.${columnOf(entity, header)}` }));
}

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

import { buildBacklinkBatchSql, buildPageAuthority } from './backlink-batch.query';
import { BACKLINK_STAGING, BACKLINK_VALUES } from '../domain/backlink-table';
import { COMPETITOR_FIELDS } from '../domain/competitor-values';
import { COMPETITOR_STAGING } from '../domain/competitor-table';
import type { SeoKind } from '../domain/import-kind';
import { KEYWORD_HISTORY_COLUMNS, KEYWORD_STAGING, KEYWORD_VALUES } from '../domain/keyword-table';
import { TREND_STAGING } from '../domain/trend-row';

/** How a staged row becomes a record of a table with a natural key. */
export interface MergeTable {
  table: string;
  /** The natural key's columns, the same in the staging table. */
  keys: readonly string[];
  /** Columns that follow from the key, written once. */
  derived: readonly string[];
  values: readonly string[];
  /** Those of the values whose earlier state is stored as history. */
  historyColumns?: readonly string[];
  /** Values whose staged form is another: `s` is the staged row, `t` the stored one or null. */
  expressions?: Readonly<Record<string, string>>;
  /** Of a file with these columns, instead of `expressions`. */
  expressionsOf?: (present: ReadonlySet<string>) => Readonly<Record<string, string>>;
  /** The common table expressions that end with `batch`, if a row's key depends on what is stored. */
  batch?: (staging: string, present: ReadonlySet<string>) => string;
}

export const MERGE_TABLES: Readonly<Record<Exclude<SeoKind, 'trends'>, MergeTable>> = {
  keywords: {
    table: 'seo_keyword',
    keys: ['folded', 'language', 'market', 'source'],
    derived: ['short_grams'],
    values: KEYWORD_VALUES,
    historyColumns: KEYWORD_HISTORY_COLUMNS,
  },
  backlinks: {
    table: 'seo_backlink',
    keys: ['from_url'],
    derived: ['search_text', 'host_key', 'page_url'],
    values: [...BACKLINK_VALUES, 'deleted_at'],
    batch: buildBacklinkBatchSql,
    expressionsOf: buildPageAuthority,
    expressions: {
      created_at: 'coalesce(s.created_at, t.created_at, now())',
      // A file without the column leaves what a person decided.
      deleted_at: `case s.is_deleted when true then coalesce(t.deleted_at, now()) when false then null else t.deleted_at end`,
    },
  },
  competitors: { table: 'seo_competitor', keys: ['domain'], derived: [], values: COMPETITOR_FIELDS },
};

const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['search_volume', 'number_of_results', 'page_count', 'backlinks', 'global_rank', 'clicks', 'impressions'].map(
      (name) => [name, 'bigint'],
    ),
  ),
  ...Object.fromEntries(
    [
      ...['keyword_difficulty', 'cpc', 'competition', 'trend_score', 'commercial_score', 'overall_score', 'kws'],
      ...[
        'quality_score',
        'page_authority',
        'semrush_ascore',
        'ahrefs_ur',
        'domain_authority',
        'pages_per_visit',
        'public_revenue',
        'cpm_rate',
      ],
      ...['avg_duration', 'bounce_rate', 'search_traffic_ratio', 'trends_value', 'ctr', 'position'],
    ].map((name) => [name, 'double precision']),
  ),
  ...Object.fromEntries(['as_of', 'first_seen', 'last_seen', 'created_date'].map((name) => [name, 'date'])),
  ...Object.fromEntries(
    ['created_at', 'trend_date', 'observed_at', 'collected_at'].map((name) => [name, 'timestamptz']),
  ),
  ...Object.fromEntries(['nofollow', 'is_deleted', 'is_lost', 'breakout', 'has_data'].map((name) => [name, 'boolean'])),
  period_hours: 'integer',
  short_grams: 'text[]',
};

/** Columns of a kind's staging table, with their types, behind `key` and `line`. */
export function stagingColumns(kind: SeoKind): readonly { name: string; type: string }[] {
  const names = {
    keywords: KEYWORD_STAGING,
    backlinks: BACKLINK_STAGING,
    competitors: COMPETITOR_STAGING,
    trends: TREND_STAGING,
  }[kind];
  return names.map((name) => ({ name, type: TYPES[name] ?? 'text collate "C"' }));
}

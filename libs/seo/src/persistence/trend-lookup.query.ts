import { columnsOf, isoInstant, prepareStatement, type SqlRunner, type Wire, wireColumnsOf } from '#lib/database';
import type { ValueKind } from '../domain/trend-row';
import { type KeywordRecord, keywordColumns } from './keyword-lookup.query';
import { containing } from './like-pattern';
import { SeoTrend } from './seo-trend.entity';

export interface TrendRowRecord {
  id: number;
  query: string;
  /** Null if there is no number: no data, or a breakout. */
  trendsValue: number | null;
  /** The window in hours. */
  period: number | null;
  hasData: boolean;
  trendLink: string | null;
  listType: string;
  collectedAt: string;
  trendDate: string | null;
  /** Id of the trend keyword. */
  keywordId: number;
  valueKind: ValueKind;
  breakout: boolean;
}

interface TrendFacts extends Wire<
  Pick<SeoTrend, 'id' | 'keyword' | 'geo' | 'keywordCount' | 'createdAt' | 'updatedAt'>
> {
  /** The label of the span, such as `past_4_hours`. */
  period: string | null;
}

export interface TrendRecord extends TrendFacts {
  trendData: TrendRowRecord[];
  seoData: KeywordRecord | null;
}

/** A trend keyword with more of its rows, and whether somebody linked its keyword. */
export interface TrendDetail extends TrendRecord {
  linkedKeywordId: number | null;
}

/** A trend keyword in the lists of our own routes. */
export interface TrendListRow extends TrendFacts {
  linkedKeywordId: number | null;
}

/** Rows of a trend keyword that a lookup shows. */
const TREND_ROWS = 10;
/** Rows of one that our own page draws. */
const DRAWN_ROWS = 200;

const NEWEST_FIRST = 'r.collected_at desc, r.trend_date desc, r.id desc';

const ROW_COLUMNS = `r.id, r.query, r.trends_value as "trendsValue", r.period_hours as period, r.has_data as "hasData",
  r.trend_link as "trendLink", r.list_type as "listType", ${isoInstant('r.collected_at')} as "collectedAt",
  ${isoInstant(`nullif(r.trend_date, '-infinity')`)} as "trendDate", r.trend_id as "keywordId",
  r.value_kind as "valueKind", r.breakout`;

/** The linked keyword if it is still there, else the one of the same text with the highest volume. */
const KEYWORD_OF_TREND = `select * from (
    (select 0 as rank, k.* from seo_keyword k where k.id = t.keyword_id and k.deleted_at is null)
    union all
    (select 1 as rank, k.* from seo_keyword k where k.folded = t.folded and k.deleted_at is null
     order by k.search_volume desc nulls last, k.id limit 1)
  ) as candidate order by rank limit 1`;

const FACTS = `${columnsOf(SeoTrend, 't', ['id', 'keyword'])}, nullif(coalesce(t.span, t.period), '') as period,
  ${columnsOf(SeoTrend, 't', ['geo', 'keywordCount'])}`;
const INSTANTS = wireColumnsOf(SeoTrend, 't', ['createdAt', 'updatedAt']);
const LINKED = 't.keyword_id as "linkedKeywordId"';
const LIST_COLUMNS = `${FACTS}, ${LINKED}, ${INSTANTS}`;

function recordColumns(rows: number): string {
  return `${FACTS}, ${INSTANTS},
    coalesce((select json_agg(newest order by place) from (
      select row_number() over (order by ${NEWEST_FIRST}) as place, ${ROW_COLUMNS}
      from seo_trend_row r where r.trend_id = t.id order by ${NEWEST_FIRST} limit ${rows}
    ) as newest), '[]') as "trendData",
    (select row_to_json(seo_record) from (
      select ${keywordColumns('k')} from (${KEYWORD_OF_TREND}) as k
    ) as seo_record) as "seoData"`;
}

const FIND_TREND = prepareStatement<TrendRecord>(
  'find_seo_trend',
  `select ${recordColumns(TREND_ROWS)} from seo_trend t
   where t.folded = $1 and ($2::text is null or coalesce(t.span, t.period) = $2)
     and ($3::text is null or coalesce(t.geo, '') = $3)
   order by t.updated_at desc, t.id desc limit 1`,
);

/**
 * A trend keyword with its newest rows and its keyword, in one statement; without a period or region the newest record counts.
 * @param geo empty for the whole world.
 */
export async function findTrend(
  sql: SqlRunner,
  folded: string,
  { period, geo }: { period?: string | undefined; geo?: string | undefined },
): Promise<TrendRecord | undefined> {
  const [row] = await sql.query(FIND_TREND, [folded, period ?? null, geo ?? null]);
  return row === undefined ? undefined : withPlainRows(row);
}

/** A trend keyword by its id; undefined if there is none. */
export async function trendDetail(sql: SqlRunner, trendId: number): Promise<TrendDetail | undefined> {
  const [row] = await sql.query<TrendDetail>(
    `select ${recordColumns(DRAWN_ROWS)}, ${LINKED} from seo_trend t where t.id = $1`,
    [trendId],
  );
  return row === undefined ? undefined : withPlainRows(row);
}

function withPlainRows<Record extends TrendRecord>(row: Record): Record {
  return { ...row, trendData: row.trendData.map(withoutPlace) };
}

function withoutPlace(row: TrendRowRecord & { place?: number }): TrendRowRecord {
  const { place: _place, ...rest } = row;
  return rest;
}

function condition(folded: string): { where: string; parameters: unknown[] } {
  return folded === ''
    ? { where: 'true', parameters: [] }
    : { where: 't.folded like $1', parameters: [containing(folded)] };
}

export function listTrends(
  sql: SqlRunner,
  folded: string,
  page: { limit: number; offset: number },
): Promise<TrendListRow[]> {
  const { where, parameters } = condition(folded);
  return sql.query<TrendListRow>(
    `select ${LIST_COLUMNS} from seo_trend t where ${where} order by t.updated_at desc, t.id desc
     limit $${parameters.length + 1} offset $${parameters.length + 2}`,
    [...parameters, page.limit, page.offset],
  );
}

export async function countTrends(sql: SqlRunner, folded: string, most: number): Promise<number> {
  const { where, parameters } = condition(folded);
  const [row] = await sql.query<{ count: number }>(
    `select count(*) as count from (select from seo_trend t where ${where} limit $${parameters.length + 1}) as counted`,
    [...parameters, most],
  );
  return row?.count ?? 0;
}

/** Links a trend keyword to a keyword record, or to none. @returns the trend, or undefined if there is none. */
export async function linkTrend(
  sql: SqlRunner,
  trendId: number,
  keywordId: number | null,
): Promise<TrendListRow | undefined> {
  const [row] = await sql.query<TrendListRow>(
    `with linked as (update seo_trend t set keyword_id = $2 where t.id = $1 returning t.*)
     select ${LIST_COLUMNS} from linked t`,
    [trendId, keywordId],
  );
  return row;
}

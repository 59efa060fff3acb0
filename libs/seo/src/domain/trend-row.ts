import { isNothing, readAmount } from './amount';
import type { DecimalMark } from './decimal-mark';
import { foldKeyword } from './fold-keyword';
import { type ReadResult, quoteValue } from './read-result';
import { buildKey, type StagedRow } from './record-reader';
import { parsePeriodHours } from './trend-period';

/** The values of a trend row besides its key, as the staging table and `seo_trend_row` call them. */
const TREND_VALUES = [
  'trends_value',
  'value_kind',
  'breakout',
  'period_hours',
  'has_data',
  'trend_link',
  'collected_at',
] as const;

/** Columns of the staging table, in the order of a row's values. */
export const TREND_STAGING = [
  'folded',
  'keyword',
  'period',
  'span',
  'geo',
  'query',
  'list_type',
  'trend_date',
  'observed_at',
  ...TREND_VALUES,
] as const;

/** `index`: 0 to 100 of the chart; `rise_pct`: how much more, in percent. */
export const VALUE_KINDS = ['index', 'rise_pct'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

export interface TrendValue {
  trendsValue: number | null;
  valueKind: ValueKind;
  breakout: boolean;
}

export interface TrendRow extends TrendValue {
  keyword: string;
  /** A label such as `past_4_hours`; empty if unknown. */
  period: string;
  /** As `parseTrendGeo` gives it; empty for the whole world. */
  geo: string;
  query: string;
  listType: string;
  hasData: boolean;
  trendLink: string | null;
  /** ISO instants; null if the file has none. */
  collectedAt: string | null;
  trendDate: string | null;
}

/** A cell of a Google Trends file: `0` to `100`, `<1` (counted as 0.5), `+250%`, or `Breakout` in any language. */
export function readTrendValue(cell: string, rising: boolean, decimal?: DecimalMark): ReadResult<TrendValue> {
  const text = cell.trim();
  if (isNothing(text))
    return { value: { trendsValue: null, valueKind: rising ? 'rise_pct' : 'index', breakout: false } };
  if (/^<\s?1$/.test(text)) return { value: { trendsValue: 0.5, valueKind: 'index', breakout: false } };
  if (/[%％]$/.test(text)) {
    const reading = readAmount('trendsValue', text, { percent: true, grouped: rising, decimal });
    return 'problem' in reading
      ? reading
      : { value: { trendsValue: reading.value, valueKind: 'rise_pct', breakout: false } };
  }
  if (/^breakout$/i.test(text) || (rising && /^\p{L}[\p{L}\s]{1,40}$/u.test(text))) {
    return { value: { trendsValue: null, valueKind: 'rise_pct', breakout: true } };
  }
  const reading = readAmount('trendsValue', text, { decimal });
  return 'problem' in reading
    ? reading
    : { value: { trendsValue: reading.value, valueKind: 'index', breakout: false } };
}

/**
 * What distinguishes the series of one keyword, as `seo_trend.period` stores it: the span, and the region behind an `@`. One
 * column holds both, so that builds that know no regions keep their unique key (docs/seo.md).
 */
function buildSeriesKey(span: string, geo: string): string {
  return geo === '' ? span : `${span}@${geo}`;
}

/** A row for the staging table. Observations differ by the query, the list, and the days if the file has them. */
export function stagedTrendRow(row: TrendRow): StagedRow {
  const folded = foldKeyword(row.keyword);
  const trendDate = row.trendDate ?? '-infinity';
  const observedAt = row.collectedAt ?? '-infinity';
  const period = buildSeriesKey(row.period, row.geo);
  return {
    key: buildKey(folded, period, row.query, row.listType, trendDate, observedAt),
    values: [
      folded,
      row.keyword,
      period,
      row.period,
      row.geo === '' ? null : row.geo,
      row.query,
      row.listType,
      trendDate,
      observedAt,
      row.trendsValue,
      row.valueKind,
      row.breakout,
      parsePeriodHours(row.period),
      row.hasData,
      row.trendLink,
      row.collectedAt,
    ],
  };
}

/** @returns a keyword, or why it is none. */
export function readTrendKeyword(what: string, text: string): ReadResult<string> {
  const keyword = text.trim();
  const length = [...keyword].length;
  return length >= 1 && length <= LONGEST_QUERY && !/[\p{Cc}\p{Surrogate}]/u.test(keyword)
    ? { value: keyword }
    : { problem: `${what} must be text of 1 to ${LONGEST_QUERY} characters; received ${quoteValue(text)}` };
}

const LONGEST_QUERY = 400;

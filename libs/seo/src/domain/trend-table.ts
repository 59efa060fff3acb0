import { isNothing, readAmount } from './amount';
import { toReadResult, requireValue } from './cell-reader';
import { readText, cleanCellText } from './cell-text';
import type { FileHints } from './import-kind';
import { type ReadResult, quoteValue } from './read-result';
import type { StagedRow } from './record-reader';
import { findColumns } from './table-columns';
import type { SeoTable } from './table-reader';
import { readInstant } from './time-cell';
import { parseTrendGeo } from './trend-geo';
import { parsePeriodHours, formatPeriod } from './trend-period';
import { readTrendKeyword, readTrendValue, stagedTrendRow, TREND_STAGING } from './trend-row';

const SPELLINGS = {
  keyword: ['keyword'],
  period: ['period'],
  geo: ['geo', 'region'],
  query: ['query'],
  trends_value: ['trendsvalue'],
  value_kind: ['valuekind'],
  breakout: ['breakout'],
  list_type: ['listtype'],
  trend_link: ['trendlink'],
  has_data: ['hasdata'],
  collected_at: ['collectedat'],
  trend_date: ['trenddate'],
} as const satisfies Record<string, readonly string[]>;

type Field = keyof typeof SPELLINGS;

const WORD = /^[a-z0-9_.-]{1,60}$/i;

/** Understands the header of a trend file of our own; undefined if it is none. */
export function openTrendTable(header: readonly string[], hints: FileHints): SeoTable | undefined {
  const columns = findColumns<Field>(header, SPELLINGS);
  if (!columns.has('query') || !columns.has('trends_value')) return undefined;
  const cellOf = (cells: readonly string[], field: Field): string => {
    const column = columns.get(field);
    return column === undefined ? '' : cleanCellText(cells[column] ?? '');
  };
  return {
    format: 'own',
    present: new Set<string>(TREND_STAGING),
    columns,
    read: (cells): ReadResult<StagedRow> => toReadResult(() => readRow((field) => cellOf(cells, field), hints)),
  };
}

function readRow(cell: (field: Field) => string, hints: FileHints): StagedRow {
  const keyword = requireValue(readTrendKeyword('keyword', cell('keyword') || (hints.keyword ?? '')));
  const given = requireValue(readTrendValue(cell('trends_value'), false, hints.decimal));
  const breakout = cell('breakout') === 'true' || given.breakout;
  const rise = given.valueKind === 'rise_pct' || breakout || cell('value_kind') === 'rise_pct';
  return stagedTrendRow({
    keyword,
    period: requireValue(readPeriod(cell('period') || (hints.period ?? ''))),
    geo: requireValue(readGeo(cell('geo') || (hints.geo ?? ''))),
    query: requireValue(readTrendKeyword('query', cell('query'))),
    listType: requireValue(readListType(cell('list_type'))),
    trendsValue: given.trendsValue,
    valueKind: rise ? 'rise_pct' : 'index',
    breakout,
    hasData: requireValue(readHasData(cell('has_data'), given.trendsValue !== null || breakout)),
    trendLink: requireValue(readText('trendLink', cell('trend_link'), { max: 2000 })),
    collectedAt: requireValue(readInstant('collectedAt', cell('collected_at'))),
    trendDate: requireValue(readInstant('trendDate', cell('trend_date'))),
  });
}

/** A region, by its code or its name in a language of the page; nothing is the whole world. */
export function readGeo(text: string): ReadResult<string> {
  const geo = parseTrendGeo(isNothing(text) ? '' : text);
  return geo === undefined
    ? { problem: `geo must be a region such as US; received ${quoteValue(text)}` }
    : { value: geo };
}

/** A label, or the window in hours. */
export function readPeriod(text: string): ReadResult<string> {
  if (isNothing(text)) return { value: '' };
  if (parsePeriodHours(text) !== null || (WORD.test(text) && !/^[0-9]/.test(text)))
    return { value: text.toLowerCase() };
  const hours = readAmount('period', text, { whole: true, min: 1, max: 100_000 });
  if ('problem' in hours || hours.value === null) {
    return { problem: `period must be a label such as past_4_hours, or hours; received ${quoteValue(text)}` };
  }
  return { value: formatPeriod(hours.value) };
}

function readListType(text: string): ReadResult<string> {
  if (text === '') return { value: 'trending_searches' };
  return WORD.test(text)
    ? { value: text }
    : { problem: `listType must be a word such as rising_searches; received ${quoteValue(text)}` };
}

function readHasData(text: string, otherwise: boolean): ReadResult<boolean> {
  if (text === '') return { value: otherwise };
  if (/^(?:true|1|yes)$/i.test(text)) return { value: true };
  if (/^(?:false|0|no)$/i.test(text)) return { value: false };
  return { problem: `hasData must be true or false; received ${quoteValue(text)}` };
}

import type { SpreadsheetCell } from '../../parts/spreadsheet-text';
import type { Language } from '../../preferences/preferences';
import type { ScreenHit } from './compare-days';
import { type EvidenceColumn, shownColumns, wordOf } from './evidence';

/** The heads of what every hit has. */
export type HitHeads = Readonly<Record<'rank' | 'code' | 'name' | 'day' | 'close' | 'change' | 'cap', string>>;

/** Hits as a spreadsheet takes them, under their heads: numbers without signs of ours, days in full. */
export function hitsAsLines(
  hits: readonly ScreenHit[],
  columns: readonly EvidenceColumn[],
  { heads, language }: { heads: HitHeads; language: Language },
): SpreadsheetCell[][] {
  const shown = shownColumns(columns);
  const first = [heads.rank, heads.code, heads.name, heads.day, heads.close, heads.change, heads.cap];
  return [
    [...first, ...shown.map((column) => column[language])],
    ...hits.map((hit) => [
      ...[hit.rank, hit.code, hit.stockName, hit.date],
      ...[hit.close, hit.pctChange, hit.circulatingMarketCapYi],
      ...shown.map((column) => toCell(column, hit.evidence[column.key], language)),
    ]),
  ];
}

function toCell(column: EvidenceColumn, value: unknown, language: Language): SpreadsheetCell {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  return column.unit === 'text' ? wordOf(column, value, language) : value;
}

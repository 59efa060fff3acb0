import { readingOf, valueOf } from './cell-reader';
import { textOfCell } from './cell-text';
import type { FileHints } from './import-kind';
import { type Reading, said } from './reading';
import type { ColumnUse, RecordReader, StagedRow } from './record-reader';
import { columnUses, unreadableFile } from './table-columns';
import { openTrendTable } from './trend-table';
import type { SeoTable } from './table-reader';
import { readInstant } from './time-cell';
import { readTrendKeyword, readTrendValue, stagedTrendRow, TREND_STAGING } from './trend-row';

/** `<term>: (Worldwide)`, the head of a column of the chart's file, in any language; up to the bracket, which is closed at the end. */
const TERM = /^(.+?)[:：]\s*[(（]/su;
const CLOSED = /[)）]$/u;
const TITLES = 5;

type State =
  | { kind: 'title' }
  | { kind: 'own'; table: SeoTable }
  | { kind: 'chart'; terms: string[] }
  | { kind: 'lists'; section: 'top' | 'rising' };

/**
 * Reads a trend file: ours, or one of Google Trends. Its chart (`multiTimeline.csv`) has a column a term; its lists
 * (`relatedQueries.csv`, `relatedEntities.csv`) have the sections TOP and RISING, whose titles are in the visitor's language
 * and so are known by their order, and no seed keyword, which must be given beside.
 */
export class TrendReader implements RecordReader {
  readonly present: ReadonlySet<string> = new Set(TREND_STAGING);
  columns: readonly ColumnUse[] = [];
  private state: State = { kind: 'title' };
  private firstLine: string | undefined;
  private titles = 0;

  constructor(private readonly hints: FileHints) {}

  get format(): string {
    if (this.state.kind === 'title') return 'unknown';
    return this.state.kind === 'own' ? 'own' : 'google_trends';
  }

  take(cells: readonly string[]): Reading<readonly StagedRow[]> {
    const { state } = this;
    switch (state.kind) {
      case 'title':
        return this.takeTitle(cells);
      case 'own': {
        const reading = state.table.read(cells);
        return 'problem' in reading ? reading : { value: [reading.value] };
      }
      case 'chart':
        return chartRows(state.terms, cells);
      case 'lists':
        if (cells.length === 1) {
          this.state = { kind: 'lists', section: 'rising' };
          return { value: [] };
        }
        return readingOf(() => [this.listRow(state.section, cells)]);
    }
  }

  finish(): void {
    if (this.state.kind === 'title') throw this.unknown();
  }

  private takeTitle(cells: readonly string[]): Reading<readonly StagedRow[]> {
    this.firstLine ??= cells.join(', ');
    const table = openTrendTable(cells, this.hints);
    if (table !== undefined) {
      this.state = { kind: 'own', table };
      this.columns = columnUses(cells, table.columns);
      return { value: [] };
    }
    const terms = cells.slice(1).flatMap((cell) => termOf(cell.trim()) ?? []);
    if (cells.length > 1 && terms.length === cells.length - 1) {
      this.state = { kind: 'chart', terms };
      return { value: [] };
    }
    // A title alone on its line, other than the first ("Category: …"), opens the list of the top queries.
    if (this.titles > 0 && cells.length === 1) {
      if (this.hints.keyword === undefined) {
        throw unreadableFile('the file does not name its keyword; give it beside (--keyword, or ?keyword=)');
      }
      this.state = { kind: 'lists', section: 'top' };
      return { value: [] };
    }
    this.titles += 1;
    if (this.titles > TITLES) throw this.unknown();
    return { value: [] };
  }

  private listRow(section: 'top' | 'rising', cells: readonly string[]): StagedRow {
    const value = valueOf(readTrendValue(cells[1] ?? '', section === 'rising'));
    const what = this.hints.fileName !== undefined && /entit|topic/i.test(this.hints.fileName) ? 'topics' : 'searches';
    return stagedTrendRow({
      keyword: valueOf(readTrendKeyword('keyword', this.hints.keyword ?? '')),
      period: '',
      query: valueOf(readTrendKeyword('query', textOfCell(cells[0] ?? ''))),
      listType: `${section}_${what}`,
      ...value,
      hasData: value.trendsValue !== null || value.breakout,
      trendLink: null,
      collectedAt: null,
      trendDate: null,
    });
  }

  private unknown(): Error {
    const read = [...(this.firstLine ?? '').slice(0, 400)].slice(0, 200).join('');
    return unreadableFile(
      `the file is neither ours (columns query and trendsValue) nor one of Google Trends; its first line reads ${JSON.stringify(read)}`,
    );
  }
}

function termOf(head: string): string | undefined {
  return CLOSED.test(head) ? TERM.exec(head)?.[1]?.trim() : undefined;
}

function chartRows(terms: readonly string[], cells: readonly string[]): Reading<readonly StagedRow[]> {
  return readingOf(() => {
    const trendDate = valueOf(readInstant('the time', monthAsDay(cells[0] ?? '')));
    if (trendDate === null)
      return valueOf<StagedRow[]>({ problem: `the row has no time; received ${said(cells.join(','))}` });
    return terms.map((term, index) => {
      const value = valueOf(readTrendValue(cells[index + 1] ?? '', false));
      return stagedTrendRow({
        keyword: valueOf(readTrendKeyword('keyword', term)),
        period: '',
        query: term,
        listType: 'interest_over_time',
        ...value,
        hasData: value.trendsValue !== null,
        trendLink: null,
        collectedAt: null,
        trendDate,
      });
    });
  });
}

/** Charts of many years have months (`2019-04`) and hours (`2026-05-01T08`). */
function monthAsDay(text: string): string {
  const time = text.trim();
  if (/^[0-9]{4}-[0-9]{2}$/.test(time)) return `${time}-01`;
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}$/.test(time) ? `${time}:00` : time;
}

import { toReadResult, requireValue } from './cell-reader';
import { cleanCellText } from './cell-text';
import { foldKeyword } from './fold-keyword';
import type { FileHints, ImportWarning } from './import-kind';
import { type ReadResult, quoteValue } from './read-result';
import type { ColumnUse, RecordReader, StagedRow } from './record-reader';
import { columnUses, unreadableFile } from './table-columns';
import { parseTrendGeo } from './trend-geo';
import { detectChartSpan } from './trend-span';
import { openTrendTable, readGeo, readPeriod } from './trend-table';
import type { SeoTable } from './table-reader';
import { readInstant } from './time-cell';
import { readTrendKeyword, readTrendValue, stagedTrendRow, TREND_STAGING, type TrendValue } from './trend-row';

/** Between term and region in the head of a chart's column, `<term>: (Worldwide)`, in any language. */
const REGION_BEGINS = /[:：]\s*[(（]/u;
const REGION_ENDS = /[)）]$/u;
const TITLES = 5;
/** The longest chart of Google Trends has some hundred points; a file with more is none. */
const MOST_POINTS = 20_000;

type State =
  | { kind: 'title' }
  | { kind: 'own'; table: SeoTable }
  | { kind: 'chart'; terms: ChartTerm[]; points: ChartPoint[] }
  | { kind: 'lists'; section: 'top' | 'rising' };

interface ChartTerm {
  term: string;
  geo: string;
}

/** A line of a chart, kept until the file's end: the span that it belongs to is known only then. */
interface ChartPoint {
  time: string;
  values: TrendValue[];
  line: number;
}

/**
 * Reads a trend file: ours, or one of Google Trends. Its chart (`multiTimeline.csv`) has a column a term; its lists
 * (`relatedQueries.csv`, `relatedEntities.csv`) have the sections TOP and RISING, whose titles are in the visitor's language
 * and so are known by their order, and no seed keyword, which must be given separately.
 */
export class TrendReader implements RecordReader {
  readonly present: ReadonlySet<string> = new Set(TREND_STAGING);
  readonly warnings: readonly ImportWarning[] = [];
  columns: readonly ColumnUse[] = [];
  private state: State = { kind: 'title' };
  private firstLine: string | undefined;
  private titles = 0;

  constructor(private readonly hints: FileHints) {}

  get format(): string {
    if (this.state.kind === 'title') return 'unknown';
    return this.state.kind === 'own' ? 'own' : 'google_trends';
  }

  take(cells: readonly string[], line: number): ReadResult<readonly StagedRow[]> {
    const { state } = this;
    switch (state.kind) {
      case 'title':
        return this.takeTitle(cells);
      case 'own': {
        const reading = state.table.read(cells);
        return 'problem' in reading ? reading : { value: [reading.value] };
      }
      case 'chart':
        return this.takePoint(state, cells, line);
      case 'lists':
        if (cells.length === 1) {
          this.state = { kind: 'lists', section: 'rising' };
          return { value: [] };
        }
        return toReadResult(() => [this.listRow(state.section, cells)]);
    }
  }

  finish(): readonly StagedRow[] {
    if (this.state.kind === 'title') throw this.unknown();
    return this.state.kind === 'chart' ? this.chartRows(this.state) : [];
  }

  private takePoint(state: { terms: ChartTerm[]; points: ChartPoint[] }, cells: readonly string[], line: number) {
    return toReadResult((): readonly StagedRow[] => {
      const time = requireValue(readInstant('the time', monthAsDay(cells[0] ?? '')));
      if (time === null)
        return requireValue<StagedRow[]>({ problem: `the row has no time; received ${quoteValue(cells.join(','))}` });
      const values = state.terms.map((_, at) =>
        requireValue(readTrendValue(cells[at + 1] ?? '', false, this.hints.decimal)),
      );
      state.points.push({ time, values, line });
      if (state.points.length > MOST_POINTS) {
        throw unreadableFile(`a chart has at most ${MOST_POINTS} points; is this the right file?`);
      }
      return [];
    });
  }

  private chartRows({ terms, points }: { terms: ChartTerm[]; points: ChartPoint[] }): StagedRow[] {
    const period =
      this.hints.period === undefined
        ? detectChartSpan(points.map(({ time }) => time))
        : hinted(readPeriod(this.hints.period));
    return points.flatMap(({ time, values, line }) =>
      values.map((value, at) => ({
        ...stagedTrendRow({
          keyword: terms[at]?.term ?? '',
          period,
          geo: terms[at]?.geo ?? '',
          query: terms[at]?.term ?? '',
          listType: 'interest_over_time',
          ...value,
          hasData: value.trendsValue !== null,
          trendLink: null,
          collectedAt: null,
          trendDate: time,
        }),
        line,
      })),
    );
  }

  private takeTitle(cells: readonly string[]): ReadResult<readonly StagedRow[]> {
    this.firstLine ??= cells.join(', ');
    const table = openTrendTable(cells, this.hints);
    if (table !== undefined) {
      this.state = { kind: 'own', table };
      this.columns = columnUses(cells, table.columns);
      return { value: [] };
    }
    const terms = cells.slice(1).flatMap((cell) => termOf(cell.trim()) ?? []);
    if (cells.length > 1 && terms.length === cells.length - 1) {
      const keys = terms.map(({ term, geo }) => `${foldKeyword(term)}@${geo}`);
      const twice = terms.find((_, at) => keys.indexOf(keys[at] ?? '') !== at);
      if (twice !== undefined)
        throw unreadableFile(`the file has two columns of ${JSON.stringify(twice.term)} for one region`);
      this.state = { kind: 'chart', terms, points: [] };
      return { value: [] };
    }
    // A title alone on its line, other than the first ("Category: …"), opens the list of the top queries.
    if (this.titles > 0 && cells.length === 1) {
      if (this.hints.keyword === undefined) {
        throw unreadableFile('the file does not name its keyword; give it separately (--keyword, or ?keyword=)');
      }
      this.state = { kind: 'lists', section: 'top' };
      return { value: [] };
    }
    this.titles += 1;
    if (this.titles > TITLES) throw this.unknown();
    return { value: [] };
  }

  private listRow(section: 'top' | 'rising', cells: readonly string[]): StagedRow {
    const value = requireValue(readTrendValue(cells[1] ?? '', section === 'rising', this.hints.decimal));
    const what = this.hints.fileName !== undefined && /entit|topic/i.test(this.hints.fileName) ? 'topics' : 'searches';
    return stagedTrendRow({
      keyword: requireValue(readTrendKeyword('keyword', this.hints.keyword ?? '')),
      period: hinted(readPeriod(this.hints.period ?? '')),
      geo: hinted(readGeo(this.hints.geo ?? '')),
      query: requireValue(readTrendKeyword('query', cleanCellText(cells[0] ?? ''))),
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

function termOf(head: string): ChartTerm | undefined {
  const begin = REGION_BEGINS.exec(head);
  if (begin === null || !REGION_ENDS.test(head)) return undefined;
  const geo = parseTrendGeo(head.slice(begin.index + begin[0].length, -1));
  const term = readTrendKeyword('keyword', head.slice(0, begin.index));
  return geo === undefined || 'problem' in term ? undefined : { term: term.value, geo };
}

/** A value that was given with the file: one that can't be read is the caller's mistake. */
function hinted(reading: ReadResult<string>): string {
  if ('problem' in reading) throw unreadableFile(reading.problem);
  return reading.value;
}

/** Charts of many years have months (`2019-04`) and hours (`2026-05-01T08`). */
function monthAsDay(text: string): string {
  const time = text.trim();
  if (/^[0-9]{4}-[0-9]{2}$/.test(time)) return `${time}-01`;
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}$/.test(time) ? `${time}:00` : time;
}

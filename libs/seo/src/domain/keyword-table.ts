import { readAmount } from './amount';
import { toReadResult, requireValue, valueOrNull } from './cell-reader';
import { readText, cleanCellText } from './cell-text';
import { findCountryCode } from './country-names';
import { parseFileName, findMarketLanguage, toMarket, UNKNOWN_LANGUAGE } from './file-name';
import { foldKeyword } from './fold-keyword';
import type { FileHints, ImportWarning } from './import-kind';
import type { ReadResult } from './read-result';
import { KEYWORD_METRICS, KEYWORD_SPELLINGS, type KeywordField, PLANNER_VOLUMES } from './keyword-headers';
import { buildKey, type StagedRow } from './record-reader';
import { shortGrams } from './short-grams';
import { findColumns, foldedName } from './table-columns';
import type { SeoTable } from './table-reader';
import { readDay } from './time-cell';

/** In code points; an index takes no longer text. */
export const LONGEST_KEYWORD = 400;

/** The values of a keyword besides its key, as the staging table and `seo_keyword` call them. */
export const KEYWORD_VALUES = [
  'keyword',
  'search_volume',
  'keyword_difficulty',
  'cpc',
  'cpc_currency',
  'competition',
  'number_of_results',
  'trend_score',
  'commercial_score',
  'overall_score',
  'kws',
  ...['clicks', 'impressions', 'ctr', 'position'],
  'metric_source',
  'as_of',
] as const;

/** What the history holds: all that a vendor measured, and when. */
export const KEYWORD_HISTORY_COLUMNS = KEYWORD_VALUES.filter((value) => value !== 'keyword');

/** Columns of the staging table, in the order of a row's values. */
export const KEYWORD_STAGING = ['folded', 'language', 'market', 'source', 'short_grams', ...KEYWORD_VALUES] as const;

type Field = KeywordField;

/** Names that only one vendor's exports have. */
const SEMRUSH = [
  'keyworddifficultyindex',
  'competitivedensity',
  'serpfeaturesbykeyword',
  'keywordintents',
  'intent',
  'previousposition',
];
const AHREFS = ['parentkeyword', 'cps', 'trafficpotential', 'globalvolume'];
/** Names of 5118's lists; its daily searches on Baidu are no monthly volume and are left alone. */
const FIVE118 = [
  ...['竞价公司数量', '流量指数', '长尾词数量', 'pc日检索量', '移动日检索量'],
  ...['pc日检索量vip特权数据', '移动日检索量vip特权数据'],
];
/** Of SerpBear's lists, with and without cities. */
const SERPBEAR = ['device', 'added', 'tags'];

const CPC_WITH_CURRENCY = /^cpc\s*\(([a-z]{3})\)$/i;
const LANGUAGE_CODE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/;
const WORD = /^[a-z0-9._-]{1,40}$/;

/** Understands the header of a keyword file; undefined if it has no keywords. */
export function openKeywordTable(header: readonly string[], hints: FileHints): SeoTable | undefined {
  const currency = header.map((name) => CPC_WITH_CURRENCY.exec(name.trim())?.[1]?.toUpperCase());
  const names = header.map((name, column) => (currency[column] === undefined ? name : 'CPC'));
  const columns = findColumns<Field>(names, KEYWORD_SPELLINGS);
  if (!columns.has('keyword')) return undefined;
  const format = detectFormat(names.map(foldedName), columns);
  if (!OWN_SITE.has(format)) for (const field of SITE_METRICS) columns.delete(field);
  const cpcCurrency = currency.find((one) => one !== undefined);
  return new KeywordTable(columns, format, cpcCurrency, hints);
}

class KeywordTable implements SeoTable {
  readonly present: ReadonlySet<string>;
  readonly warnings: readonly ImportWarning[];
  private readonly facts: ReturnType<typeof parseFileName>;

  constructor(
    readonly columns: ReadonlyMap<Field, number>,
    readonly format: string,
    private readonly cpcCurrency: string | undefined,
    private readonly hints: FileHints,
  ) {
    this.facts = parseFileName(hints.fileName);
    const present = new Set<string>([...columns.keys(), 'keyword']);
    if (columns.has('competition_index')) present.add('competition');
    if (format === 'google_ads' && !columns.has('competition_index')) present.delete('competition');
    if (cpcCurrency !== undefined) present.add('cpc_currency');
    if (columns.has('vendor_as_of') || this.facts.asOf !== undefined) present.add('as_of');
    if (format !== 'own') present.add('metric_source');
    this.present = present;
    this.warnings = KEYWORD_METRICS.some((field) => columns.has(field)) ? [] : ['no_metric_column'];
  }

  read(cells: readonly string[]): ReadResult<StagedRow> {
    return toReadResult(() => this.row(cells));
  }

  private row(cells: readonly string[]): StagedRow {
    const keyword = requireValue(readText('keyword', this.cell(cells, 'keyword'), { max: LONGEST_KEYWORD }));
    if (keyword === null) return requireValue<StagedRow>({ problem: 'the row has no keyword' });
    const folded = foldKeyword(keyword);
    const market = this.market(cells);
    const language = this.language(cells, market);
    const source = this.source(cells);
    const number = (field: Field, what: string, range: Parameters<typeof readAmount>[2]): number | null =>
      this.columns.has(field)
        ? requireValue(readAmount(what, this.cell(cells, field), { ...range, decimal: this.hints.decimal }))
        : null;
    return {
      key: buildKey(folded, language, market, source),
      values: [
        folded,
        language,
        market,
        source,
        shortGrams(folded),
        keyword,
        number('search_volume', 'searchVolume', { whole: true }),
        number('keyword_difficulty', 'keywordDifficulty', { max: 100, percent: true }),
        number('cpc', 'cpc', { max: 1e9, money: true }),
        this.cpcCurrency ?? this.currency(cells),
        this.competition(cells),
        number('number_of_results', 'numberOfResults', { whole: true }),
        number('trend_score', 'trendScore', SCORE),
        number('commercial_score', 'commercialScore', SCORE),
        number('overall_score', 'overallScore', SCORE),
        number('kws', 'kws', SCORE),
        number('clicks', 'clicks', { whole: true }),
        number('impressions', 'impressions', { whole: true }),
        number('ctr', 'ctr', { max: 100, percent: true }),
        number('position', 'position', { max: 1e6 }),
        this.metricSource(cells),
        this.asOf(cells),
      ],
    };
  }

  /** Paid competition, 0 to 1; Keyword Planner's index goes to 100, and its texts are no numbers. */
  private competition(cells: readonly string[]): number | null {
    if (this.columns.has('competition_index')) {
      const index = requireValue(
        readAmount('competition', this.cell(cells, 'competition_index'), { max: 100, decimal: this.hints.decimal }),
      );
      return index === null ? null : index / 100;
    }
    if (this.format === 'google_ads') return null;
    return requireValue(
      readAmount('competition', this.cell(cells, 'competition'), { max: 1, decimal: this.hints.decimal }),
    );
  }

  private market(cells: readonly string[]): string {
    const given = cleanCellText(this.cell(cells, 'market'));
    // SerpBear writes the country's name.
    const named = this.format === 'serpbear' ? (findCountryCode(given) ?? given) : given;
    const market = toMarket(named || (this.hints.market ?? this.facts.market ?? ''));
    if (market === '' || WORD.test(market)) return market;
    return requireValue<string>({
      problem: `market must be a short code such as us; received ${JSON.stringify(market.slice(0, 80))}`,
    });
  }

  private language(cells: readonly string[], market: string): string {
    const given = cleanCellText(this.cell(cells, 'language')).toLowerCase().replaceAll('_', '-');
    if (LANGUAGE_CODE.test(given)) return given;
    if (given !== '' && this.format === 'own') {
      return requireValue<string>({
        problem: `language must be a code such as en; received ${JSON.stringify(given.slice(0, 80))}`,
      });
    }
    return this.hints.language?.toLowerCase() ?? findMarketLanguage(market) ?? UNKNOWN_LANGUAGE;
  }

  private source(cells: readonly string[]): string {
    const given = this.format === 'own' ? cleanCellText(this.cell(cells, 'source')).toLowerCase() : '';
    if (given === '') return this.format;
    if (WORD.test(given)) return given;
    return requireValue<string>({
      problem: `source must be a word of 1 to 40 letters, digits, ".", "_" or "-"; received ${JSON.stringify(given.slice(0, 80))}`,
    });
  }

  private currency(cells: readonly string[]): string | null {
    return requireValue(readText('cpcCurrency', this.cell(cells, 'cpc_currency'), { max: 3 }))?.toUpperCase() ?? null;
  }

  private metricSource(cells: readonly string[]): string | null {
    if (this.format !== 'own') return this.format;
    return requireValue(readText('metricSource', this.cell(cells, 'metric_source'), { max: 100 }));
  }

  private asOf(cells: readonly string[]): string | null {
    if (this.columns.has('as_of')) return requireValue(readDay('asOf', this.cell(cells, 'as_of')));
    return valueOrNull(readDay('asOf', this.cell(cells, 'vendor_as_of'))) ?? this.facts.asOf ?? null;
  }

  private cell(cells: readonly string[], field: Field): string {
    const column = this.columns.get(field);
    return column === undefined ? '' : (cells[column] ?? '');
  }
}

/** What a site itself had; a vendor's `Position` is that of another site. */
const SITE_METRICS = ['clicks', 'impressions', 'ctr', 'position'] as const;
const OWN_SITE: ReadonlySet<string> = new Set(['own', 'search_console', 'serpbear']);

/** Each supplier has a scale of its own for scores. */
const SCORE = { min: -1e12, max: 1e12 };

function detectFormat(names: readonly string[], columns: ReadonlyMap<Field, number>): string {
  const has = (known: readonly string[]): boolean => known.some((name) => names.includes(name));
  if (columns.has('source')) return 'own';
  if (columns.has('clicks') && columns.has('impressions'))
    return names.includes('device') ? 'serpbear' : 'search_console';
  if (has(PLANNER_VOLUMES)) return 'google_ads';
  if (has(FIVE118)) return '5118';
  if (names.includes('competitionscore') || SERPBEAR.every((name) => names.includes(name))) return 'serpbear';
  if (has(AHREFS)) return 'ahrefs';
  return has(SEMRUSH) ? 'semrush' : 'own';
}

import { isNothing, readAmount } from './amount';
import { toReadResult, requireValue, valueOrNull } from './cell-reader';
import { readText, cleanCellText } from './cell-text';
import { parseHostName, reversedHost } from './host-name';
import type { FileHints } from './import-kind';
import { type ReadResult, quoteValue } from './read-result';
import { buildKey, type StagedRow } from './record-reader';
import { findColumns } from './table-columns';
import type { SeoTable } from './table-reader';
import { readDay, readInstant } from './time-cell';

/** In UTF-8 bytes; an index takes no longer text. */
const LONGEST_URL = 2048;

/** The values of a backlink besides its key, as the staging table and `seo_backlink` call them. */
export const BACKLINK_VALUES = [
  'to_url',
  'anchor',
  'title',
  'quality_score',
  'page_authority',
  'semrush_ascore',
  'ahrefs_ur',
  'domain_authority',
  'nofollow',
  'is_lost',
  'source',
  'first_seen',
  'last_seen',
  'created_at',
] as const;

/** Columns of the staging table, in the order of a row's values. */
export const BACKLINK_STAGING = ['from_url', 'search_text', 'host_key', 'is_deleted', ...BACKLINK_VALUES] as const;

const SPELLINGS = {
  from_url: ['fromurl', 'sourceurl', 'referringpageurl', 'urlfrom'],
  to_url: ['tourl', 'targeturl', 'urlto'],
  anchor: ['anchor'],
  title: ['title', 'sourcetitle', 'referringpagetitle'],
  quality_score: ['qualityscore'],
  page_authority: ['pageauthority'],
  semrush_ascore: ['semrushascore', 'pageascore', 'pagescore'],
  ahrefs_ur: ['ahrefsur', 'ur', 'ahrefsrank'],
  domain_authority: ['domainauthority', 'domainrating'],
  nofollow: ['nofollow'],
  source: ['source'],
  first_seen: ['firstseen'],
  last_seen: ['lastseen', 'lastvisited'],
  is_lost: ['islost', 'lostlink', 'lost'],
  created_at: ['createdat'],
  is_deleted: ['isdeleted'],
} as const satisfies Record<string, readonly string[]>;

type Field = keyof typeof SPELLINGS;

/** What a vendor calls the linking page; it marks the file as the vendor's. */
const FORMATS: Readonly<Record<string, string>> = {
  sourceurl: 'semrush',
  referringpageurl: 'ahrefs',
  urlfrom: 'ahrefs',
};

const TRUE = /^(?:true|yes|1|y|nofollow)$/i;
const FALSE = /^(?:false|no|0|n|dofollow|follow)?$/i;
const SCORE = { min: -1e12, max: 1e12 };
const LONG_TEXT = 2000;

/** Understands the header of a backlink file; undefined if it names no linking page. */
export function openBacklinkTable(header: readonly string[], hints: FileHints = {}): SeoTable | undefined {
  const columns = findColumns<Field>(header, SPELLINGS);
  const column = columns.get('from_url');
  if (column === undefined) return undefined;
  const name = (header[column] ?? '').toLowerCase().replaceAll(/[^a-z]/g, '');
  return new BacklinkTable(columns, FORMATS[name] ?? 'own', hints);
}

class BacklinkTable implements SeoTable {
  readonly present: ReadonlySet<string>;

  constructor(
    readonly columns: ReadonlyMap<Field, number>,
    readonly format: string,
    private readonly hints: FileHints,
  ) {
    this.present = new Set<string>([...columns.keys(), ...(format === 'own' ? [] : ['source'])]);
  }

  read(cells: readonly string[]): ReadResult<StagedRow> {
    return toReadResult(() => this.row(cells));
  }

  private row(cells: readonly string[]): StagedRow {
    const { url, searchText, hostKey } = requireValue(readLinkingPage(this.cell(cells, 'from_url')));
    const text = (field: Field, what: string): string | null =>
      this.columns.has(field)
        ? requireValue(readText(what, cut(this.cell(cells, field)), { max: LONG_TEXT, multiline: true }))
        : null;
    const score = (field: Field, what: string): number | null =>
      this.columns.has(field)
        ? requireValue(readAmount(what, this.cell(cells, field), { ...SCORE, decimal: this.hints.decimal }))
        : null;
    const day = (field: Field, what: string): string | null => {
      const reading = readDay(what, this.cell(cells, field));
      return this.format === 'own' ? requireValue(reading) : valueOrNull(reading);
    };
    const target = text('to_url', 'toUrl');
    return {
      key: this.columns.has('to_url') ? buildKey(url, target ?? '') : url,
      values: [
        url,
        searchText,
        hostKey,
        requireValue(readFlag('is_deleted', this.cell(cells, 'is_deleted'))),
        target,
        text('anchor', 'anchor'),
        text('title', 'title'),
        score('quality_score', 'qualityScore'),
        score('page_authority', 'pageAuthority'),
        score('semrush_ascore', 'semrushAscore'),
        score('ahrefs_ur', 'ahrefsUr'),
        score('domain_authority', 'domainAuthority'),
        requireValue(readFlag('nofollow', this.cell(cells, 'nofollow'))),
        requireValue(readLost(this.cell(cells, 'is_lost'))),
        this.format === 'own' ? text('source', 'source') : this.format,
        day('first_seen', 'firstSeen'),
        day('last_seen', 'lastSeen'),
        requireValue(readInstant('createdAt', this.cell(cells, 'created_at'))),
      ],
    };
  }

  private cell(cells: readonly string[], field: Field): string {
    const column = this.columns.get(field);
    return column === undefined ? '' : (cells[column] ?? '');
  }
}

/** Pages have titles and anchors of any length; what is beyond the bound is of no use. */
function cut(cell: string): string {
  if (cell.length <= LONG_TEXT) return cell;
  return [...cell.slice(0, 2 * LONG_TEXT)].slice(0, LONG_TEXT).join('');
}

/**
 * The address of a linking page as it stands, the text that searches look into (lower-cased, the host in punycode), and
 * its host, reversed.
 */
function readLinkingPage(cell: string): ReadResult<{ url: string; searchText: string; hostKey: string }> {
  const url = cleanCellText(cell);
  if (url === '') return { problem: 'the row has no source URL' };
  const written = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?(?:[^/?#@]*@)?([^/?#:]+|\[[^\]]*\])/i.exec(url);
  const host = parseHostName(url);
  if (host === undefined || written === null)
    return { problem: `fromUrl must be a web address; received ${quoteValue(url)}` };
  if (url.length > LONGEST_URL || countBytes(url) > LONGEST_URL) {
    return { problem: `fromUrl must have at most ${LONGEST_URL} bytes; received ${quoteValue(url)}` };
  }
  const [whole, name = ''] = written;
  const front = whole.slice(0, whole.length - name.length);
  return {
    value: {
      url,
      searchText: (front + host + url.slice(whole.length)).toLowerCase(),
      hostKey: reversedHost(host),
    },
  };
}

function countBytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

/** Semrush reports whether a link was lost, Ahrefs when; a vendor that names the column and nothing in it found the link. */
function readLost(cell: string): ReadResult<boolean> {
  const text = cell.trim();
  if (isNothing(text)) return { value: false };
  const day = readDay('lost', text);
  if (!('problem' in day) || !('problem' in readInstant('lost', text))) return { value: true };
  const flag = readFlag('lost', text);
  return 'problem' in flag ? flag : { value: flag.value === true };
}

/** A cell of yes or no; nothing is null. */
function readFlag(what: string, cell: string): ReadResult<boolean | null> {
  const text = cell.trim();
  if (text === '') return { value: null };
  if (TRUE.test(text)) return { value: true };
  return FALSE.test(text)
    ? { value: false }
    : { problem: `${what} must be true or false; received ${quoteValue(cell)}` };
}

import { posix } from 'node:path';
import { parseNumberFormat, type NumberForm } from '../domain/cell-number';
import { unreadableFile } from '../domain/table-columns';
import { readXml } from './xml-events';
import { ZipParts } from './zip-parts';

/** Parts that are held in memory whole. */
const LARGEST_INDEX = 16 * 2 ** 20;
const LARGEST_STRINGS = 256 * 2 ** 20;
const MOST_SHEETS = 1000;

export interface Sheet {
  name: string;
  path: string;
}

/** What all sheets of a workbook share. */
export interface Workbook {
  parts: ZipParts;
  sheets: readonly Sheet[];
  strings: readonly string[];
  /** By the number of a cell's style. */
  forms: readonly NumberForm[];
  from1904: boolean;
}

/** Reads all of a workbook (`.xlsx`, `.xlsm`) but its sheets. @throws AppError `unreadable_file`. */
export async function openWorkbook(content: Buffer): Promise<Workbook> {
  const parts = await ZipParts.open(content);
  const root = await relations(parts, '_rels/.rels', '');
  const book = [...root.values()].find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
  if (!parts.has(book)) throw unreadableFile(otherArchive(parts));
  if (!book.endsWith('.xml')) {
    throw unreadableFile('the file is a binary workbook (.xlsb); save it as .xlsx or CSV');
  }
  const folder = posix.dirname(book);
  const targets = await relations(parts, posix.join(folder, '_rels', `${posix.basename(book)}.rels`), folder);
  const { sheets, from1904 } = await readBook(parts, book, targets);
  const pathOf = (type: string): string | undefined => {
    const path = [...targets.values()].find((target) => target.type === type)?.path;
    return path !== undefined && parts.has(path) ? path : undefined;
  };
  const [strings, forms] = [
    await readStrings(parts, pathOf('sharedStrings')),
    await readForms(parts, pathOf('styles')),
  ];
  return { parts, sheets, strings, forms, from1904 };
}

function otherArchive(parts: ZipParts): string {
  if (parts.has('xl/workbook.bin')) return 'the file is a binary workbook (.xlsb); save it as .xlsx or CSV';
  if (parts.has('content.xml')) return 'the file is an OpenDocument table (.ods); save it as .xlsx or CSV';
  return 'the file is an archive; unpack it, and send what is in it';
}

interface Relation {
  /** The last part of its type, such as `worksheet`. */
  type: string;
  path: string;
}

/** Which parts a part names, by id; none if it names none. */
async function relations(parts: ZipParts, path: string, folder: string): Promise<Map<string, Relation>> {
  const found = new Map<string, Relation>();
  if (!parts.has(path)) return found;
  const open = (name: string, { Id, Type, Target }: Readonly<Record<string, string>>): void => {
    if (name !== 'Relationship' || Id === undefined || Target === undefined) return;
    const absolute = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
    found.set(Id, { type: posix.basename(Type ?? ''), path: absolute });
  };
  await readXml(parts.read(path, LARGEST_INDEX), { open }, path);
  return found;
}

async function readBook(
  parts: ZipParts,
  path: string,
  targets: ReadonlyMap<string, Relation>,
): Promise<{ sheets: Sheet[]; from1904: boolean }> {
  const sheets: Sheet[] = [];
  let from1904 = false;
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
    if (name !== 'sheet' || sheets.length >= MOST_SHEETS) return;
    const target = targets.get(attributes['id'] ?? '');
    // Sheets of charts and of dialogs have no cells.
    if (target?.type !== 'worksheet') return;
    sheets.push({ name: (attributes['name'] ?? '').slice(0, 80), path: target.path });
  };
  await readXml(parts.read(path, LARGEST_INDEX), { open }, path);
  if (sheets.length === 0) throw unreadableFile('the workbook has no sheet with cells');
  return { sheets, from1904 };
}

/** The texts that cells name by number. How a text is pronounced, and how it is coloured, is left out. */
async function readStrings(parts: ZipParts, path: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (path === undefined) return strings;
  let text = '';
  let within = false;
  let phonetic = false;
  await readXml(
    parts.read(path, LARGEST_STRINGS),
    {
      open: (name) => {
        if (name === 'si') text = '';
        else if (name === 'rPh') phonetic = true;
        else if (name === 't') within = !phonetic;
      },
      text: (part) => {
        if (within) text += part;
      },
      close: (name) => {
        if (name === 't') within = false;
        else if (name === 'rPh') phonetic = false;
        else if (name === 'si') strings.push(text);
      },
    },
    path,
  );
  return strings;
}

async function readForms(parts: ZipParts, path: string | undefined): Promise<NumberForm[]> {
  const codes = new Map<number, string>();
  const forms: NumberForm[] = [];
  if (path === undefined) return forms;
  let ofCells = false;
  await readXml(
    parts.read(path, LARGEST_INDEX),
    {
      open: (name, { numFmtId, formatCode }) => {
        const id = Number(numFmtId ?? 0);
        if (name === 'numFmt' && formatCode !== undefined) codes.set(id, formatCode);
        else if (name === 'cellXfs') ofCells = true;
        else if (name === 'xf' && ofCells) forms.push(parseNumberFormat(id, codes.get(id)));
      },
      close: (name) => {
        if (name === 'cellXfs') ofCells = false;
      },
    },
    path,
  );
  return forms;
}

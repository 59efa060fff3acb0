import { crc32, deflateRawSync } from 'node:zlib';

/** A member of a zip; `declared` is the size that its directory tells, where that is not the true one. */
export interface ZipMember {
  name: string;
  content: string | Uint8Array;
  declared?: number;
  encrypted?: boolean;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A cell as XML between its tags, such as `<v>1</v>`, with its type and style; or plain text, or a number. */
export type TestCell = string | number | null | { type?: string; style?: number; xml: string };

export interface TestSheet {
  name: string;
  /** Rows by their number; rows and cells that are null are not in the file. */
  rows: Readonly<Record<number, readonly TestCell[]>>;
}

export interface TestWorkbook {
  sheets: readonly TestSheet[];
  /** Number formats of styles 1, 2, …; style 0 is general. */
  formats?: readonly string[];
  from1904?: boolean;
  /** XML of texts that cells of type `s` name by number. */
  strings?: readonly string[];
}

/** The bytes of an `.xlsx` file. */
export function workbookFile(book: TestWorkbook): Uint8Array {
  return zipFile(workbookMembers(book));
}

export function workbookMembers({ sheets, formats = [], from1904 = false, strings = [] }: TestWorkbook): ZipMember[] {
  const related = (items: readonly string[]): string =>
    `${XML}<Relationships xmlns="${RELATIONS}">${items.join('')}</Relationships>`;
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return [
    { name: '[Content_Types].xml', content: `${XML}<Types/>` },
    { name: '_rels/.rels', content: related([relation('rId1', 'officeDocument', 'xl/workbook.xml')]) },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${from1904 ? 1 : 0}"/><sheets>${sheets
        .map(({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: related([
        ...sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
        relation('rIdS', 'styles', 'styles.xml'),
        relation('rIdT', 'sharedStrings', '/xl/sharedStrings.xml'),
      ]),
    },
    {
      name: 'xl/styles.xml',
      content: `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${formats
        .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`)
        .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
        .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
        .join('')}</cellXfs></styleSheet>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      content: `${XML}<sst xmlns="${MAIN}">${strings.map((xml) => `<si>${xml}</si>`).join('')}</sst>`,
    },
    ...sheets.map(({ rows }, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: sheetXml(rows) })),
  ];
}

function sheetXml(rows: TestSheet['rows']): string {
  const lines = Object.entries(rows).map(
    ([row, cells]) =>
      `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${columnName(at)}${row}`)).join('')}</row>`,
  );
  return `${XML}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: TestCell, address: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${address}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  const { type = 'n', style = 0, xml } = cell;
  return `<c r="${address}" s="${style}" t="${type}">${xml}</c>`;
}

function columnName(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** The bytes of a zip. */
export function zipFile(members: readonly ZipMember[]): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declared, encrypted = false } of members) {
    const plain = Buffer.from(content as Uint8Array);
    const packed = deflateRawSync(plain, { level: 9 });
    const path = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(encrypted ? 1 : 0, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(plain), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declared ?? plain.length, 18);
    fields.writeUInt16LE(path.length, 22);
    bodies.push(Buffer.from('PK\u0003\u0004', 'latin1'), fields, path, packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, tail, path);
    offset += 30 + path.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...bodies, index, end]));
}

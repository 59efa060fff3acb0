import { importFile } from '../support/worlds/seo-world';
import { TestService } from '../support/worlds/test-service';
import { workbookMembers, type ZipMember, zipFile } from '../support/inputs/workbook-file';

const MEBIBYTE = 2 ** 20;
const SHEET = 'xl/worksheets/sheet1.xml';

/** A workbook with another content of one part. */
function withPart(name: string, change: Partial<ZipMember>): Uint8Array {
  const members = workbookMembers({ sheets: [{ name: 'x', rows: { 1: ['keyword'], 2: ['one'] } }] });
  return zipFile(members.map((one) => (one.name === name ? { ...one, ...change } : one)));
}

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const header = '<row r="1"><c r="A1" t="inlineStr"><is><t>keyword</t></is></c></row>';

describe('malicious workbooks', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());

  it.each<[string, () => Uint8Array, string]>([
    [
      'a sheet of 256 MiB in a file of 256 kB',
      () => withPart(SHEET, { content: Buffer.alloc(256 * MEBIBYTE, ' ') }),
      'more than 200 times as large unpacked',
    ],
    [
      'a directory that tells 2 GiB',
      () => withPart(SHEET, { declared: 2048 * MEBIBYTE }),
      'larger than 1 GiB unpacked',
    ],
    [
      'a sheet that is larger than its directory says',
      () => withPart(SHEET, { content: Buffer.alloc(64 * MEBIBYTE, ' '), declared: 100 }),
      "can't be unpacked",
    ],
    [
      'styles that would be held whole',
      () => withPart('xl/styles.xml', { content: Buffer.alloc(17 * MEBIBYTE, ' ') }),
      'larger than 16 MiB',
    ],
    [
      'an entity that doubles and doubles',
      () =>
        withPart(SHEET, {
          content: `<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${sheet(header.replace('keyword', '&b;'))}`,
        }),
      'no well-formed XML',
    ],
    [
      'one text of 8 MiB',
      () => withPart(SHEET, { content: sheet(`<row r="1"><c><v>${'1'.repeat(8 * MEBIBYTE)}</v></c></row>`) }),
      'text of more than 1 MiB',
    ],
    [
      'rows that begin again and again',
      () => withPart(SHEET, { content: sheet(header + '<row r="1"><c><v>1</v></c></row>'.repeat(3)) }),
      'no row of a sheet stands below row 1',
    ],
    [
      'a row behind the last one',
      () => withPart(SHEET, { content: sheet(`${header}<row r="1048577"><c><v>1</v></c></row>`) }),
      'as 1048577',
    ],
    [
      'ten thousand parts and more',
      () => zipFile(Array.from({ length: 10_001 }, (_, at) => ({ name: `xl/${at}`, content: '' }))),
      'more than 10000 parts',
    ],
  ])('are rejected with a reason: %s', async (_what, file, reason) => {
    const done = await importFile(service, file(), 'kind=keywords');
    expect([done.state, done.error]).toEqual(['failed', expect.stringContaining(reason)]);
    expect((await service.call('GET', '/health/ready')).status).toBe(200);
  });

  it('cost nothing by cells far to the right: rows of a million columns are short', async () => {
    const wide = Array.from(
      { length: 20_000 },
      (_, at) => `<row><c><v>${at}</v></c><c r="XFD${at + 2}"><v>1</v></c></row>`,
    );
    const file = withPart(SHEET, { content: sheet(header + wide.join('')) });
    expect((await importFile(service, file, 'kind=keywords')).report).toMatchObject({ created: 20_000 });
  });
});

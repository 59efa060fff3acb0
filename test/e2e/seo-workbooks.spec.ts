import { emptyTables } from '../support/database/empty-tables';
import { endOfImport, importFile, seoFixture } from '../support/worlds/seo-world';
import { TestService } from '../support/worlds/test-service';
import { workbookFile, workbookMembers, zipFile } from '../support/inputs/workbook-file';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The first bytes of what Excel calls a compound file, and a name in its directory. */
const compound = (name: string) =>
  new Uint8Array(
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(name, 'utf16le')]),
  );

describe('an import of a workbook', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());
  beforeEach(() =>
    emptyTables(service.database, [
      'seo_keyword',
      'seo_trend',
      'seo_trend_row',
      'seo_backlink',
      'seo_competitor',
      'seo_import',
    ]),
  );

  const rows = <Row = Record<string, unknown>>(sql: string) => service.database.query<Row>(sql);

  it('reads the sheet whose header is known, with numbers and days as in the cells', async () => {
    const file = workbookFile({
      formats: ['0.00%', 'yyyy\\-mm\\-dd', '"d"0.0'],
      strings: ['<t>Top queries</t>', '<r><t>trail </t></r><r><rPr/><t>running</t></r><rPh><t>ルビ</t></rPh>'],
      sheets: [
        { name: 'Notes', rows: { 1: ['Exported by', 'somebody'], 2: ['on Monday'] } },
        { name: 'Empty', rows: {} },
        {
          name: 'Queries',
          rows: {
            1: ['Performance on search results'],
            3: [{ type: 's', xml: '<v>0</v>' }, 'Clicks', 'Impressions', 'CTR', 'Position', 'As of', 'Left out'],
            4: [
              { type: 's', xml: '<v>1</v>' },
              1200,
              { xml: '<v>3.0E4</v>' },
              { style: 1, xml: '<v>4.4999999999999998E-2</v>' },
              { style: 3, xml: '<v>3.25</v>' },
              { style: 2, xml: '<v>46143</v>' },
            ],
            7: ['=1+1 & <b>', { type: 'str', xml: '<f>SUM(B4)</f><v>7</v>' }, null, null, 1.125],
            9: ['bad', 'many'],
            10: ['worse', 1.125],
          },
        },
      ],
    });
    const done = await importFile(service, file, 'kind=keywords&file_name=Queries.xlsx');
    expect([done.error, done.format, done.report]).toMatchObject([
      null,
      'search_console',
      {
        created: 2,
        rejected: [
          { line: 9, reason: 'clicks must be a number; received "many"' },
          { line: 10, reason: expect.stringContaining('clicks must be a whole number') as string },
        ],
      },
    ]);
    expect(done.columns).toContainEqual({ column: 'Left out', field: null });
    expect(
      await rows(
        'select keyword, clicks, impressions, ctr, position, as_of::text as day from seo_keyword order by keyword desc',
      ),
    ).toEqual([
      { keyword: 'trail running', clicks: 1200, impressions: 30_000, ctr: 4.5, position: 3.25, day: '2026-05-01' },
      { keyword: '=1+1 & <b>', clicks: 7, impressions: null, ctr: null, position: 1.125, day: null },
    ]);
  });

  it('reports of a workbook what it reports of the same table as CSV', async () => {
    const name = 'shoes_broad-match_us_2026-05-01';
    const csv = Buffer.from(seoFixture(`${name}.csv`))
      .toString()
      .replace(/^\uFEFF/, '');
    const cells = csv
      .trimEnd()
      .split(/\r?\n/)
      .map((line) =>
        [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
      );
    const file = workbookFile({
      sheets: [{ name: 'Sheet 1', rows: Object.fromEntries(cells.map((row, at) => [at + 1, row])) }],
    });
    const asText = await importFile(service, seoFixture(`${name}.csv`), `kind=keywords&file_name=${name}.csv`);
    const again = await importFile(service, file, `kind=keywords&file_name=${name}.xlsx`);
    expect(again.report).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
      rejected: asText.report?.rejected,
      rejectedTotal: 2,
    });
  });

  it('reads other kinds of cells: days from 1904, times, flags, and text with decimal commas', async () => {
    const links = workbookFile({
      from1904: true,
      formats: ['m/d/yyyy h:mm'],
      sheets: [
        {
          name: 'Backlinks',
          rows: {
            1: ['Source url', 'Target url', 'Nofollow', 'First seen'],
            2: [
              'https://a.example/',
              'https://me.example/',
              { type: 'b', xml: '<v>1</v>' },
              { style: 1, xml: '<v>44681.5</v>' },
            ],
          },
        },
      ],
    });
    expect((await importFile(service, links, 'kind=backlinks')).report).toMatchObject({ created: 1, rejectedTotal: 0 });
    expect(await rows('select nofollow, first_seen::text as day from seo_backlink')).toEqual([
      { nofollow: true, day: '2026-05-01' },
    ]);
    const sites = workbookFile({
      formats: ['[h]:mm:ss', '0%'],
      sheets: [
        {
          name: 'Sites',
          rows: {
            1: ['domain', 'avgDuration', 'bounceRate'],
            2: ['a.example.com', { style: 1, xml: '<v>2.372685185E-3</v>' }, { style: 2, xml: '<v>0.45</v>' }],
          },
        },
      ],
    });
    await importFile(service, sites, 'kind=competitors');
    expect(await rows('select avg_duration as seconds, bounce_rate as bounce from seo_competitor')).toEqual([
      { seconds: 205, bounce: 45 },
    ]);
    const german = workbookFile({
      sheets: [{ name: 'x', rows: { 1: ['Suchbegriff', 'Suchvolumen', 'CPC'], 2: ['lauf', '1.300', '0,45'] } }],
    });
    await importFile(service, german, 'kind=keywords');
    expect(await rows('select search_volume as volume, cpc from seo_keyword')).toEqual([{ volume: 1300, cpc: 0.45 }]);
    const lists = workbookFile({
      sheets: [{ name: 'x', rows: { 1: ['keyword', 'query', 'trendsValue'], 2: ['ai', 'art', 12] } }],
    });
    expect((await importFile(service, lists, 'kind=trends')).report).toMatchObject({ created: 1 });
  });

  it('accepts a workbook as a body and in a form, and other uploads reject it', async () => {
    const raw = workbookFile({ sheets: [{ name: 'x', rows: { 1: ['keyword'], 2: ['one'] } }] });
    const send = (path: string, body: Uint8Array, type: string) =>
      service.call('POST', path, { raw: body, headers: { 'content-type': type } });
    const ended = async ({ status, body }: Awaited<ReturnType<typeof send>>) => {
      expect(status).toBe(202);
      return endOfImport(service, (body.data as { importId: number }).importId);
    };
    expect(await ended(await send('/api/admin/imports?kind=keywords', raw, TYPE))).toMatchObject({
      state: 'completed',
    });
    expect((await send('/api/positions/import?dry_run=true', raw, TYPE)).status).toBe(415);
    expect((await send('/api/auth/api-keys', raw, TYPE)).status).toBe(415);
    const form = new FormData();
    form.set('file', new Blob([raw], { type: TYPE }), 'seed_broad-match_de_2026-05-01.xlsx');
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const sent = await send('/api/admin/imports?kind=keywords', new Uint8Array(await encoded.arrayBuffer()), type);
    await ended(sent);
    expect(await rows('select market, as_of::text as day from seo_keyword order by market')).toEqual([
      { market: '', day: null },
      { market: 'de', day: '2026-05-01' },
    ]);
  });

  const members = () => workbookMembers({ sheets: [{ name: 'x', rows: { 1: ['a', 'b'], 2: ['1', '2'] } }] });
  it.each([
    ['an old workbook', compound('Workbook'), 'old workbook (.xls)'],
    ['an encrypted workbook', compound('EncryptedPackage'), 'encrypted; save it without a password'],
    ['a zip whose members are encrypted', zipFile(members().map((one) => ({ ...one, encrypted: true }))), 'encrypted'],
    ['a binary workbook', zipFile([{ name: 'xl/workbook.bin', content: 'x' }]), '.xlsb'],
    ['an OpenDocument table', zipFile([{ name: 'content.xml', content: 'x' }]), '.ods'],
    ['an archive of something else', zipFile([{ name: 'a.csv', content: 'keyword\nx\n' }]), 'archive; unpack it'],
    [
      'a workbook without a header of its kind',
      zipFile(members()),
      'has no column keyword; its first line reads "a, b"',
    ],
    ['a workbook without rows', workbookFile({ sheets: [{ name: 'x', rows: {} }] }), 'has no column keyword'],
    ['a workbook that ends early', zipFile(members()).subarray(0, 900), "can't be unpacked"],
    [
      'a sheet that is no XML',
      zipFile(members().map((one) => (one.name.includes('sheet1') ? { ...one, content: '<worksheet><row>' } : one))),
      'is no well-formed XML',
    ],
  ])('rejects %s by name', async (_what, file, reason) => {
    const done = await importFile(service, file, 'kind=keywords');
    expect([done.state, done.error]).toEqual(['failed', expect.stringContaining(reason)]);
    expect(await rows('select 1 from upload')).toEqual([]);
  });
});

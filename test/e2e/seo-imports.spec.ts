import { BacklinksService, TrendsService } from '#lib/seo';
import { UploadsService } from '#lib/uploads';
import { emptyTables } from '../support/database/empty-tables';
import { endOfImport, importFile, seoFixture } from '../support/worlds/seo-world';
import { TestService } from '../support/worlds/test-service';

describe('an import of the SEO store', () => {
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

  const rows = <Row>(sql: string) => service.database.query<Row>(sql);
  const keywords = () =>
    rows<Record<string, unknown>>(
      `select keyword, language, market, source, search_volume as volume, keyword_difficulty as kd, cpc,
         cpc_currency as currency, competition, number_of_results as results, as_of::text as "asOf"
       from seo_keyword order by keyword, market`,
    );
  const known = { currency: null, competition: null, results: null, asOf: null, cpc: null, kd: null };

  it.each([
    [
      'shoes_broad-match_us_2026-05-01.csv',
      'semrush',
      [
        {
          keyword: 'running shoes',
          language: 'en',
          market: 'us',
          source: 'semrush',
          volume: 301_000,
          kd: 78,
          cpc: 1.24,
          currency: 'USD',
          competition: 1,
          results: 86_000_000,
          asOf: '2026-05-01',
        },
        {
          keyword: 'trail running shoes',
          language: 'en',
          market: 'us',
          source: 'semrush',
          volume: 33_100,
          kd: null,
          cpc: 0.98,
          currency: 'USD',
          competition: 0.97,
          results: 1_230_000,
          asOf: '2026-05-01',
        },
      ],
      [
        { line: 4, reason: 'the row has no keyword' },
        { line: 5, reason: 'searchVolume must be a number; received "lots"' },
      ],
    ],
    [
      'semrush-magic-six-columns.csv',
      'semrush',
      [
        {
          ...known,
          keyword: 'running shoes',
          language: 'und',
          market: '',
          source: 'semrush',
          volume: 40_500,
          kd: 61,
          cpc: 2.1,
          currency: 'AUD',
        },
        {
          ...known,
          keyword: 'running shoes sale',
          language: 'und',
          market: '',
          source: 'semrush',
          volume: 880,
          currency: 'AUD',
        },
      ],
      [],
    ],
    [
      'semrush-strategy-builder.csv',
      'semrush',
      [
        {
          ...known,
          keyword: 'running socks',
          language: 'en',
          market: 'uk',
          source: 'semrush',
          volume: 2400,
          kd: 25,
          cpc: 0.55,
          currency: 'USD',
          competition: 1,
          results: 4_400_000,
        },
      ],
      [],
    ],
    [
      'club.example-organic.Positions-us-20260430-2026-05-01T08_00_00Z.csv',
      'semrush',
      [
        {
          ...known,
          keyword: 'running club',
          language: 'en',
          market: 'us',
          source: 'semrush',
          volume: 1900,
          kd: 22,
          cpc: 0.4,
          competition: 0.11,
          results: 53_000_000,
          asOf: '2026-04-30',
        },
      ],
      [],
    ],
    [
      'semrush-api-overview.csv',
      'semrush',
      [{ ...known, keyword: 'marathon plan', language: 'en', market: 'us', source: 'semrush', volume: 8100, kd: 55.1 }],
      [],
    ],
    [
      'semrush-api-related.csv',
      'semrush',
      [
        {
          ...known,
          keyword: 'marathon shoes',
          language: 'und',
          market: '',
          source: 'semrush',
          volume: 5400,
          kd: 48,
          cpc: 1.33,
          competition: 0.99,
          results: 2_310_000,
        },
      ],
      [],
    ],
    [
      'semrush-api-domain-organic.csv',
      'semrush',
      [
        {
          ...known,
          keyword: 'running group',
          language: 'und',
          market: '',
          source: 'semrush',
          volume: 720,
          cpc: 0.31,
          competition: 0.08,
          results: 19_000_000,
          asOf: '2026-04-30',
        },
      ],
      [],
    ],
    [
      'ahrefs-keywords-2025.csv',
      'ahrefs',
      [
        {
          ...known,
          keyword: 'running watch',
          language: 'en',
          market: 'uk',
          source: 'ahrefs',
          volume: 12_000,
          kd: 34,
          cpc: 0.75,
          asOf: '2026-04-12',
        },
      ],
      [],
    ],
    [
      'ahrefs-keywords-2026.csv',
      'ahrefs',
      [
        {
          ...known,
          keyword: 'laufschuhe',
          language: 'de',
          market: 'de',
          source: 'ahrefs',
          volume: 60_500,
          kd: 41,
          cpc: 0.9,
          asOf: '2026-04-12',
        },
      ],
      [],
    ],
    [
      'google_us_running_matching-terms_2020-02-03_10-11-12.csv',
      'ahrefs',
      [
        {
          ...known,
          keyword: 'running app',
          language: 'en',
          market: 'us',
          source: 'ahrefs',
          volume: 22_000,
          kd: 70,
          cpc: 2,
          asOf: '2020-02-01',
        },
      ],
      [],
    ],
    [
      'keyword-planner.csv',
      'google_ads',
      [
        {
          ...known,
          keyword: 'running belt',
          language: 'und',
          market: '',
          source: 'google_ads',
          volume: 5000,
          competition: 0.88,
        },
      ],
      [],
    ],
    [
      'own-gbk.csv',
      'own',
      [
        { ...known, keyword: '跑步', language: 'zh', market: 'cn', source: 'own', volume: 12_000 },
        { ...known, keyword: '跑步鞋', language: 'zh', market: 'cn', source: 'own', volume: 8800 },
      ],
      [],
    ],
  ])('reads the keywords of %s', async (name, format, expected, rejected) => {
    const done = await importFile(service, seoFixture(name), `kind=keywords&file_name=${encodeURIComponent(name)}`);
    expect([done.error, done.format, done.report?.rejected]).toEqual([null, format, rejected]);
    expect(await keywords()).toEqual(expected);
  });

  it('counts a keyword in several rows once', async () => {
    const name = 'club.example-organic.Positions-us-20260430-2026-05-01T08_00_00Z.csv';
    const done = await importFile(service, seoFixture(name), 'kind=keywords');
    expect(done.report).toMatchObject({ created: 1, updated: 0, unchanged: 0, duplicate: 1, rejectedTotal: 0 });
  });

  it.each([
    [
      'semrush-backlinks.csv',
      [
        {
          url: 'https://blog.example.com/best',
          host: 'com.example.blog',
          to: 'https://shop.example/',
          authority: 45,
          domain: null,
          nofollow: false,
          title: 'A "best" list',
          anchor: 'shoes',
          source: 'semrush',
          first: '2025-01-02',
          last: '2026-04-01',
        },
      ],
      1,
    ],
    [
      'semrush-backlinks-15-columns.csv',
      [
        {
          url: 'http://old.example.org/page',
          host: 'org.example.old',
          to: 'https://shop.example/',
          authority: 33,
          domain: null,
          nofollow: true,
          title: 'Old',
          anchor: 'old',
          source: 'semrush',
          first: '2018-01-02',
          last: '2019-04-01',
        },
      ],
      0,
    ],
    [
      'semrush-backlink-audit.csv',
      [
        {
          url: 'http://spam.example.net/x',
          host: 'net.example.spam',
          to: 'https://shop.example/',
          authority: null,
          domain: null,
          nofollow: true,
          title: 'Spam',
          anchor: 'buy',
          source: 'semrush',
          first: '2024-01-02',
          last: '2024-02-02',
        },
      ],
      0,
    ],
    [
      'ahrefs-backlinks.csv',
      [
        {
          url: 'https://www.news.example.co.uk/a?x=1',
          host: 'uk.co.example.news.www',
          to: 'https://shop.example/',
          authority: 15,
          domain: 71,
          nofollow: true,
          title: 'News\nof two lines',
          anchor: '=HYPERLINK(1)',
          source: 'ahrefs',
          first: '2025-03-04',
          last: '2026-04-05',
        },
      ],
      0,
    ],
    [
      'ahrefs-api-v2.csv',
      [
        {
          url: 'http://v2.example.org/',
          host: 'org.example.v2',
          to: 'https://shop.example/',
          authority: 9,
          domain: 44,
          nofollow: false,
          title: 'V2',
          anchor: 'v2',
          source: 'ahrefs',
          first: '2021-01-02',
          last: '2022-01-02',
        },
      ],
      0,
    ],
  ])('reads the backlinks of %s', async (name, expected, rejected) => {
    const done = await importFile(service, seoFixture(name), 'kind=backlinks');
    expect([done.error, done.report?.rejectedTotal]).toEqual([null, rejected]);
    expect(
      await rows(
        `select from_url as url, host_key as host, to_url as "to", page_authority as authority,
           domain_authority as domain, nofollow, title, anchor, source, first_seen::text as first, last_seen::text as last
         from seo_backlink order by 1`,
      ),
    ).toEqual(expected);
  });

  const trendRows = () =>
    rows(
      `select t.keyword, t.period, t.keyword_count as count, r.query, r.list_type as list, r.trends_value as value,
         r.value_kind as kind, r.breakout, r.period_hours as hours, r.has_data as "hasData"
       from seo_trend t join seo_trend_row r on r.trend_id = t.id order by 1, 2, r.trend_date, r.query, 6`,
    );
  const chart = { period: 'custom', count: 1, list: 'interest_over_time', kind: 'index', breakout: false, hours: null };

  it('reads the chart of Google Trends: one column per term, below 1 as 0.5', async () => {
    const done = await importFile(service, seoFixture('multiTimeline.csv'), 'kind=trends');
    expect(done.report).toMatchObject({
      created: 4,
      rejected: [{ line: 6, reason: 'trendsValue must be a number; received "oops"' }],
    });
    expect(await trendRows()).toEqual([
      { ...chart, keyword: 'marathon', query: 'marathon', value: 74, hasData: true },
      { ...chart, keyword: 'marathon', query: 'marathon', value: 100, hasData: true },
      { ...chart, keyword: 'trail running', query: 'trail running', value: 0.5, hasData: true },
      { ...chart, keyword: 'trail running', query: 'trail running', value: 3, hasData: true },
    ]);
  });

  it('reads the lists of Google Trends with a keyword in the request, in another language too', async () => {
    const seedless = await importFile(service, seoFixture('relatedQueries.csv'), 'kind=trends');
    expect([seedless.state, seedless.error]).toEqual(['failed', expect.stringContaining('keyword')]);
    await importFile(service, seoFixture('relatedQueries.csv'), 'kind=trends&keyword=Marathon');
    const topics = 'kind=trends&keyword=marathon&file_name=relatedEntities.csv';
    expect((await importFile(service, seoFixture('relatedEntities.csv'), topics)).report).toMatchObject({ created: 2 });
    const list = { keyword: 'Marathon', period: '', count: 6, hours: null, hasData: true };
    const top = { ...list, kind: 'index', breakout: false };
    const rising = { ...list, kind: 'rise_pct' };
    expect(await trendRows()).toEqual([
      { ...rising, query: 'Berlin - Stadt', list: 'rising_topics', value: null, breakout: true },
      { ...top, query: 'Marathon - Lauf', list: 'top_topics', value: 100 },
      { ...top, query: 'boston marathon', list: 'top_searches', value: 73 },
      { ...rising, query: 'london marathon', list: 'rising_searches', value: 2350, breakout: false },
      { ...top, query: 'marathon 2026', list: 'top_searches', value: 100 },
      { ...rising, query: 'paris marathon', list: 'rising_searches', value: null, breakout: true },
    ]);
  });

  it('reads trends of our own form, and changes nothing the second time', async () => {
    const first = await importFile(service, seoFixture('trends.csv'), 'kind=trends');
    expect(first.report).toMatchObject({ created: 3, rejectedTotal: 1 });
    const again = await importFile(service, seoFixture('trends.csv'), 'kind=trends');
    expect(again.report).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    expect(await trendRows()).toMatchObject([
      { keyword: 'ai tools', period: 'past_1_day', count: 1, query: 'ai art', hours: 24 },
      { keyword: 'ai tools', period: 'past_4_hours', count: 2, query: 'ai music', breakout: true, hours: 4 },
      { keyword: 'ai tools', period: 'past_4_hours', count: 2, query: 'ai video', value: 120, hours: 4 },
    ]);
  });

  it('reads competitors: domains as they are stored, amounts with suffixes, and no bare suffixes', async () => {
    const done = await importFile(service, seoFixture('competitors.csv'), 'kind=competitors');
    expect(done.report).toMatchObject({
      created: 2,
      rejected: [
        { line: 4, reason: 'domain must be a domain such as example.com; received "localhost"' },
        { line: 5, reason: 'domain must be a domain such as example.com; received "co.uk"' },
      ],
    });
    expect(await rows('select * from seo_competitor order by domain')).toMatchObject([
      {
        domain: 'shop.example',
        name: 'The Shop',
        monthly_visits: '1200000',
        created_date: '2001-02-03',
        page_count: 12_000,
        pages_per_visit: 3.4,
        backlinks: 1500,
        public_revenue: 2_500_000,
        cpm_rate: 2.5,
        global_rank: 4321,
        avg_duration: 205,
        bounce_rate: 45.2,
        search_traffic_ratio: 61.5,
        notes: 'two\nlines',
        tags: 'a,b',
      },
      { domain: 'xn--mnchen-3ya.de', name: 'Stadt', monthly_visits: '3400' },
    ]);
  });

  it('reports how each column is used, and no columns of a form without names', async () => {
    const told = async (file: string, query: string) => (await importFile(service, seoFixture(file), query)).columns;
    const columns = await told('ahrefs-keywords-2026.csv', 'kind=keywords&dry_run=true');
    expect(columns).toHaveLength(19);
    expect(columns).toContainEqual({ column: 'Volume', field: 'search_volume' });
    expect(columns).toContainEqual({ column: 'Global volume', field: null });
    expect(await told('competitors.csv', 'kind=competitors&dry_run=true')).toContainEqual({
      column: 'PAGES PER VISIT',
      field: 'pages_per_visit',
    });
    expect(await told('trends.csv', 'kind=trends&dry_run=true')).toContainEqual({
      column: 'trendsValue',
      field: 'trends_value',
    });
    expect(await told('multiTimeline.csv', 'kind=trends&dry_run=true')).toEqual([]);
  });

  it('reports in a dry run what would happen, and stores nothing', async () => {
    const text = 'keyword,searchVolume\na keyword,1\nA Keyword,2\nbad,x\n';
    const dry = await importFile(service, text, 'kind=keywords&dry_run=true');
    const report = { created: 1, updated: 0, unchanged: 0, duplicate: 1, rejectedTotal: 1 };
    expect(dry.report).toMatchObject({ ...report, dryRun: true });
    expect(dry.columns).toContainEqual({ column: 'keyword', field: 'keyword' });
    expect(await keywords()).toEqual([]);
    expect((await importFile(service, text, 'kind=keywords')).report).toMatchObject({ ...report, dryRun: false });
    expect(await keywords()).toMatchObject([{ keyword: 'A Keyword', volume: 2 }]);
  });

  it('updates what changed, keeps what the file does not have, and never duplicates', async () => {
    await importFile(service, 'keyword,searchVolume,cpc\none,1,2\ntwo,3,4\n', 'kind=keywords');
    const second = await importFile(service, 'keyword,searchVolume\none,10\ntwo,3\nthree,\n', 'kind=keywords');
    expect(second.report).toMatchObject({ created: 1, updated: 1, unchanged: 1, duplicate: 0 });
    expect(await keywords()).toMatchObject([
      { keyword: 'one', volume: 10, cpc: 2 },
      { keyword: 'three', volume: null, cpc: null },
      { keyword: 'two', volume: 3, cpc: 4 },
    ]);
    const cleared = await importFile(service, 'keyword,cpc\none,\n', 'kind=keywords');
    expect(cleared.report).toMatchObject({ updated: 1 });
    expect(await keywords()).toMatchObject([{ keyword: 'one', volume: 10, cpc: null }, {}, {}]);
  });

  it('keeps a deleted backlink deleted unless the file states otherwise', async () => {
    const file = 'fromUrl,qualityScore\nhttps://a.example.com/,5\n';
    await importFile(service, file, 'kind=backlinks');
    const [{ id } = { id: 0 }] = await rows<{ id: number }>('select id from seo_backlink');
    expect((await service.call('DELETE', `/api/admin/backlinks/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await importFile(service, file.replace(',5', ',6'), 'kind=backlinks')).report).toMatchObject({
      updated: 1,
    });
    const deleted = () => rows('select quality_score as score, deleted_at is not null as deleted from seo_backlink');
    expect(await deleted()).toEqual([{ score: 6, deleted: true }]);
    await importFile(service, 'fromUrl,is_deleted\nhttps://a.example.com/,false\n', 'kind=backlinks');
    expect(await deleted()).toEqual([{ score: 6, deleted: false }]);
    await importFile(service, 'fromUrl,is_deleted\nhttps://a.example.com/,true\n', 'kind=backlinks');
    expect(await deleted()).toEqual([{ score: 6, deleted: true }]);
  });

  it('keeps regions and periods of a trend apart, and a search returns the requested one', async () => {
    const weeks = (first: string, count: number, cells: string) =>
      Array.from({ length: count }, (_, at) => {
        const day = new Date(Date.parse(first) + at * 7 * 86_400_000).toISOString().slice(0, 10);
        return `${day},${cells}`;
      }).join('\n');
    const regions = `Category: All categories\n\nWeek,bitcoin: (United States),bitcoin: (Deutschland)\n`;
    await importFile(service, regions + weeks('2025-05-04', 52, '80,20'), 'kind=trends');
    const world = `Category: All categories\n\nWeek,bitcoin: (Weltweit)\n`;
    await importFile(service, world + weeks('2021-05-02', 261, '7'), 'kind=trends');
    await importFile(service, world + weeks('2025-05-04', 52, '50'), 'kind=trends');
    expect(
      await rows(
        `select t.span, t.geo, count(*) as points, max(r.trends_value) as value from seo_trend t
         join seo_trend_row r on r.trend_id = t.id group by t.id order by t.geo nulls first, t.span`,
      ),
    ).toEqual([
      { span: 'past_12_months', geo: null, points: 52, value: 50 },
      { span: 'past_5_years', geo: null, points: 261, value: 7 },
      { span: 'past_12_months', geo: 'DE', points: 52, value: 20 },
      { span: 'past_12_months', geo: 'US', points: 52, value: 80 },
    ]);
    const found = async (query: object) => {
      const trends = service.api.app.get(TrendsService, { strict: false });
      const { period, geo } = query as { period?: string; geo?: string };
      return trends.find('Bitcoin', period, geo);
    };
    expect(await found({ geo: 'Germany', period: 'past_12_months' })).toMatchObject({
      geo: 'DE',
      period: 'past_12_months',
    });
    expect(await found({ geo: 'worldwide', period: 'past_5_years' })).toMatchObject({
      geo: null,
      period: 'past_5_years',
    });
    const exported = await service.call('GET', '/api/seo/trends/export');
    expect((await importFile(service, exported.text, 'kind=trends')).report).toMatchObject({ created: 0, updated: 0 });
  });

  it('puts a list that was collected again before what is no longer in it', async () => {
    const list = (...queries: string[]) => `Category: All\n\nTOP\n${queries.map((one) => `${one},50`).join('\n')}\n`;
    await importFile(service, list('stays', 'vanishes'), 'kind=trends&keyword=seed');
    await importFile(service, list('stays', 'comes'), 'kind=trends&keyword=seed');
    const trend = await service.api.app.get(TrendsService, { strict: false }).find('seed');
    expect(trend.trendData.map(({ query }) => query)).toEqual([
      expect.stringMatching(/stays|comes/),
      expect.stringMatching(/stays|comes/),
      'vanishes',
    ]);
  });

  it.each([
    [
      'a `;` file with lists of commas',
      'Keyword;Search Volume;Trends\nshoes;1300;0.1,0.2,0.3,0.4,0.5,0.6\n',
      1300,
      null,
    ],
    ['a German file', 'Suchbegriff;Suchvolumen;CPC\nshoes;1.300;0,45\n', 1300, 0.45],
    ['a Spanish file', 'Palabra clave;Volumen de búsqueda;CPC\nshoes;12 100;1.234,50 €\n', 12_100, 1234.5],
    ['a Chinese file', '关键词,搜索量\nshoes,1.2万\n', 12_000, null],
    ['a Japanese file', 'キーワード,月間平均検索ボリューム,競合性\nshoes,320,中\n', 320, null],
    ['own text with commas', 'keyword;searchVolume\nshoes;5\n"red, green, blue shoes";\n', 5, null],
  ])('reads %s', async (_what, text, volume, cpc) => {
    const done = await importFile(service, text, 'kind=keywords');
    expect([done.error, done.report]).toMatchObject([null, { rejectedTotal: 0, warnings: [] }]);
    expect((await keywords()).find(({ keyword }) => keyword === 'shoes')).toMatchObject({ volume, cpc });
  });

  it.each([
    [
      'places',
      'ID,Keyword,Position,URL,Country,State,City,Device,Updated,Added,Tags\r\n' +
        '7, running shoes, 3, https://shop.example/run, United States, -, -, desktop, 2026-05-01, 2026-01-02, shoes,run\r\n' +
        '8, laufschuhe, -, -, Germany, -, Berlin, mobile, 2026-05-01, 2026-01-02, \r\n',
      [
        { keyword: 'laufschuhe', market: 'de', language: 'de', volume: null, clicks: null, position: null },
        { keyword: 'running shoes', market: 'us', language: 'en', volume: null, clicks: null, position: 3 },
      ],
    ],
    [
      'places of an older version',
      'ID,Keyword,Position,URL,Country,Device,Updated,Added,Tags\r\n' +
        '7, running shoes, 3, -, United Kingdom, desktop, 2026-05-01, 2026-01-02, \r\n',
      [{ keyword: 'running shoes', market: 'uk', language: 'en', volume: null, clicks: null, position: 3 }],
    ],
    [
      'queries of Search Console',
      'ID,Keyword,Position,Impressions,Clicks,CTR,Country,Device\r\n0, running shoes, 3.5, 900, 12, 1.33, United States, mobile\r\n',
      [{ keyword: 'running shoes', market: 'us', language: 'en', volume: null, clicks: 12, position: 3.5 }],
    ],
    [
      'ideas',
      'Keyword,Volume,Competition,CompetitionScore,Country,Added\r\nrunning shoes, 5400, HIGH, 92, United States, 1/2/2026\r\n',
      [{ keyword: 'running shoes', market: 'us', language: 'en', volume: 5400, clicks: null, position: null }],
    ],
  ])('reads SerpBear’s %s', async (_what, text, expected) => {
    expect(await importFile(service, text, 'kind=keywords')).toMatchObject({
      ...{ error: null, format: 'serpbear' },
      report: { rejected: [], warnings: [] },
    });
    const stored = await rows(
      `select keyword, market, language, search_volume as volume, clicks, position from seo_keyword order by keyword`,
    );
    expect(stored).toEqual(expected);
  });

  it('reads a list of 5118, and does not take its daily searches for a monthly volume', async () => {
    const list =
      '关键词,长尾词数量,搜索结果,竞价公司数量,PC日检索量(VIP特权数据),移动日检索量(VIP特权数据)\n跑步鞋,320,1200000,15,90,410\n';
    expect(await importFile(service, list, 'kind=keywords&market=cn')).toMatchObject({
      ...{ error: null, format: '5118' },
      report: { created: 1, rejected: [] },
    });
    expect(await keywords()).toMatchObject([
      { keyword: '跑步鞋', language: 'zh', market: 'cn', source: '5118', volume: null },
    ]);
    const searches = await importFile(
      service,
      '关键词,PC日检索量(VIP特权数据)\n跑步鞋,90\n',
      'kind=keywords&market=cn',
    );
    expect(searches.format).toBe('5118');
  });

  it('reads the queries of Search Console, and warns of a file that has no metric', async () => {
    const german = 'Häufigste Suchanfragen,Klicks,Impressionen,CTR,Position\nlauf,"1.200",30000,"4,5 %","3,25"\n';
    expect(await importFile(service, german, 'kind=keywords')).toMatchObject({
      format: 'search_console',
      report: { created: 1, warnings: [] },
    });
    expect(await rows('select clicks, impressions, ctr, position from seo_keyword')).toEqual([
      { clicks: 1200, impressions: 30_000, ctr: 4.5, position: 3.25 },
    ]);
    const nothing = await importFile(service, 'Keyword,Währung,Unbekannt\nlauf,EUR,3\n', 'kind=keywords');
    expect(nothing.report).toMatchObject({ created: 1, warnings: ['no_metric_column'] });
  });

  it('keeps each target of a page and the vendors’ scores apart, and a search returns a page once and no lost link', async () => {
    const semrush =
      'Page ascore,Source url,Target url,Lost link\n30,https://a.example/p,https://me.example/1,false\n' +
      '30,https://a.example/p,https://me.example/2,false\n90,https://gone.a.example/,https://me.example/1,true\n';
    expect((await importFile(service, semrush, 'kind=backlinks')).report).toMatchObject({ created: 3, duplicate: 0 });
    expect((await importFile(service, semrush, 'kind=backlinks')).report).toMatchObject({ unchanged: 3, created: 0 });
    const ahrefs = 'Referring page URL\tTarget URL\tUR\nhttps://a.example/p\thttps://me.example/2\t12\n';
    expect((await importFile(service, ahrefs, 'kind=backlinks')).report).toMatchObject({ created: 0, updated: 1 });
    const list = (await service.call('GET', '/api/seo/backlinks?search=a.example')).body.data as { items: object[] };
    expect(list.items).toHaveLength(3);
    expect(list.items).toContainEqual(
      expect.objectContaining({
        fromUrl: 'https://a.example/p',
        toUrl: 'https://me.example/2',
        semrushAscore: 30,
        ahrefsUr: 12,
        pageAuthority: 30,
        isLost: false,
      }),
    );
    const lookup = service.api.app.get(BacklinksService, { strict: false });
    expect(await lookup.bySource('a.example', 'contains')).toEqual(['https://a.example/p']);
    expect(await lookup.bySource('a.example', 'host')).toEqual(['https://a.example/p']);
    const exported = await service.call('GET', '/api/seo/backlinks/export');
    expect((await importFile(service, exported.text, 'kind=backlinks')).report).toMatchObject({ unchanged: 3 });
  });

  it('reports that a record in the file was deleted', async () => {
    await importFile(service, 'keyword,searchVolume\nx,1\n', 'kind=keywords');
    const [{ id } = { id: 0 }] = await rows<{ id: number }>('select id from seo_keyword');
    await service.call('DELETE', `/api/seo/keywords/${id}`);
    const again = await importFile(service, 'keyword,searchVolume\nx,2\n', 'kind=keywords');
    expect(again.report).toMatchObject({ updated: 1, deleted: 1 });
  });

  it('returns rejected rows as CSV, with formulas as text', async () => {
    const done = await importFile(service, 'keyword,searchVolume\n=1+1,many\n"two\nlines",few\n', 'kind=keywords');
    const file = await service.call('GET', `/api/admin/imports/${done.id}/rejected`);
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(file.text).toBe(
      'line,reason,row\r\n' +
        '2,"searchVolume must be a number; received ""many""","\'=1+1,many"\r\n' +
        '3,keyword must not have control characters; received "two\\nlines","""two\nlines"",few"\r\n'.replace(
          'keyword must not have control characters; received "two\\nlines"',
          '"keyword must not have control characters; received ""two\\nlines"""',
        ),
    );
  });

  it('fails without the columns and quotes the first line; UTF-16 and a lost quote are read', async () => {
    const wrong = await importFile(service, 'a,b\n1,2\n3,4\n', 'kind=keywords');
    expect([wrong.state, wrong.report]).toEqual(['failed', null]);
    expect(wrong.error).toContain('the file has no column keyword; its first line reads "a, b"');
    const quote = await importFile(service, 'keyword,kws\n"open,1\nfine,2\n', 'kind=keywords');
    expect(quote.report).toMatchObject({
      created: 1,
      rejected: [{ line: 2, reason: 'a quote is opened and never closed' }],
    });
    const twice = await importFile(service, 'keyword,Volume,volume\nx,1,2\n', 'kind=keywords');
    expect(twice.error).toContain('two columns named');
    const [left] = await rows<{ uploads: number; staging: number }>(
      `select (select count(*) from upload) as uploads,
         (select count(*) from pg_class where relname like 'seo\\_staging%' and relkind = 'r') as staging`,
    );
    expect(left).toEqual({ uploads: 0, staging: 0 });
  });

  it('is one for the same file of one caller in flight; a form names its file', async () => {
    await service.stopWorker();
    const form = new FormData();
    form.set('file', new Blob(['keyword\nx\n'], { type: 'text/csv' }), 'seed_broad-match_de_2026-05-01.csv');
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const raw = new Uint8Array(await encoded.arrayBuffer());
    const send = () =>
      service.call('POST', '/api/admin/imports?kind=keywords', { raw, headers: { 'content-type': type } });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.body.data]).toEqual([202, first.body.data]);
    const { importId } = first.body.data as { importId: number };
    expect((await service.call('GET', `/api/admin/imports/${importId}`)).body.data).toMatchObject({
      state: 'queued',
      report: null,
    });
    await service.startWorker();
    expect((await endOfImport(service, importId)).state).toBe('completed');
    expect(await keywords()).toMatchObject([{ keyword: 'x', market: 'de', language: 'de', asOf: '2026-05-01' }]);
  });

  it('reads exports without a change, and formulas unchanged', async () => {
    const files = {
      keywords:
        "keyword,searchVolume,cpc,cpcCurrency,language,asOf\n\"=cmd|'/c',1\",5,0.1,EUR,de,2026-01-02\n'@plain,,,,,\n",
      backlinks:
        'fromUrl,anchor,qualityScore,createdAt,is_deleted\nhttps://a.example.com/?q=1,+1,0.5,2026-01-02T03:04:05.678Z,true\nhttps://b.example.com/,"a ""b"", c",,,\n',
      competitors: 'domain,name,notes,bounceRate,createdDate\nexample.com,-x,"=1\n2",45.5,1986-02-28\n',
      trends:
        'keyword,period,query,trendsValue,collectedAt,trendDate\nai,past_4_hours,＝q,12,2026-01-02T00:00:00Z,2026-01-02\nai,,b,Breakout,,\n',
    };
    for (const [kind, text] of Object.entries(files)) {
      await importFile(service, text, `kind=${kind}`);
      const exported = await service.call('GET', `/api/seo/${kind}/export`);
      expect([exported.status, exported.headers.get('content-disposition')]).toEqual([
        200,
        `attachment; filename="${kind}.csv"`,
      ]);
      expect(exported.text).not.toMatch(/(?:^|,)"?[=+@＝-]/m);
      const again = await importFile(service, exported.text, `kind=${kind}`);
      expect([kind, again.report]).toMatchObject([
        kind,
        { created: 0, updated: 0, unchanged: exported.text.split('\r\n').length - 2, rejectedTotal: 0 },
      ]);
    }
    expect(await rows('select keyword from seo_keyword order by id')).toEqual([
      { keyword: "=cmd|'/c',1" },
      { keyword: '@plain' },
    ]);
  });

  it('rejects what is too large or not a file before anything is kept', async () => {
    const path = '/api/admin/imports?kind=keywords';
    expect((await service.call('POST', path, { json: {} })).status).toBe(415);
    expect(
      (await service.call('POST', '/api/admin/imports', { raw: 'x', headers: { 'content-type': 'text/csv' } })).status,
    ).toBe(400);
    const uploads = service.api.app.get(UploadsService, { strict: false });
    await expect(uploads.stage(chunks(), 1, 1024)).rejects.toMatchObject({ code: 'body_too_large' });
    expect(await rows('select 1 from upload')).toEqual([]);
  });
});

async function* chunks(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1000);
  yield new Uint8Array(1000);
}

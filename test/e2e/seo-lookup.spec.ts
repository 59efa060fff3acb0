import { UsersService } from '#lib/accounts';
import { BacklinksService } from '#lib/seo';
import { keyOf } from '../support/worlds/seo-world';
import { type CallOptions, type Reply, TestApi } from '../support/worlds/test-api';

const KEYWORD_SEARCH = '/api/admin/seo-ranking/keyword-search';
const TREND_SEARCH = '/api/admin/search-engine-trends-keyword/search';
const COMPETITORS = '/api/admin/competitor-websites';
const BACKLINKS = '/api/admin/backlinks/query-by-source';

describe('the admin lookup routes', () => {
  let api: TestApi;
  let adminKey: string;
  let userKey: string;
  let login: string;

  beforeAll(async () => {
    api = await TestApi.start();
    adminKey = await keyOf(api, 1);
    const user = { username: 'plain', password: 'pass phrase of a user', role: 'user' as const };
    const { id } = await api.app.get(UsersService, { strict: false }).create(user);
    userKey = await keyOf(api, id);
    login = await api.login();
    await fill();
  });
  afterAll(() => api.stop());

  const post = (path: string, json: unknown, headers: Record<string, string> = { 'x-api-key': adminKey }) =>
    api.call('POST', path, { json, headers });
  const status = async (path: string, json: unknown, options: CallOptions = {}) => {
    const reply = await api.call('POST', path, { json, ...options });
    return [reply.status, Object.keys(reply.body)];
  };

  const fill = async () => {
    const keyword = (text: string, language: string, market: string, volume: number | null, grams: string[] = []) =>
      api.database.query(
        `insert into seo_keyword (keyword, folded, language, market, source, search_volume, number_of_results, short_grams,
           keyword_difficulty, cpc, cpc_currency, competition, as_of)
         values ($1, $2, $3, $4, 'own', $5, 1230000, $6, 41.5, 0.25, 'EUR', 0.5, '2026-05-01') returning id`,
        [text, text.toLowerCase().replace('ß', 'ss'), language, market, volume, grams],
      );
    await keyword('Running Shoes', 'en', 'us', 1000);
    await keyword('running shoes', 'en', 'uk', 300);
    await keyword('running shoes', 'de', 'de', 5000);
    await keyword('Straße 100%', 'de', 'de', null, ['%', '00', '0%']);
    await keyword('跑步鞋', 'zh', 'cn', 700, ['跑', '步', '鞋', '跑步', '步鞋']);
    await keyword('跑步', 'zh', 'cn', 900, ['跑', '步', '跑步']);
    await keyword('deleted', 'en', 'us', 1);
    await api.database.query(`update seo_keyword set deleted_at = now() where keyword = 'deleted'`);
    await api.database.query(`
      insert into seo_trend (keyword, folded, period, keyword_count, updated_at) values
        ('AI Tools', 'ai tools', 'past_4_hours', 12, '2026-05-02'), ('AI Tools', 'ai tools', 'past_1_day', 1, '2026-05-01'),
        ('Running Shoes', 'running shoes', '', 0, '2026-05-01')`);
    await api.database.query(`
      insert into seo_trend_row (trend_id, query, list_type, trend_date, observed_at, trends_value, value_kind, breakout,
        has_data, period_hours, trend_link, collected_at)
      select t.id, 'query ' || i, 'rising_searches', '2026-05-01'::timestamptz + i / 2 * interval '1 day', '-infinity',
        case when i = 12 then null else i end, case when i = 12 then 'rise_pct' else 'index' end, i = 12, true, 4,
        'https://trends.example/' || i, '2026-05-03'::timestamptz + i / 4 * interval '1 hour'
      from generate_series(1, 12) i, seo_trend t where t.folded = 'ai tools' and t.period = 'past_4_hours'`);
    await api.database.query(`
      insert into seo_backlink (from_url, search_text, host_key, quality_score, page_authority, created_at, deleted_at)
      select url, lower(url), host, quality, authority, created::timestamptz, deleted::timestamptz from (values
        ('https://X.com/a', 'com.x', 50, 10, '2026-01-01', null),
        ('https://www.x.com/b', 'com.x.www', 50, 20, '2026-01-01', null),
        ('https://netflix.com/c', 'com.netflix', 90, 1, '2026-01-01', null),
        ('https://other.org/?to=x.com', 'org.other', 50, 20, '2026-02-01', null),
        ('https://x.com/null', 'com.x', null, 99, '2026-01-01', null),
        ('https://x.com/less', 'com.x', 10, null, '2026-01-01', null),
        ('https://x.com/gone', 'com.x', 99, 99, '2026-01-01', '2026-02-01'),
        ('https://xcom.example/', 'example.xcom', 99, 1, '2026-01-01', null)
      ) as link(url, host, quality, authority, created, deleted)`);
  };

  describe('keyword-search', () => {
    it('exact: finds one record after trimming and case folding, of several that with the highest volume', async () => {
      const reply = await post(KEYWORD_SEARCH, { keyword: '  RUNNING shoes ' });
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({
        success: true,
        data: {
          id: expect.any(Number),
          keyword: 'running shoes',
          searchVolume: 5000,
          keywordDifficulty: 41.5,
          cpc: 0.25,
          competition: 0.5,
          numberOfResults: '1230000',
          trendScore: null,
          commercialScore: null,
          overallScore: null,
          kws: null,
          clicks: null,
          impressions: null,
          ctr: null,
          position: null,
          language: 'de',
          market: 'de',
          source: 'own',
          cpcCurrency: 'EUR',
          metricSource: null,
          asOf: '2026-05-01',
        },
      });
      const english = await post(KEYWORD_SEARCH, { keyword: 'Running Shoes', searchMode: 'exact', language: 'EN' });
      expect(english.body.data).toMatchObject({ language: 'en', market: 'us', searchVolume: 1000 });
      expect((await post(KEYWORD_SEARCH, { keyword: 'STRASSE 100%' })).body.data).toMatchObject({
        keyword: 'Straße 100%',
      });
    });

    it('fuzzy: finds all that contain the text, by volume, with literal wildcards, short and Chinese texts too', async () => {
      const found = async (keyword: string, more: object = {}) => {
        const reply = await post(KEYWORD_SEARCH, { keyword, searchMode: 'fuzzy', ...more });
        if (reply.status !== 200) return reply.status;
        const { data, count } = reply.body as unknown as { data: { keyword: string }[]; count: number };
        expect(count).toBe(data.length);
        return data.map((one) => one.keyword);
      };
      expect(await found('ING sho')).toEqual(['running shoes', 'Running Shoes', 'running shoes']);
      expect(await found('running', { limit: 1 })).toEqual(['running shoes']);
      expect(await found('running', { limit: 100_000, language: 'en' })).toEqual(['Running Shoes', 'running shoes']);
      expect(await found('跑步')).toEqual(['跑步', '跑步鞋']);
      expect(await found('鞋')).toEqual(['跑步鞋']);
      expect(await found('0%')).toEqual(['Straße 100%']);
      expect(await found('%')).toEqual(['Straße 100%']);
      expect(await found('ß')).toEqual(['Straße 100%']);
      expect(await found('n')).toEqual(['running shoes', 'Running Shoes', 'running shoes']);
      for (const none of ['_', '\\', 'qz', 'zzz', 'zzzz', 'deleted'])
        expect([none, await found(none)]).toEqual([none, 404]);
    });

    it.each([
      ['no keyword', {}, 400],
      ['an empty one', { keyword: ' ' }, 400],
      ['another mode', { keyword: 'a', searchMode: 'like' }, 400],
      ['no limit of zero', { keyword: 'a', searchMode: 'fuzzy', limit: 0 }, 400],
      ['an unknown one', { keyword: 'nothing like it' }, 404],
      ['a deleted one', { keyword: 'deleted' }, 404],
    ])('returns an error for %s', async (_what, json, expected) => {
      const reply = await post(KEYWORD_SEARCH, json);
      expect([reply.status, reply.body.success, typeof reply.body.error]).toEqual([expected, false, 'string']);
    });
  });

  describe('trends keyword search', () => {
    it('returns the newest record, its latest ten rows, and the keyword of the same text', async () => {
      const reply = await post(TREND_SEARCH, { keyword: 'ai TOOLS' });
      expect(reply.body).toMatchObject({
        success: true,
        data: {
          keyword: 'AI Tools',
          period: 'past_4_hours',
          keywordCount: 12,
          seoData: null,
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: '2026-05-02T00:00:00.000Z',
        },
      });
      const { id, trendData } = reply.body.data as { id: number; trendData: { query: string }[] };
      expect(trendData.map(({ query }) => query)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `query ${n}`));
      expect(trendData[0]).toEqual({
        id: expect.any(Number),
        query: 'query 12',
        trendsValue: null,
        period: 4,
        hasData: true,
        breakout: true,
        valueKind: 'rise_pct',
        trendLink: 'https://trends.example/12',
        listType: 'rising_searches',
        keywordId: id,
        collectedAt: '2026-05-03T03:00:00.000Z',
        trendDate: '2026-05-07T00:00:00.000Z',
      });
    });

    it('filters by one period; with a keyword, linked or by its text', async () => {
      const day = await post(TREND_SEARCH, { keyword: 'ai tools', period: 'past_1_day' });
      expect(day.body.data).toMatchObject({ period: 'past_1_day', trendData: [] });
      const byText = (await post(TREND_SEARCH, { keyword: 'running shoes' })).body.data as { id: number };
      expect(byText).toMatchObject({ period: null, seoData: { searchVolume: 5000 } });
      const [{ id } = { id: 0 }] = await api.database.query<{ id: number }>(
        `select id from seo_keyword where keyword = '跑步鞋'`,
      );
      const linked = await api.call('PATCH', `/api/seo/trends/${byText.id}`, {
        bearer: login,
        json: { keyword_id: id },
      });
      expect(linked.body.data).toMatchObject({ linkedKeywordId: id });
      expect((await post(TREND_SEARCH, { keyword: 'running shoes' })).body.data).toMatchObject({
        seoData: { id, language: 'zh' },
      });
      expect((await api.call('DELETE', `/api/seo/keywords/${id}`, { bearer: login })).status).toBe(200);
      expect((await post(TREND_SEARCH, { keyword: 'running shoes' })).body.data).toMatchObject({
        seoData: { searchVolume: 5000 },
      });
      expect((await api.call('POST', `/api/seo/keywords/${id}/restore`, { bearer: login })).status).toBe(200);
    });

    it.each([
      [{}, 400],
      [{ keyword: '' }, 400],
      [{ keyword: 'unknown' }, 404],
      [{ keyword: 'ai tools', period: 'past_1_hour' }, 404],
    ])('responds to %j with %s', async (json, expected) => {
      const reply = await post(TREND_SEARCH, json);
      expect([reply.status, reply.body.success, typeof reply.body.error]).toEqual([expected, false, 'string']);
    });
  });

  describe('competitor-websites', () => {
    it('creates, then updates the given fields and keeps the rest; null clears', async () => {
      const created = await post(COMPETITORS, {
        domain: 'https://user:pw@WWW.Shop.Example.:8443/path?q#f',
        name: ' The Shop ',
        monthlyVisits: '1,234,567',
        createdDate: '2001-02-03',
        pageCount: 12,
        pagesPerVisit: 3.5,
        backlinks: 1500,
        publicRevenue: '1.2M',
        cpmRate: 2.5,
        globalRank: 7,
        avgDuration: '01:02:03',
        bounceRate: '45.2%',
        searchTrafficRatio: 61.5,
        notes: 'a\nb',
        tags: 'x, y',
      });
      expect([created.status, created.body]).toEqual([
        200,
        {
          success: true,
          message: expect.stringContaining('created'),
          data: {
            id: expect.any(Number),
            name: 'The Shop',
            domain: 'shop.example',
            description: null,
            monthly_visits: '1234567',
            created_date: '2001-02-03T00:00:00.000Z',
            page_count: 12,
            pages_per_visit: 3.5,
            backlinks: 1500,
            public_revenue: 1_200_000,
            cpm_rate: 2.5,
            global_rank: 7,
            avg_duration: 3723,
            bounce_rate: 45.2,
            search_traffic_ratio: 61.5,
            notes: 'a\nb',
            tags: 'x, y',
            created_at: expect.any(String),
            updated_at: expect.any(String),
          },
        },
      ]);
      const updated = await post(COMPETITORS, {
        domain: 'shop.example',
        name: null,
        monthlyVisits: '3.4K',
        avgDuration: 90,
      });
      expect(updated.body).toMatchObject({
        message: expect.stringContaining('updated'),
        data: {
          id: (created.body.data as { id: number }).id,
          name: null,
          monthly_visits: '3400',
          avg_duration: 90,
          bounce_rate: 45.2,
          created_at: (created.body.data as { created_at: string }).created_at,
        },
      });
    });

    it('saves one domain thirty times at once as one record, and reports created once', async () => {
      const domains = Array.from({ length: 30 }, (_, at) =>
        at % 2 === 0 ? 'parallel.example' : `http://www.Parallel.example/${at}`,
      );
      const replies = await Promise.all(domains.map((domain, at) => post(COMPETITORS, { domain, pageCount: at })));
      expect(replies.map((reply) => reply.status)).toEqual(domains.map(() => 200));
      const created = replies.filter(
        (reply) => (reply.body as { message?: string }).message?.startsWith('created') === true,
      );
      expect(created).toHaveLength(1);
      const [row] = await api.database.query(
        `select count(*) as count from seo_competitor where domain like '%parallel%'`,
      );
      expect(row).toEqual({ count: 1 });
    });

    it('takes the creation day of the oldest domains', async () => {
      const saved = await post(COMPETITORS, { domain: 'symbolics.com', createdDate: '1985-03-15' });
      expect([saved.status, saved.body.data]).toMatchObject([200, { created_date: '1985-03-15T00:00:00.000Z' }]);
      const tooEarly = await post(COMPETITORS, { domain: 'symbolics.com', createdDate: '1984-12-31' });
      expect(tooEarly.body.fields?.map(({ field }) => field)).toEqual(['createdDate']);
    });

    it.each([
      ['domain', {}],
      ['domain', { domain: '' }],
      ['domain', { domain: 'localhost' }],
      ['domain', { domain: 'co.uk' }],
      ['domain', { domain: 'http://[::1]:80/' }],
      ['domain', { domain: '192.0.2.1' }],
      ['monthlyVisits', { domain: 'a.example', monthlyVisits: 'many' }],
      ['bounceRate', { domain: 'a.example', bounceRate: '101%' }],
      ['avgDuration', { domain: 'a.example', avgDuration: '1:99' }],
      ['createdDate', { domain: 'a.example', createdDate: '2001-02-30' }],
      ['pageCount', { domain: 'a.example', pageCount: 1.5 }],
    ])('rejects an invalid %s by name with a 400, and stores nothing', async (field, json) => {
      const reply = await post(COMPETITORS, json);
      expect([reply.status, reply.body.success, reply.body.fields?.[0]?.field]).toEqual([400, false, field]);
      if (field === 'domain') expect(reply.body.error).toMatch(/domain.*required/);
      expect(await api.database.query(`select 1 from seo_competitor where domain = 'a.example'`)).toEqual([]);
    });
  });

  describe('backlinks query-by-source', () => {
    it.each(['x.com', 'https://www.x.com/any/page?q=1', 'X.COM.', 'http://u:p@x.com:8080', 'www.x.com'])(
      'finds by %s the best five that contain x.com, and never deleted ones',
      async (sourceUrl) => {
        const reply = await post(BACKLINKS, { sourceUrl });
        expect([reply.status, reply.body]).toEqual([
          200,
          {
            success: true,
            domain: 'x.com',
            count: 5,
            data: [
              'https://netflix.com/c',
              'https://other.org/?to=x.com',
              'https://www.x.com/b',
              'https://X.com/a',
              'https://x.com/less',
            ],
          },
        ]);
      },
    );

    it('finds only those of the host and its subdomains, if requested', async () => {
      const reply = await post(BACKLINKS, { sourceUrl: 'x.com', match: 'host' });
      expect(reply.body.data).toEqual([
        'https://www.x.com/b',
        'https://X.com/a',
        'https://x.com/less',
        'https://x.com/null',
      ]);
      expect((await post(BACKLINKS, { sourceUrl: 'nobody.example' })).body).toEqual({
        success: true,
        data: [],
        domain: 'nobody.example',
        count: 0,
      });
    });

    it.each([{}, { sourceUrl: '' }, { sourceUrl: 'https://' }, { sourceUrl: 'http://[2001:db8::1]/' }])(
      'responds to %j with 400',
      async (json) => {
        const reply = await post(BACKLINKS, json);
        expect([reply.status, reply.body.success]).toEqual([400, false]);
        expect(reply.body.error).toMatch(/sourceUrl/);
      },
    );

    it('responds to an internal error with 500, error and message, and no internals', async () => {
      const service = api.app.get(BacklinksService, { strict: false });
      const broken = jest.spyOn(service, 'bySource').mockRejectedValue(new Error('select secret from inside'));
      try {
        const reply = await post(BACKLINKS, { sourceUrl: 'x.com' });
        expect([reply.status, Object.keys(reply.body)]).toEqual([500, ['success', 'error', 'code', 'message']]);
        expect((reply.body as { message?: string }).message).toMatch(/backlinks could not be looked up.*request id/);
        expect(reply.text).not.toContain('secret');
      } finally {
        broken.mockRestore();
      }
    });

    it('finds a deleted backlink again after its restore', async () => {
      const [{ id } = { id: 0 }] = await api.database.query<{ id: number }>(
        `select id from seo_backlink where from_url = 'https://netflix.com/c'`,
      );
      const first = async () => ((await post(BACKLINKS, { sourceUrl: 'netflix.com' })).body.data as string[])[0];
      expect(
        (await api.call('DELETE', `/api/admin/backlinks/${id}`, { headers: { 'x-api-key': adminKey } })).status,
      ).toBe(200);
      expect(await first()).toBeUndefined();
      expect(
        (await api.call('DELETE', `/api/admin/backlinks/${id}`, { headers: { 'x-api-key': adminKey } })).status,
      ).toBe(404);
      expect(
        (await api.call('GET', '/api/seo/backlinks?deleted=true&search=netflix', { bearer: login })).body.data,
      ).toMatchObject({
        items: [{ id, fromUrl: 'https://netflix.com/c', deletedAt: expect.any(String) }],
        pagination: { total: 1, totalIsExact: true, hasMore: false },
      });
      expect((await api.call('POST', `/api/seo/backlinks/${id}/restore`, { bearer: login })).body.data).toEqual({
        id,
        restored: true,
      });
      expect(await first()).toBe('https://netflix.com/c');
    });
  });

  describe('credentials', () => {
    const good: Record<string, unknown> = {
      [KEYWORD_SEARCH]: { keyword: 'running shoes' },
      [TREND_SEARCH]: { keyword: 'ai tools' },
      [COMPETITORS]: { domain: 'credentials.example' },
      [BACKLINKS]: { sourceUrl: 'x.com' },
    };
    const failure = ['success', 'error', 'code'];

    it.each([KEYWORD_SEARCH, TREND_SEARCH])(
      '%s: respond to a missing or invalid key with 401 { error }, and accept any valid key',
      async (path) => {
        const json = good[path];
        for (const headers of [
          {},
          { 'x-api-key': 'bad' },
          { 'x-api-key': '' },
          { authorization: `Bearer ${adminKey}` },
        ] as Record<string, string>[]) {
          expect([headers, await status(path, json, { headers })]).toEqual([headers, [401, ['error']]]);
        }
        expect(await status(`${path}?api_key=${adminKey}`, json)).toEqual([401, ['error']]);
        expect(await status(path, json, { bearer: login })).toEqual([401, ['error']]);
        expect((await status(path, json, { headers: { 'x-api-key': userKey } }))[0]).toBe(200);
        expect((await status(`${path}?api_key=bad`, json, { headers: { 'x-api-key': userKey } }))[0]).toBe(200);
        const bare = await api.call('POST', path, { raw: '{', headers: { 'content-type': 'application/json' } });
        expect([bare.status, bare.headers.has('www-authenticate')]).toEqual([401, true]);
      },
    );

    it.each([COMPETITORS, BACKLINKS])("%s: respond 403 to no key, an invalid one and another's", async (path) => {
      const json = good[path];
      for (const headers of [
        {},
        { 'x-api-key': 'bad' },
        { 'x-api-key': userKey },
        { cookie: `stock_cycle=${login}` },
      ] as Record<string, string>[]) {
        expect([headers, await status(path, json, { headers })]).toEqual([headers, [403, failure]]);
      }
      expect(await status(`${path}?api_key=${adminKey}`, json)).toEqual([403, failure]);
      expect(await status(path, json, { bearer: login })).toEqual([403, failure]);
      expect((await status(path, json, { headers: { 'x-api-key': adminKey } }))[0]).toBe(200);
    });

    it('permit Bearer with an API key only for competitor-websites, with priority over the header', async () => {
      const json = good[COMPETITORS];
      expect((await status(COMPETITORS, json, { bearer: adminKey }))[0]).toBe(200);
      expect((await status(COMPETITORS, json, { bearer: userKey, headers: { 'x-api-key': adminKey } }))[0]).toBe(403);
      expect((await status(BACKLINKS, good[BACKLINKS], { bearer: adminKey }))[0]).toBe(403);
    });

    it('do not accept the header sent twice', async () => {
      const headers = ['x-api-key', adminKey, 'x-api-key', adminKey, 'content-type', 'application/json'];
      expect((await api.rawCall('POST', KEYWORD_SEARCH, headers)).status).toBe(401);
    });
  });

  it('have lists for the console with pages and a search, for administrators only', async () => {
    const get = (path: string): Promise<Reply> => api.call('GET', path, { bearer: login });
    const page = (await get('/api/seo/keywords?search=RUNNING&limit=2')).body.data as { items: unknown[] };
    expect(page).toMatchObject({
      items: [{ searchVolume: 5000, deletedAt: null }, { searchVolume: 1000 }],
      pagination: { total: 3, totalIsExact: true, limit: 2, offset: 0, hasMore: true },
    });
    expect((await get('/api/seo/keywords?market=uk')).body.data).toMatchObject({ items: [{ market: 'uk' }] });
    expect((await get('/api/seo/trends?search=ai')).body.data).toMatchObject({ pagination: { total: 2 } });
    const hosts = (await get('/api/seo/backlinks?search=https://www.X.com/y&match=host')).body.data as {
      items: { fromUrl: string }[];
    };
    expect(hosts.items.length).toBeGreaterThan(0);
    for (const { fromUrl } of hosts.items) expect(new URL(fromUrl).hostname).toMatch(/(?:^|\.)x\.com$/);
    expect((await get('/api/seo/backlinks?search=nonsense&match=host')).status).toBe(400);
    expect((await get('/api/seo/backlinks?match=exact')).status).toBe(400);
    const { items } = (await get('/api/seo/trends?search=ai')).body.data as { items: { id: number }[] };
    const trend = `/api/seo/trends/${items[0]?.id ?? 0}`;
    expect((await get(trend)).body.data).toMatchObject({ id: items[0]?.id, linkedKeywordId: null });
    const keyword = (page.items[0] as { id: number }).id;
    await api.call('PATCH', trend, { bearer: login, json: { keyword_id: keyword } });
    expect((await get(trend)).body.data).toMatchObject({ linkedKeywordId: keyword, seoData: { id: keyword } });
    expect((await get('/api/seo/trends/999')).status).toBe(404);
    expect((await get('/api/seo/trends/x')).status).toBe(400);
    const saved = await api.call('PUT', '/api/seo/competitors', {
      bearer: login,
      json: { domain: 'console.example', name: 'C' },
    });
    expect(saved.body.data).toMatchObject({ domain: 'console.example', name: 'C' });
    expect((await get('/api/seo/competitors?search=console')).body.data).toMatchObject({ items: [{ name: 'C' }] });
    expect((await api.call('PATCH', '/api/seo/trends/999', { bearer: login, json: { keyword_id: null } })).status).toBe(
      404,
    );
  });
});

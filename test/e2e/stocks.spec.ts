import type { FoundStock, StockChart, StockDetail } from '#lib/market-data';
import { putSmallMarket } from '../support/database/small-market';
import { TestApi } from '../support/worlds/test-api';

const STOCKS = '/api/market/stocks';

describe('stocks over HTTP', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
    await putSmallMarket(api.database, { from: '2025-11-03', to: '2025-12-17' }, [
      { code: '000001', name: '平安银行', volumes: { '2025-12-08': null, '2025-12-09': 700 } },
      { code: '000002', name: '万  科Ａ', listDate: '1991-01-29' },
      { code: '000010', name: '美丽生态' },
      { code: '300001', name: '特锐德', board: 'chinext' },
      { code: '600132', name: '重庆啤酒', volumes: { '2025-12-12': null } },
      { code: '600519', name: '贵州茅台' },
      { code: '601318', name: '中国平安', firstBar: '2025-12-15' },
      { code: '601998', name: '100%_纯' },
    ]);
    await api.database.query(`
      insert into stock_name (code, from_date, to_date, name)
      values ('000010', '2010-01-04', '2024-04-30', '世纪星源'), ('000010', '2024-05-01', null, '美丽生态')`);
  });
  afterAll(() => api.stop());

  const found = async (query: string, limit?: number): Promise<(FoundStock & { openSessionId: number | null })[]> => {
    const rest = limit === undefined ? '' : `&limit=${limit}`;
    const reply = await api.call('GET', `${STOCKS}?query=${encodeURIComponent(query)}${rest}`);
    expect(reply.status).toBe(200);
    return (reply.body.data as { items: (FoundStock & { openSessionId: number | null })[] }).items;
  };
  const codes = async (query: string, limit?: number) => (await found(query, limit)).map(({ code }) => code);

  describe('the search', () => {
    it.each([
      ['000001', ['000001']],
      ['0000', ['000001', '000002', '000010']],
      ['６００５１９', ['600519']],
      ['payh', ['000001']],
      ['PAYH', ['000001']],
      ['pa', ['000001']],
      ['cqpj', ['600132']],
      ['gzmt', ['600519']],
      ['wka', ['000002']],
      ['万科a', ['000002']],
      ['万科Ａ', ['000002']],
      [' 茅台 ', ['600519']],
      // The name that begins so before the name that holds it.
      ['平安', ['000001', '601318']],
      ['0%_', ['601998']],
      ['%', ['601998']],
      ['_', ['601998']],
      ['\\', []],
      ["' or 1=1 --", []],
      ['0000010', []],
      ['不存在', []],
    ])('by %j finds %j', async (query, expected) => {
      expect(await codes(query)).toEqual(expected);
    });

    it('returns what matched, and the latest close', async () => {
      expect((await found('zgpa'))[0]).toEqual({
        code: '601318',
        formerCode: null,
        stockName: '中国平安',
        exchange: 'SSE',
        board: 'main',
        initials: 'zgpa',
        latestClose: 10,
        latestTradeDate: '2025-12-17',
        matchedBy: 'initials',
        openSessionId: null,
      });
    });

    it('returns the session that is open for a stock, and no closed one', async () => {
      const bearer = await api.login();
      const created = await api.call('POST', '/api/stock-cycle/sessions', {
        json: { code: '600519', entry_date: '2025-12-10', entry_close_price: 10 },
        bearer,
      });
      const { id } = (created.body.data as { session: { id: number } }).session;
      const openId = async () => (await found('gzmt'))[0]?.openSessionId;
      expect(await openId()).toBe(id);
      await api.call('PATCH', `/api/stock-cycle/sessions/${id}`, {
        json: { close: true, end_reason: 'done' },
        bearer,
      });
      expect(await openId()).toBeNull();
    });

    it('by nothing returns the first codes, up to the limit', async () => {
      expect(await codes('', 2)).toEqual(['000001', '000002']);
      expect(await codes('', 1000)).toHaveLength(8);
      const page = await api.call('GET', `${STOCKS}?query=6&limit=2&offset=2`);
      expect(page.body.data).toMatchObject({
        items: [{ code: '601318' }, { code: '601998' }],
        pagination: { total: 4, limit: 2, offset: 2, hasMore: false },
      });
    });

    it.each(['limit=0', 'limit=x', `query=${'9'.repeat(101)}`, 'query=%00', 'query=a&query=b', 'name=x'])(
      'rejects %s by name',
      async (query) => {
        const reply = await api.call('GET', `${STOCKS}?${query}`);
        expect([reply.status, reply.body.fields?.[0]?.field ?? reply.body.error]).toEqual([400, expect.anything()]);
      },
    );

    it('uses an index for each kind of match', async () => {
      const plan = await api.database.transaction(async (tx) => {
        await tx.query('set local enable_seqscan = off');
        return tx.query<{ 'QUERY PLAN': string }>(
          `explain select code from stock where code between '000000' and '000999'
           union all select code from stock where initials >= 'pa' and initials < 'pa{'
           union all select code from stock where search_name like '%中国平%'`,
        );
      });
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(text).toContain('stock_pkey');
      expect(text).toContain('stock_initials');
      expect(text).toContain('stock_search_name_trgm');
      expect(text).not.toContain('Seq Scan');
    });
  });

  describe('the details', () => {
    it('contain names over time, dates and the latest values', async () => {
      const reply = await api.call('GET', `${STOCKS}/000010`);
      expect(reply.body.data as StockDetail).toEqual({
        code: '000010',
        formerCode: null,
        stockName: '美丽生态',
        exchange: 'SZSE',
        board: 'main',
        industry: null,
        initials: 'mlst',
        listDate: null,
        delistDate: null,
        firstBarDate: '2025-11-03',
        lastBarDate: '2025-12-17',
        latestClose: 10,
        latestTradeDate: '2025-12-17',
        circulatingMarketCapYi: 200,
        names: [
          { name: '世纪星源', fromDate: '2010-01-04', toDate: '2024-04-30' },
          { name: '美丽生态', fromDate: '2024-05-01', toDate: null },
        ],
        marketSource: 'files',
        warnings: [],
      });
    });

    it.each([
      ['999999', 404],
      ['12345', 400],
      ['000001.SZ', 400],
    ])('of %s respond %d', async (code, status) => {
      expect((await api.call('GET', `${STOCKS}/${code}`)).status).toBe(status);
      expect((await api.call('GET', `${STOCKS}/${code}/bars`)).status).toBe(status);
    });
  });

  describe('the bars', () => {
    const chart = async (query: string, code = '000001'): Promise<StockChart> => {
      const reply = await api.call('GET', `${STOCKS}/${code}/bars?${query}`);
      expect([reply.status, reply.text.slice(0, 200)]).toEqual([200, expect.anything()]);
      return reply.body.data as StockChart;
    };

    it('are the days as traded, oldest first, without suspended ones', async () => {
      const { bars, ...rest } = await chart('from=2025-12-05&to=2025-12-10');
      expect(rest).toEqual({
        code: '000001',
        formerCode: null,
        stockName: '平安银行',
        period: 'day',
        adjust: 'none',
        priceFactors: [{ tradeDate: '2025-12-05', factor: 1 }],
        basis: { price: 'none', shares: 'none', unexplainedGaps: [] },
        marketDataThrough: '2025-12-17',
        marketSource: 'files',
        warnings: [],
      });
      expect(bars.map(({ tradeDate, volume }) => [tradeDate, volume])).toEqual([
        ['2025-12-05', 1000],
        ['2025-12-09', 700],
        ['2025-12-10', 1000],
      ]);
      expect(bars[0]).toEqual({
        tradeDate: '2025-12-05',
        firstDate: '2025-12-05',
        open: 10,
        high: 10,
        low: 10,
        close: 10,
        volume: 1000,
        amount: 10_000,
        turnoverPct: null,
        bars: 1,
        isPartial: false,
        isProvisional: false,
        closedAtLimit: null,
      });
    });

    it('join to weeks; the first is complete, the running one partial', async () => {
      const { bars } = await chart('period=week&from=2025-12-10');
      expect(
        bars.map(({ firstDate, tradeDate, weekEndDate, volume, bars: days, isPartial }) => [
          firstDate,
          tradeDate,
          weekEndDate,
          volume,
          days,
          isPartial,
        ]),
      ).toEqual([
        ['2025-12-09', '2025-12-12', '2025-12-12', 3700, 4, false],
        ['2025-12-15', '2025-12-17', '2025-12-19', 3000, 3, true],
      ]);
      // Cut off by `to` it is partial too; a stock's suspension at the week's end makes none.
      expect((await chart('period=week&to=2025-12-11')).bars.at(-1)?.isPartial).toBe(true);
      expect((await chart('period=week&to=2025-12-12')).bars.at(-1)?.isPartial).toBe(false);
      expect((await chart('period=week&to=2025-12-14')).bars.at(-1)?.isPartial).toBe(false);
      expect((await chart('period=week&to=2025-12-12', '600132')).bars.at(-1)).toMatchObject({
        tradeDate: '2025-12-11',
        weekEndDate: '2025-12-12',
        isPartial: false,
      });
      expect((await chart('to=2025-12-12')).bars.at(-1)).not.toHaveProperty('weekEndDate');
    });

    it('join to months', async () => {
      const { bars } = await chart('period=month', '600519');
      expect(
        bars.map(({ firstDate, tradeDate, bars: days, isPartial }) => [firstDate, tradeDate, days, isPartial]),
      ).toEqual([
        ['2025-11-03', '2025-11-28', 20, false],
        ['2025-12-01', '2025-12-17', 13, true],
      ]);
    });

    it('of an empty span are none', async () => {
      expect((await chart('from=2026-01-05')).bars).toEqual([]);
      for (const period of ['day', 'week', 'month']) {
        expect((await chart(`from=1990-12-19&to=1991-01-01&adjust=qfq&period=${period}`)).bars).toEqual([]);
        expect((await chart(`from=2999-12-31&to=2999-12-31&adjust=hfq&period=${period}`)).bars).toEqual([]);
        expect((await chart(`to=2999-12-31&period=${period}`)).bars).not.toEqual([]);
      }
    });

    it('are adjusted forward and backward, with the factors used', async () => {
      await api.database.query(`
        insert into share_change (code, trade_date, factor, basis) values ('300001', '2025-12-15', 2, 'inferred')`);
      const span = 'from=2025-12-12&to=2025-12-15';
      const figures = ({ bars, basis }: StockChart) => [
        bars.map(({ close, volume }) => [close, volume]),
        basis.price,
        basis.shares,
      ];
      expect(figures(await chart(`${span}&adjust=none`, '300001'))).toEqual([
        [
          [10, 1000],
          [10, 1000],
        ],
        'none',
        'none',
      ]);
      expect(figures(await chart(`${span}&adjust=qfq`, '300001'))).toEqual([
        [
          [5, 2000],
          [10, 1000],
        ],
        'ex_right',
        'inferred',
      ]);
      expect(figures(await chart(`${span}&adjust=hfq`, '300001'))).toEqual([
        [
          [10, 1000],
          [20, 500],
        ],
        'ex_right',
        'inferred',
      ]);
    });

    it.each([
      ['period=year', 'period'],
      ['adjust=1', 'adjust'],
      ['from=2025-02-30', 'from'],
      ['to=20250101', 'to'],
      ['from=2025-12-10&to=2025-12-09', 'from'],
      ['limit=3', 'limit'],
    ])('reject %s by name', async (query, field) => {
      const reply = await api.call('GET', `${STOCKS}/000001/bars?${query}`);
      expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(field)]);
    });
  });

  it('warn of an empty market, and find nothing', async () => {
    const empty = await TestApi.start();
    try {
      const reply = await empty.call('GET', `${STOCKS}?query=payh`);
      expect(reply.body.data).toMatchObject({ items: [], marketSource: 'none', warnings: [expect.any(String)] });
      expect((await empty.call('GET', `${STOCKS}/000001/bars`)).status).toBe(404);
    } finally {
      await empty.stop();
    }
  });
});

import { putSmallMarket } from '../support/database/small-market';
import { TestApi } from '../support/worlds/test-api';
import { until } from '../support/until';

const BARS = '/api/market/bars';

interface Series {
  code: string;
  days: string[];
  closes: number[];
  volumes: number[];
  lastChangePct: number | null;
}

describe('bars of many stocks over HTTP', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
    await putSmallMarket(api.database, { from: '2025-06-02', to: '2025-12-17' }, [
      { code: '000001', volumes: { '2025-12-16': null, '2025-12-12': 700 }, closes: { '2025-12-17': 10.5 } },
      { code: '300001', board: 'chinext', preCloses: { '2025-12-17': 8 } },
      { code: '600519', firstBar: '2025-12-17' },
      { code: '600132', closes: { '2025-12-15': 12 } },
    ]);
    await api.database.query(`
      insert into share_change (code, trade_date, factor, basis) values ('300001', '2025-12-15', 2, 'inferred')`);
    await api.database.query(`
      insert into adj_factor (code, trade_date, factor)
      values ('600132', '2020-01-02', 3), ('600132', '2025-12-16', 4)`);
  });
  afterAll(() => api.stop());

  const read = async (query: string): Promise<{ series: Series[] }> => {
    const reply = await api.call('GET', `${BARS}?${query}`);
    expect([reply.status, reply.text.slice(0, 200)]).toEqual([200, expect.anything()]);
    return reply.body.data as { series: Series[] };
  };

  it('are the newest of each, oldest first, in the requested order; unknown and repeated codes are left out', async () => {
    expect(await read('codes=600519,000001,999999,600519&count=5')).toEqual({
      series: [
        { code: '600519', days: ['2025-12-17'], closes: [10], volumes: [1000], lastChangePct: null },
        {
          code: '000001',
          days: ['2025-12-10', '2025-12-11', '2025-12-12', '2025-12-15', '2025-12-17'],
          closes: [10, 10, 10, 10, 10.5],
          volumes: [1000, 1000, 700, 1000, 1000],
          lastChangePct: 5,
        },
      ],
      marketDataThrough: '2025-12-17',
      warnings: [],
    });
  });

  it('are 60, or as many as requested, up to a day', async () => {
    const lengths = async (query: string) => (await read(query)).series.map(({ days }) => [days.length, days.at(-1)]);
    expect(await lengths('codes=300001')).toEqual([[60, '2025-12-17']]);
    expect(await lengths('codes=300001&count=100&to=2025-12-14')).toEqual([[100, '2025-12-12']]);
    expect(await lengths('codes=300001&to=2025-06-01')).toEqual([]);
  });

  it('are adjusted as the chart of one stock is, as of the last bar', async () => {
    const codes = ['000001', '300001', '600132'];
    for (const to of ['2025-12-17', '2025-12-12']) {
      const { series } = await read(`codes=${codes.join('%2C')}&count=8&to=${to}`);
      expect(series).toHaveLength(codes.length);
      for (const { code, days, closes, volumes } of series) {
        const chart = await api.call('GET', `/api/market/stocks/${code}/bars?adjust=qfq&from=${days[0]}&to=${to}`);
        const { bars } = chart.body.data as { bars: { tradeDate: string; close: number; volume: number }[] };
        expect([days, closes, volumes]).toEqual([
          bars.map(({ tradeDate }) => tradeDate),
          bars.map(({ close }) => close),
          bars.map(({ volume }) => volume),
        ]);
      }
    }
    const { series } = await read('codes=300001,600132&count=5');
    expect(series.map(({ closes, volumes, lastChangePct }) => [closes, volumes, lastChangePct])).toEqual([
      // Two shares for one, then an ex-right that the last bar's previous close tells.
      [[4, 4, 8, 8, 10], [2000, 2000, 1000, 1000, 1000], 25],
      // By the vendor's factor; the shares by what the market cap tells.
      [[7.5, 7.5, 9, 10, 10], [1200, 1200, 1200, 1000, 1000], 0],
    ]);
  });

  it.each([
    ['', 'codes'],
    ['codes=', 'codes'],
    ['codes=60051', 'codes'],
    ['codes=600519.SH', 'codes'],
    ['codes=600519,,000001', 'codes'],
    [`codes=${Array.from({ length: 201 }, (_, n) => 600_000 + n).join(',')}`, 'codes'],
    ['codes=600519&count=4', 'count'],
    ['codes=600519&count=251', 'count'],
    ['codes=600519&count=x', 'count'],
    ['codes=600519&to=2025-02-30', 'to'],
    ['codes=600519&adjust=none', 'adjust'],
  ])('reject %j by name', async (query, field) => {
    const reply = await api.call('GET', `${BARS}?${query}`);
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(field)]);
  });

  it('are returned for up to 200 codes', async () => {
    const codes = Array.from({ length: 199 }, (_, n) => 601_000 + n);
    expect((await read(`codes=${codes.join(',')},600519`)).series.map(({ code }) => code)).toEqual(['600519']);
  });

  describe('are sent once per data version', () => {
    const asked = `${BARS}?codes=600519,000001&count=5`;
    const held = (tag: string | null) => ({ headers: { 'if-none-match': tag ?? '' } });

    it.each([asked, '/api/market/stocks/000001/bars?adjust=qfq', '/api/market/stocks/000001/bars?period=week'])(
      '%s: 304 for a client that has the response, without reading the bars',
      async (path) => {
        const first = await api.call('GET', path);
        const tag = first.headers.get('etag');
        expect(first.headers.get('cache-control')).toBe('private, no-cache');
        await api.database.query('alter table daily_bar rename to daily_bar_away');
        try {
          for (const header of [tag, `W/${tag}`, `"other", ${tag}`]) {
            const reply = await api.call('GET', path, held(header));
            expect([reply.status, reply.text, reply.headers.get('etag')]).toEqual([304, '', tag]);
          }
          expect((await api.call('GET', path, held('"other"'))).status).toBe(500);
        } finally {
          await api.database.query('alter table daily_bar_away rename to daily_bar');
        }
      },
    );

    it('with other tags for another query, another version and a restored market', async () => {
      const tagOf = async (path: string) => (await api.call('GET', path)).headers.get('etag');
      const tag = await tagOf(asked);
      expect(await tagOf(`${BARS}?count=5&codes=600519,000001`)).toBe(tag);
      expect(await tagOf(`${BARS}?codes=600519,000001&count=6`)).not.toBe(tag);
      await api.database.query('update market_state set data_version = data_version + 1');
      const newer = await tagOf(asked);
      expect(newer).not.toBe(tag);
      expect((await api.call('GET', asked, held(tag))).status).toBe(200);
      await api.database.query('update market_state set data_version = data_version - 1, updated_at = now()');
      expect([tag, newer]).not.toContain(await tagOf(asked));
    });

    it('without a tag in an error, which no client caches', async () => {
      const reply = await api.call('GET', `${BARS}?codes=x`);
      expect([reply.headers.get('etag'), reply.headers.get('cache-control')]).toEqual([null, 'no-store']);
    });
  });

  describe('in four long responses at a time', () => {
    const codes = Array.from({ length: 200 }, (_, n) => 601_000 + n).join(',');
    const long = () => api.call('GET', `${BARS}?codes=${codes}&count=60`);
    const waitingReads = async () => {
      const [row] = await api.database.query<{ count: number }>(`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%daily_bar d%'`);
      return row?.count;
    };

    it('let one more request wait for its turn; one that waits for long must come back', async () => {
      const replies: Promise<number>[] = [];
      await api.database.transaction(async (tx) => {
        await tx.query('lock table daily_bar in access exclusive mode');
        for (let n = 0; n < 4; n += 1) replies.push(long().then(({ status }) => status));
        await until('four long reads wait for the bars', 30_000, async () => (await waitingReads()) === 4);
        const late = await Promise.all([long(), long()]);
        for (const { status, body, headers } of late) {
          expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'too_many_heavy_reads', '3']);
        }
        expect((await api.call('GET', '/api/market/stocks?query=6005')).status).toBe(200);
        replies.push(long().then(({ status }) => status));
      });
      expect(await Promise.all(replies)).toEqual([200, 200, 200, 200, 200]);
    });
  });

  it('of an empty market are none, with a warning', async () => {
    const empty = await TestApi.start();
    try {
      const reply = await empty.call('GET', `${BARS}?codes=600519`);
      expect(reply.body.data).toEqual({ series: [], marketDataThrough: null, warnings: [expect.any(String)] });
    } finally {
      await empty.stop();
    }
  });
});

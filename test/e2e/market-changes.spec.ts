import { MarketLevelsService } from '#lib/ai';
import { putSmallMarket } from '../support/database/small-market';
import { TestApi } from '../support/worlds/test-api';

const CHANGES = '/api/market/changes';

interface Changes {
  days: string[];
  medianChangesPct: number[];
  levels: number[];
}

describe('how the market went, over HTTP', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
    // Closes are 10 unless named. 2025-12-15 to 12-17 are Monday to Wednesday.
    await putSmallMarket(api.database, { from: '2025-12-12', to: '2025-12-17' }, [
      { code: '000001' },
      { code: '300001', board: 'chinext', closes: { '2025-12-16': 11, '2025-12-17': 11 } },
      // Ex-right on the 16th: 5.25 against a previous close of 5 is 5 percent up, not half.
      {
        code: '600132',
        closes: { '2025-12-16': 5.25, '2025-12-17': 4.725 },
        preCloses: { '2025-12-16': 5, '2025-12-17': 5.25 },
      },
      { code: '600519', firstBar: '2025-12-17' },
    ]);
  });

  const measure = () => api.app.get(MarketLevelsService, { strict: false }).measure();
  afterAll(() => api.stop());

  const read = async (query = ''): Promise<Changes> => {
    const { status, body } = await api.call('GET', `${CHANGES}${query}`);
    expect(status).toBe(200);
    return body.data as Changes;
  };

  it('is not there before the days are measured, and never an old response afterwards', async () => {
    const before = await api.call('GET', CHANGES);
    expect(before.body.data).toEqual({ days: [], medianChangesPct: [], levels: [] });
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    expect((await api.call('GET', CHANGES, { headers })).status).toBe(304);
    expect([await measure(), await measure()]).toEqual([3, 0]);
    expect((await api.call('GET', CHANGES, { headers })).status).toBe(200);
  });

  it('is the median over the stocks that have both days, chained from 100', async () => {
    // 12-15: 0, 0, 0. 12-16: 0, 10, 5. 12-17: 0, 0, -10; the new stock has no day before.
    expect(await read()).toEqual({
      days: ['2025-12-15', '2025-12-16', '2025-12-17'],
      medianChangesPct: [0, 5, 0],
      levels: [100, 105, 105],
    });
  });

  it('is that of the newest days, chained from the first of them', async () => {
    expect(await read('?count=2')).toEqual({
      days: ['2025-12-16', '2025-12-17'],
      medianChangesPct: [5, 0],
      levels: [105, 105],
    });
    expect((await read('?count=1')).levels).toEqual([100]);
  });

  it('is sent once per version of the data', async () => {
    const first = await api.call('GET', CHANGES);
    const again = await api.call('GET', CHANGES, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it.each(['count=0', 'count=751', 'count=1.5', 'count=x', 'days=3'])('rejects %s by name', async (query) => {
    const { status, text } = await api.call('GET', `${CHANGES}?${query}`);
    expect([status, text]).toEqual([400, expect.stringContaining(query.split('=')[0] ?? '')]);
  });
});

import { putSmallMarket } from '../support/database/small-market';
import { createPlainUser, type TestUser } from '../support/worlds/plain-user';
import { TestApi } from '../support/worlds/test-api';

const POSITIONS = '/api/positions';
const LAST = '2025-06-06';
const BEFORE = '2025-06-05';

describe('positions with money', () => {
  let api: TestApi;
  let user: TestUser;
  let sessionId: number;

  beforeAll(async () => {
    api = await TestApi.start();
    user = await createPlainUser(api);
    await putSmallMarket(api.database, { from: '2025-06-03', to: LAST }, [
      { code: '600001', name: '浦发银行', closes: { [LAST]: 10.5 } },
      { code: '600002', name: '除权股份', closes: { [LAST]: 5.5 }, preCloses: { [LAST]: 5 } },
      { code: '600003', name: '停牌股份', closes: { [BEFORE]: 20 }, volumes: { [LAST]: null } },
      { code: '600004', name: '负成本', closes: { [LAST]: 10 } },
    ]);
    const session = await api.call('POST', '/api/stock-cycle/sessions', {
      bearer: await api.login(),
      json: { code: '600001', entry_date: '2025-06-03' },
    });
    sessionId = (session.body.data as { session: { id: number } }).session.id;
  });
  afterAll(() => api.stop());

  const put = (code: string, quantity: number, cost?: number) =>
    api.call('PUT', `${POSITIONS}/${code}`, { bearer: user.token, json: { quantity, avg_cost: cost } });
  const read = async () =>
    (await api.call('GET', POSITIONS, { bearer: user.token })).body.data as {
      items: Record<string, unknown>[];
      totals: Record<string, unknown>;
    };

  it('have no sums while there are none', async () => {
    expect((await read()).totals).toEqual({
      marketValue: null,
      cost: null,
      profit: null,
      profitPct: null,
      dayProfit: null,
      dayProfitPct: null,
      withoutClose: 0,
      withoutCost: 0,
      suspended: 0,
    });
  });

  it('have value, profit and the change of the last day, each null where it is not known, and their sums', async () => {
    await put('600001', 100, 10);
    await put('600002', 200, 6);
    await put('600003', 10);
    await put('600004', 10, -2);
    await put('830001', 10, 3);
    const { items, totals } = await read();
    expect(items).toMatchObject([
      {
        code: '600001',
        sessionId,
        latestClose: 10.5,
        marketValue: 1050,
        changePct: 5,
        dayProfit: 50,
        profit: 50,
        costDistancePct: 5,
        profitReason: null,
        exRightSince: null,
      },
      {
        code: '600002',
        sessionId: null,
        marketValue: 1100,
        changePct: 10,
        dayProfit: 100,
        profit: -100,
        costDistancePct: -8.33,
      },
      {
        code: '600003',
        latestTradeDate: BEFORE,
        marketValue: 200,
        changePct: null,
        changePctReason: 'no_bar_on_last_day',
        dayProfit: null,
        profit: null,
        profitReason: 'no_cost',
      },
      { code: '600004', profit: 120, costDistancePct: null, profitReason: 'cost_not_positive' },
      { code: '830001', latestClose: null, marketValue: null, changePctReason: 'no_bars', profitReason: 'no_bars' },
    ]);
    expect(totals).toEqual({
      marketValue: 2450,
      cost: 2180,
      profit: 70,
      profitPct: 3.21,
      dayProfit: 150,
      // Of 1000, 1000 and 100: the suspended one has no day.
      dayProfitPct: 7.14,
      withoutClose: 1,
      withoutCost: 1,
      suspended: 1,
    });
  });

  it('count the last day from the cost where they were opened on it, and not at all where later', async () => {
    const open = (opened_at: string, avg_cost: number | null = 10.2) =>
      api.call('PUT', `${POSITIONS}/600001`, { bearer: user.token, json: { quantity: 100, avg_cost, opened_at } });
    expect((await open(BEFORE)).body.data).toMatchObject({ changePct: 5, dayProfit: 50, profit: 30 });
    expect((await open('2025-06-07')).body.data).toMatchObject({ changePct: 5, dayProfit: null, profit: 30 });
    expect((await open(LAST, null)).body.data).toMatchObject({ dayProfit: null });
    expect((await open(LAST)).body.data).toMatchObject({ changePct: 5, dayProfit: 30, profit: 30 });
    // Of 1020, 1000 and 100.
    expect((await read()).totals).toMatchObject({ dayProfit: 130, dayProfitPct: 6.13 });
  });

  it('name the ex-right day that came after they were stored', async () => {
    const { code } = { code: '600002' };
    await api.database.query(`update position set updated_at = '2025-06-05T12:00:00Z' where code = $1`, [code]);
    expect((await api.call('GET', `${POSITIONS}/${code}`, { bearer: user.token })).body.data).toMatchObject({
      exRightSince: LAST,
    });
    expect((await put(code, 200, 6)).body.data).toMatchObject({ exRightSince: null, profit: -100 });
  });
});

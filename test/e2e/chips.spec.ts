import { refreshStockFigures } from '#lib/market-data';
import { emptyTables } from '../support/database/empty-tables';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';
import { TestService } from '../support/worlds/test-service';
import { until } from '../support/until';

const SYNC = '/api/stock-cycle/sync-cyq-cache';
const LAST_DAY = '2025-12-31';
const days = openDaysBefore('2026-01-01', 130);
const WEEK_AGO = days.at(-6) ?? '';

interface Session {
  id: number;
  cyqSpreadRatio: number | null;
  cyq: Record<string, unknown> | null;
}

interface Chips {
  tradeDate: string;
  prices: number[];
  weights: number[];
  cost5: number;
  cost95: number;
  concentration90: number;
  source: string;
}

describe('chip distributions over HTTP', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
    await putSmallMarket(service.database, { from: days[0] ?? '', to: LAST_DAY }, [
      { code: '000001', turnoverPct: 2, width: 0.3 },
      { code: '600000', turnoverPct: 1, width: 1 },
      { code: '600519', turnoverPct: 3, firstBar: '2025-12-01' },
      { code: '300750' },
    ]);
    await service.database.query(`insert into stock (code, exchange, board) values ('600998', 'SSE', 'main')`);
    await service.database.transaction(async (tx) => {
      await refreshStockFigures(tx, 'everything');
    });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await emptyTables(service.database, ['tracking_session', 'chip_distribution']);
    await service.database.query('update market_state set chip_source = null');
  });

  const create = async (code: string): Promise<Session> => {
    const reply = await service.call('POST', '/api/stock-cycle/sessions', { json: { code, entry_date: '2025-12-01' } });
    expect(reply.status).toBe(200);
    return (reply.body.data as { session: Session }).session;
  };
  const show = async (id: number): Promise<Session> =>
    ((await service.call('GET', `/api/stock-cycle/sessions/${id}`)).body.data as { session: Session }).session;
  const sync = (json?: unknown) => service.call('POST', SYNC, json === undefined ? {} : { json });
  const chips = async (code: string, query = ''): Promise<Chips> => {
    const reply = await service.call('GET', `/api/market/stocks/${code}/chips${query}`);
    expect([reply.status, reply.text.slice(0, 200)]).toEqual([200, expect.anything()]);
    return reply.body.data as Chips;
  };

  it('are filled into the sessions, and a second sync finds nothing new', async () => {
    const [a, b, late] = [await create('000001'), await create('600000'), await create('600519')];
    expect(a).toMatchObject({ cyq: null, cyqSpreadRatio: null });
    const first = await sync();
    expect(first.status).toBe(200);
    expect(first.body.data).toEqual({
      ...{ requested: 3, updated: 2, unchanged: 0, failed: 1, vendorCalls: 0 },
      warnings: [{ code: '600519', reason: 'short_history', detail: expect.any(String) as unknown }],
    });
    const { prices: _prices, weights: _weights, ...figures } = await chips('000001');
    const shown = await show(a.id);
    expect(shown.cyq).toMatchObject({ tradeDate: LAST_DAY, window: 120, source: 'eastmoney-120', adjusted: false });
    for (const [key, value] of Object.entries(shown.cyq ?? {}))
      expect([key, value]).toEqual([key, figures[key as never]]);
    expect(shown.cyqSpreadRatio).toBe(Math.round(figures.concentration90 * 1e4) / 1e4);
    expect((await sync({})).body.data).toMatchObject({ requested: 3, updated: 0, unchanged: 2, failed: 1 });
    const list = await service.call('GET', '/api/stock-cycle/sessions?sort=cyq_spread_ratio&order=asc');
    const order = (list.body.data as { sessions: Session[] }).sessions;
    expect(order.map(({ id }) => id)).toEqual([a.id, b.id, late.id]);
    expect(order[0]?.cyq).toEqual(shown.cyq);
    const patched = await service.call('PATCH', `/api/stock-cycle/sessions/${a.id}`, { json: { priority_delta: 1 } });
    expect((patched.body.data as { session: Session }).session.cyq).toEqual(shown.cyq);
  });

  it('are given to a session that is created later from the cache; a closed one keeps its own', async () => {
    const a = await create('000001');
    await sync();
    const before = await show(a.id);
    await service.call('PATCH', `/api/stock-cycle/sessions/${a.id}`, { json: { close: true } });
    await service.database.query('update chip_distribution set cost5 = cost5 - 1, concentration90 = 0.5');
    const later = await create('000001');
    expect(later.cyqSpreadRatio).toBe(0.5);
    expect(await show(a.id)).toMatchObject({ cyq: before.cyq, cyqSpreadRatio: before.cyqSpreadRatio });
    expect((await sync({ session_ids: [a.id, String(later.id)] })).body.data).toMatchObject({
      ...{ requested: 2, updated: 1, unchanged: 1, failed: 0 },
    });
    expect(await show(a.id)).toMatchObject({ cyq: before.cyq });
  });

  it('are synced by ids as numbers and as digits, or without ids, and rejected ids are named', async () => {
    const a = await create('000001');
    expect((await sync({ session_ids: [a.id, String(a.id)] })).body.data).toMatchObject({ requested: 1, updated: 1 });
    expect((await sync({ session_ids: [] })).body.data).toMatchObject({ requested: 0, updated: 0, warnings: [] });
    expect((await sync({ session_ids: null })).body.data).toMatchObject({ requested: 1, unchanged: 1 });
    for (const bad of [
      ['x'],
      [1.5],
      [-1],
      [null],
      'all',
      7,
      {},
      Array.from({ length: 501 }, (_, index) => index + 1),
    ]) {
      const reply = await sync({ session_ids: bad });
      expect([bad, reply.status, reply.body.fields?.[0]?.field]).toEqual([bad, 400, 'session_ids']);
    }
    expect((await sync({ sessionIds: [a.id] })).body.error).toContain('did you mean session_ids');
    const missing = await sync({ session_ids: [a.id, a.id + 1] });
    expect([missing.status, missing.body.code, missing.body.error]).toEqual([
      404,
      'not_found',
      `session ${a.id + 1} does not exist`,
    ]);
    await service.call('DELETE', `/api/stock-cycle/sessions/${a.id}`);
    expect((await sync({ session_ids: [a.id] })).status).toBe(404);
  });

  it('are synced with a 202 for a caller that does not wait', async () => {
    await create('000001');
    const reply = await service.call('POST', SYNC, { headers: { prefer: 'respond-async' } });
    expect(reply.status).toBe(202);
    const { statusUrl } = reply.body.data as { statusUrl: string };
    await until('the job has ended', 60_000, async () => {
      const job = (await service.call('GET', statusUrl)).body.data as { state: string };
      return job.state === 'completed';
    });
    expect((await service.call('GET', statusUrl)).body.data).toMatchObject({ result: { updated: 1 } });
  });

  it('of a day are shown to anybody, price by price', async () => {
    const newest = await chips('600000');
    expect(newest).toMatchObject({ tradeDate: LAST_DAY, source: 'eastmoney-120', marketSource: 'files', warnings: [] });
    expect(newest.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    expect([...newest.prices].sort((x, y) => x - y)).toEqual(newest.prices);
    expect(newest.cost5).toBeGreaterThan(9);
    expect(newest.cost95).toBeLessThan(11);
    expect((await chips('600000', `?date=${WEEK_AGO}`)).tradeDate).toBe(WEEK_AGO);
    expect((await chips('600000', '?date=2999-12-31')).tradeDate).toBe(LAST_DAY);
    expect(await chips('600519')).toMatchObject({ window: 23 });
    const anonymous = await service.api.call('GET', '/api/market/stocks/600000/chips');
    expect(anonymous.status).toBe(200);
  });

  it.each([
    ['/api/market/stocks/999999/chips', 404, 'not_found'],
    ['/api/market/stocks/600998/chips', 404, 'no_market_data'],
    ['/api/market/stocks/300750/chips', 404, 'no_market_data'],
    ['/api/market/stocks/600000/chips?date=2020-01-02', 404, 'no_market_data'],
    ['/api/market/stocks/600000/chips?date=2025-02-30', 400, 'invalid_input'],
    ['/api/market/stocks/600000/chips?day=2025-12-31', 400, 'invalid_input'],
    ['/api/market/stocks/60000/chips', 400, 'invalid_input'],
    ['/api/market/stocks/600000.SH/chips', 400, 'invalid_input'],
  ])('respond to %s with %d %s', async (path, status, code) => {
    const reply = await service.call('GET', path);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });
});

describe('a sync with the tushare model and no token', () => {
  it('responds 503 market_not_configured before anything is queued', async () => {
    const service = await TestService.start({ CYQ_MODEL: 'tushare' });
    try {
      const reply = await service.call('POST', SYNC);
      expect([reply.status, reply.body.code]).toEqual([503, 'market_not_configured']);
      expect(await service.database.query('select 1 from job')).toEqual([]);
    } finally {
      await service.stop();
    }
  });
});

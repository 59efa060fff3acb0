import { SessionMarketService } from '#lib/tracking';
import { putSmallMarket } from '../support/database/small-market';
import { TestApi } from '../support/worlds/test-api';

const SESSIONS = '/api/stock-cycle/sessions';
const [OLD, NOW] = ['830799', '920799'];

interface Session {
  id: number;
  code: string;
  formerCode: string | null;
  stockName: string | null;
  status: string;
  endReason: string | null;
  latestClose: number | null;
  closeVsEntryPct: number | null;
}

describe('a Beijing stock whose code has changed', () => {
  let api: TestApi;
  let bearer: string;

  beforeAll(async () => {
    api = await TestApi.start();
    bearer = await api.login();
    await putSmallMarket(api.database, { from: '2025-11-03', to: '2025-12-17' }, [
      { code: '000001', name: '平安银行' },
      { code: NOW, name: '艾融软件', board: 'bse', listDate: '2021-11-15', turnoverPct: 1, width: 0.5 },
    ]);
    await api.database.query(
      `insert into stock (code, exchange, board, name, initials) values ($1, 'BSE', 'bse', '艾融软件', 'arrj')`,
      [OLD],
    );
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    for (const table of ['tracking_session', 'position', 'watchlist_item', 'stock_code_change']) {
      await api.database.query(`delete from ${table}`);
    }
  });

  const call = (method: string, path: string, json?: unknown) =>
    api.call(method, path, { bearer, ...(json === undefined ? {} : { json }) });
  const change = () =>
    api.database.query('insert into stock_code_change (old_code, new_code) values ($1, $2)', [OLD, NOW]);
  const open = (code: string, entry_date = '2025-12-01') =>
    call('POST', SESSIONS, { code, entry_date, entry_close_price: 8 });
  const list = async (query: string) =>
    ((await call('GET', `${SESSIONS}?${query}`)).body.data as { sessions: Session[] }).sessions;
  /** What a server does at its start. */
  const start = () => api.app.get(SessionMarketService, { strict: false }).fillMissing();

  it('has a session by its old code too: with metrics, under today’s code, found by both', async () => {
    await change();
    const opened = await open(OLD);
    expect([opened.status, opened.text]).toEqual([200, expect.anything()]);
    const { session } = opened.body.data as { session: Session };
    expect(session).toMatchObject({ code: NOW, formerCode: OLD, latestClose: 10, closeVsEntryPct: 25 });
    for (const code of [OLD, NOW, '8307', '9207']) {
      expect([code, (await list(`code=${code}`)).map(({ id }) => id)]).toEqual([code, [session.id]]);
    }
    for (const code of [OLD, NOW]) {
      const second = await open(code);
      expect([second.status, second.body.code]).toEqual([409, 'open_session_exists']);
    }
  });

  it('keeps what was stored before the change: sessions with metrics, positions, watch-lists', async () => {
    const { session } = (await open(OLD)).body.data as { session: Session };
    expect(session).toMatchObject({ code: OLD, formerCode: null, latestClose: null });
    await call('PUT', `/api/positions/${OLD}`, { quantity: 300, avg_cost: 7 });
    await call('PUT', `/api/watchlist/${OLD}`, { note: 'old' });
    await change();
    await start();
    const [moved] = await list('status=all');
    expect(moved).toMatchObject({ id: session.id, code: NOW, formerCode: OLD, latestClose: 10, closeVsEntryPct: 25 });
    for (const code of [OLD, NOW]) {
      expect((await call('GET', `/api/positions/${code}`)).body.data).toMatchObject({ code: NOW, quantity: 300 });
      expect((await call('GET', `/api/watchlist/${code}`)).body.data).toMatchObject({ formerCode: OLD, note: 'old' });
    }
    expect(await list('user_scope=position_only')).toHaveLength(1);
  });

  it('keeps one open session of two: that with the earlier entry', async () => {
    const { session: late } = (await open(OLD, '2025-12-03')).body.data as { session: Session };
    const { session: early } = (await open(NOW, '2025-12-01')).body.data as { session: Session };
    await change();
    await start();
    const found = new Map((await list('status=all')).map((session) => [session.id, session]));
    expect(found.get(early.id)).toMatchObject({ status: 'open', code: NOW });
    expect(found.get(late.id)).toMatchObject({
      ...{ status: 'closed', code: NOW, latestClose: 10 },
      endReason: `code_changed: ${NOW} is tracked by session ${early.id}`,
    });
    expect((await call('PATCH', `${SESSIONS}/${late.id}`, { reopen: true })).status).toBe(409);
  });

  it('has one entry on each list: the later position counts, both notes stay', async () => {
    await call('PUT', `/api/positions/${NOW}`, { quantity: 500 });
    await call('PUT', `/api/positions/${OLD}`, { quantity: 300 });
    await call('PUT', `/api/watchlist/${OLD}`, { note: 'of old' });
    await call('PUT', `/api/watchlist/${NOW}`, { note: 'of now' });
    await change();
    await start();
    const positions = (await call('GET', '/api/positions')).body.data;
    expect(positions).toMatchObject({ items: [{ code: NOW, formerCode: OLD, quantity: 300 }], total: 1 });
    const watched = (await call('GET', '/api/watchlist')).body.data;
    expect(watched).toMatchObject({ items: [{ code: NOW, note: 'of now\nof old' }], total: 1 });
    await call('PUT', `/api/positions/${OLD}`, { quantity: 700 });
    expect((await call('GET', '/api/positions')).body.data).toMatchObject({ items: [{ quantity: 700 }], total: 1 });
    expect((await call('DELETE', `/api/positions/${OLD}`)).status).toBe(200);
    expect((await call('DELETE', `/api/watchlist/${OLD}`)).status).toBe(200);
    expect((await call('GET', '/api/watchlist')).body.data).toMatchObject({ total: 0 });
  });

  it('is one stock to the search, the stock page, charts, chips and suggestions', async () => {
    await change();
    for (const query of [OLD, NOW, '8307', 'arrj', '艾融']) {
      const { items } = (await call('GET', `/api/market/stocks?query=${encodeURIComponent(query)}`)).body.data as {
        items: object[];
      };
      expect([query, items]).toMatchObject([query, [{ code: NOW, formerCode: OLD, latestClose: 10 }]]);
    }
    for (const path of [`/api/market/stocks/${OLD}`, `/api/market/stocks/${OLD}/bars`]) {
      expect((await call('GET', path)).body.data).toMatchObject({ code: NOW, formerCode: OLD });
    }
    expect((await call('GET', `/api/market/stocks/${OLD}/chips`)).body.data).toMatchObject({ code: NOW });
    expect((await call('GET', `${SESSIONS}/suggest-entry?code=${OLD}`)).body).toMatchObject({ data: { code: NOW } });
    const { series } = (await call('GET', `/api/market/bars?codes=${OLD},000001&count=5`)).body.data as {
      series: { code: string; closes: number[] }[];
    };
    expect(series.map(({ code, closes }) => [code, closes.length])).toEqual([
      [OLD, 5],
      ['000001', 5],
    ]);
  });
});

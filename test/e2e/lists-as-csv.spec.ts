import { putSmallMarket } from '../support/database/small-market';
import { createPlainUser, type TestUser } from '../support/worlds/plain-user';
import { type Reply, TestApi } from '../support/worlds/test-api';

const SESSIONS = '/api/stock-cycle/sessions';

/** The cells of a CSV without quoted line breaks. */
const rowsOf = ({ text }: Reply): Record<string, string>[] => {
  const [header = '', ...lines] = text.trimEnd().split('\r\n');
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])));
};

describe('lists as CSV', () => {
  let api: TestApi;
  let user: TestUser;

  beforeAll(async () => {
    api = await TestApi.start();
    user = await createPlainUser(api);
    await putSmallMarket(api.database, { from: '2025-06-03', to: '2025-06-06' }, [
      { code: '000001', name: '平安银行', closes: { '2025-06-05': 10, '2025-06-06': 9.5 } },
      { code: '600519', name: '=1+1' },
    ]);
    await api.database.query(
      `insert into tracking_session (code, stock_name, entry_date, priority, end_reason, ended_at, market_source)
       select lpad(n::text, 6, '0'), '股' || n, '2025-06-03', n % 7, case when n % 2 = 0 then '@done' end,
         case when n % 2 = 0 then now() end, 'files'
       from generate_series(1, 450) n`,
    );
    for (const [path, json] of [
      ['/api/positions/000001', { quantity: 100, avg_cost: 10 }],
      ['/api/positions/600519', { quantity: 50 }],
      ['/api/watchlist/600519', { note: '+等回踩' }],
    ] as const) {
      expect((await api.call('PUT', path, { bearer: user.token, json })).status).toBe(200);
    }
  });
  afterAll(() => api.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    api.call('GET', path, { bearer: user.token, headers });

  it.each([
    [SESSIONS, 'files-sessions.csv', 450],
    ['/api/positions', 'files-positions.csv', 2],
    ['/api/watchlist', 'files-watchlist.csv', 1],
  ])('are sent by Accept and by format=csv from %s, named after the market', async (path, name, count) => {
    for (const reply of [await get(path, { accept: 'text/csv' }), await get(`${path}?format=csv`)]) {
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
      expect(reply.headers.get('x-market-source')).toBe('files');
      expect(rowsOf(reply)).toHaveLength(count);
    }
    expect((await get(`${path}?format=json`, { accept: 'text/csv' })).body.success).toBe(true);
    expect((await get(`${path}?format=xls`)).status).toBe(400);
  });

  it('have all sessions of the filter in the order of the list, whatever the page', async () => {
    const ids: string[] = [];
    for (let offset = 0; ; offset += 200) {
      const { sessions } = (await get(`${SESSIONS}?status=open&sort=code&order=asc&limit=200&offset=${offset}`)).body
        .data as { sessions: { code: string }[] };
      if (sessions.length === 0) break;
      ids.push(...sessions.map(({ code }) => code));
    }
    expect(ids).toHaveLength(225);
    const file = await get(`${SESSIONS}?status=open&sort=code&order=asc&limit=5&offset=30&format=csv`);
    expect(rowsOf(file).map(({ code }) => code)).toEqual(ids);
    expect(rowsOf(file)[0]).toMatchObject({ code: '000001', quantity: '100', avgCost: '10', changePct: '' });
  });

  it('keep text that a spreadsheet would run', async () => {
    const closed = await get(`${SESSIONS}?code=000002&format=csv`);
    expect(rowsOf(closed)[0]).toMatchObject({ endReason: "'@done" });
    expect(rowsOf(await get('/api/watchlist?format=csv'))[0]).toMatchObject({ note: "'+等回踩", stockName: "'=1+1" });
    const money = rowsOf(await get('/api/positions?format=csv'));
    expect(money).toMatchObject([
      { code: '000001', profit: '-50', changePct: '-5', dayProfit: '-50', costDistancePct: '-5' },
      { code: '600519', stockName: "'=1+1", avgCost: '', profit: '' },
    ]);
  });

  it('are for users alone', async () => {
    for (const reply of [
      await api.call('GET', `${SESSIONS}?format=csv`),
      await api.call('GET', SESSIONS, { headers: { accept: 'text/csv' } }),
    ]) {
      expect(reply.status).toBe(401);
    }
    expect((await api.call('GET', `${SESSIONS}?format=csv&api_key=${user.apiKey}`)).status).toBe(200);
  });

  it('have at most 10,000 rows', async () => {
    await api.database.query(
      `insert into tracking_session (code, entry_date, ended_at, market_source)
       select lpad((n % 900000)::text, 6, '0'), '2025-06-03', now(), 'files' from generate_series(1, 9600) n`,
    );
    const reply = await get(`${SESSIONS}?format=csv`);
    expect([reply.status, reply.body.code]).toEqual([400, 'too_many_rows']);
    expect(rowsOf(await get(`${SESSIONS}?format=csv&status=open`))).toHaveLength(225);
  });
});

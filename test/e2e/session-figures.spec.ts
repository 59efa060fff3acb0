import { type ListedSession, SessionMarketService } from '#lib/tracking';
import { putSmallMarket } from '../support/database/small-market';
import { createPlainUser, type TestUser } from '../support/worlds/plain-user';
import { TestApi } from '../support/worlds/test-api';

const SESSIONS = '/api/stock-cycle/sessions';
/** Open days of the hand-made market. */
const DAYS = ['2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06', '2025-06-09', '2025-06-10'] as const;
const LAST = '2025-06-10';
const VOLUMES = { '2025-06-03': 1000, '2025-06-04': 2000, '2025-06-05': 3000, '2025-06-06': 4000, '2025-06-09': 5000 };

/** Codes after what their last day is like. */
const CODE = {
  plain: '600001',
  exRight: '600002',
  limit: '300003',
  suspended: '600004',
  young: '600005',
  split: '600006',
  jump: '600007',
  unknown: '830001',
} as const;

type Named = keyof typeof CODE;

describe('the figures of a listed session', () => {
  let api: TestApi;
  let user: TestUser;
  let admin: string;

  beforeAll(async () => {
    api = await TestApi.start();
    user = await createPlainUser(api);
    admin = await api.login();
    const closes = (last: number, before = 10) => ({ '2025-06-09': before, [LAST]: last });
    await putSmallMarket(api.database, { from: DAYS[0], to: LAST }, [
      {
        code: CODE.plain,
        name: '浦发银行',
        closes: closes(10.25),
        volumes: { ...VOLUMES, [LAST]: 7500 },
        turnoverPct: 1.5,
      },
      { code: CODE.exRight, name: '安徽合力', closes: closes(5.5), preCloses: { [LAST]: 5 } },
      { code: CODE.limit, name: '贝泰妮', board: 'chinext', closes: closes(12), upLimits: { [LAST]: 12 } },
      {
        code: CODE.suspended,
        name: '宗申动力',
        closes: { '2025-06-09': 10.5 },
        volumes: { [LAST]: null },
        turnoverPct: 3,
      },
      { code: CODE.young, name: '新股', firstBar: LAST, listDate: LAST },
      { code: CODE.split, name: '送转股份', closes: closes(5.25), turnoverPct: 1, volumes: { [LAST]: 2000 } },
      { code: CODE.jump, name: '断层科技', closes: closes(30) },
    ]);
    await api.database.query(
      `update stock set industry = case when code = $1 then '银行' when code = $2 then '工程机械' end`,
      [CODE.plain, CODE.exRight],
    );
    for (const code of Object.values(CODE)) {
      const json = { code, entry_date: '2025-06-04', entry_close_price: 10 };
      expect((await api.call('POST', SESSIONS, { bearer: admin, json })).status).toBe(200);
    }
  });
  afterAll(() => api.stop());

  const list = async (query: string, bearer?: string): Promise<ListedSession[]> => {
    const reply = await api.call('GET', `${SESSIONS}?${query}`, bearer === undefined ? {} : { bearer });
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    return (reply.body.data as { sessions: ListedSession[] }).sessions;
  };
  const row = async (name: Named, bearer?: string): Promise<ListedSession | undefined> =>
    (await list(`code=${CODE[name]}`, bearer))[0];
  const hold = (name: Named, json: object) =>
    api.call('PUT', `/api/positions/${CODE[name]}`, { bearer: user.token, json });

  it('are the change, the turnover and the volume by the mean of the five bars before, of the last day', async () => {
    expect(await row('plain')).toMatchObject({
      latestTradeDate: LAST,
      changePct: 2.5,
      changePctReason: null,
      turnoverPct: 1.5,
      turnoverPctReason: null,
      volumeRatio: 2.5,
      volumeRatioReason: null,
      industry: '银行',
    });
  });

  it('compare with the ex-right previous close where the bar has one', async () => {
    expect(await row('exRight')).toMatchObject({ changePct: 10, turnoverPct: null, turnoverPctReason: 'not_reported' });
  });

  it('correct the close before by a share change where the bar has no previous close', async () => {
    expect(await row('split')).toMatchObject({ changePct: 5, changePctReason: null });
  });

  it('show a limit-up day as it closed', async () => {
    expect(await row('limit')).toMatchObject({ changePct: 20 });
  });

  it('are null for a suspended stock, with the reason, and the close says its day', async () => {
    expect(await row('suspended')).toMatchObject({
      latestClose: 10.5,
      latestTradeDate: '2025-06-09',
      changePct: null,
      changePctReason: 'no_bar_on_last_day',
      turnoverPct: null,
      turnoverPctReason: 'no_bar_on_last_day',
      volumeRatio: null,
      volumeRatioReason: 'no_bar_on_last_day',
    });
  });

  it('are null on a first bar, over an unexplained gap, and without bars', async () => {
    expect(await row('young')).toMatchObject({
      changePct: null,
      changePctReason: 'no_reference',
      volumeRatio: null,
      volumeRatioReason: 'too_few_bars',
    });
    expect(await row('jump')).toMatchObject({ latestClose: 30, changePct: null, changePctReason: 'no_reference' });
    expect(await row('unknown')).toMatchObject({ changePct: null, changePctReason: 'no_bars', industry: null });
  });

  it('agree with the risers of the same day', async () => {
    const reply = await api.call('GET', '/api/market/risers?min_pct=1', { bearer: admin });
    const { risers } = reply.body.data as { risers: { code: string; changePct: number }[] };
    const shown = new Map((await list('limit=50')).map(({ code, changePct }) => [code, changePct]));
    expect(risers.length).toBeGreaterThan(3);
    for (const { code, changePct } of risers) expect([code, shown.get(code)]).toEqual([code, changePct]);
  });

  it('show the holding of the caller alone, with the reason of what it lacks', async () => {
    await hold('plain', { quantity: 200, avg_cost: 8 });
    await hold('exRight', { quantity: 100, avg_cost: 11 });
    await hold('suspended', { quantity: 100 });
    await hold('limit', { quantity: 100, avg_cost: -1 });
    await hold('unknown', { quantity: 100, avg_cost: 5 });
    expect((await row('plain', user.token))?.holding).toEqual({
      quantity: 200,
      avgCost: 8,
      latestClose: 10.25,
      latestTradeDate: LAST,
      marketValue: 2050,
      profit: 450,
      costDistancePct: 28.13,
      profitReason: null,
    });
    expect((await row('suspended', user.token))?.holding).toMatchObject({
      latestTradeDate: '2025-06-09',
      marketValue: 1050,
      profit: null,
      costDistancePct: null,
      profitReason: 'no_cost',
    });
    expect((await row('limit', user.token))?.holding).toMatchObject({
      profit: 1300,
      costDistancePct: null,
      profitReason: 'cost_not_positive',
    });
    expect((await row('unknown', user.token))?.holding).toMatchObject({ marketValue: null, profitReason: 'no_bars' });
    expect((await row('young', user.token))?.holding).toBeNull();
    expect((await row('plain', admin))?.holding).toBeNull();
    expect((await row('plain'))?.holding).toBeNull();
    expect((await row('plain', 'not a token'))?.holding).toBeNull();
  });

  it.each([
    ['change_pct', 'desc', ['limit', 'exRight', 'split', 'plain']],
    ['change_pct', 'asc', ['plain', 'split', 'exRight', 'limit']],
    ['volume_ratio', 'desc', ['plain']],
    ['turnover_pct', 'asc', ['split', 'plain']],
    ['industry', 'asc', ['exRight', 'plain']],
    ['cost_distance_pct', 'desc', ['plain', 'exRight']],
    ['cost_distance_pct', 'asc', ['exRight', 'plain']],
    ['holding_profit', 'desc', ['limit', 'plain', 'exRight']],
    ['name', 'asc', ['exRight', 'limit', 'jump', 'plain', 'split', 'young', 'suspended']],
  ] as const)('sort the list by %s %s, null last', async (sort, order, first) => {
    const codes = (await list(`sort=${sort}&order=${order}`, user.token)).map(({ code }) => code);
    expect(codes).toHaveLength(Object.keys(CODE).length);
    expect(codes.slice(0, first.length).filter((code) => first.some((name) => CODE[name] === code))).toHaveLength(
      first.length,
    );
    if (sort !== 'volume_ratio') expect(codes.slice(0, first.length)).toEqual(first.map((name) => CODE[name]));
    const paged = [];
    for (let offset = 0; offset < codes.length; offset += 3) {
      paged.push(...(await list(`sort=${sort}&order=${order}&limit=3&offset=${offset}`, user.token)));
    }
    expect(paged.map(({ code }) => code)).toEqual(codes);
  });

  it.each([
    ['pfyh', [CODE.plain]],
    ['AHHL', [CODE.exRight]],
    ['zs', [CODE.suspended]],
    ['浦发', [CODE.plain]],
    ['600002', [CODE.exRight]],
    ['fyh', []],
  ])('are found by code, name or pinyin initials: %s', async (text, codes) => {
    expect((await list(`code=${encodeURIComponent(text)}`)).map(({ code }) => code)).toEqual(codes);
  });

  it('of a closed session stay those of its end', async () => {
    const { id } = (await row('plain')) ?? {};
    await api.call('PATCH', `${SESSIONS}/${id}`, { bearer: admin, json: { close: true } });
    await api.database.query(`update stock_figures set turnover_pct = 9 where code = $1`, [CODE.plain]);
    expect(await row('plain', user.token)).toMatchObject({
      changePct: 2.5,
      turnoverPct: 1.5,
      holding: { profit: 450 },
    });
  });

  it('have no percentage of next to nothing, which stops neither a load of the market nor a list', async () => {
    const [code, price] = ['600009', 1e-320];
    const opened = await api.call('POST', SESSIONS, {
      bearer: user.token,
      json: { code, entry_date: '2025-06-04', entry_close_price: price },
    });
    expect(opened.status).toBe(200);
    await api.call('PUT', `/api/positions/${code}`, { bearer: user.token, json: { quantity: 100, avg_cost: price } });
    await putSmallMarket(api.database, { from: DAYS[0], to: LAST }, [{ code }]);
    await api.app.get(SessionMarketService, { strict: false }).rebuild();
    const [session] = await list(`code=${code}`, user.token);
    expect(session).toMatchObject({ latestClose: 10, closeVsEntryPct: null, closeVsEntryBasis: 'unknown' });
    expect(session?.holding).toMatchObject({ profit: 1000, costDistancePct: null, profitReason: 'cost_not_positive' });
    const positions = await api.call('GET', '/api/positions', { bearer: user.token });
    expect(positions.status).toBe(200);
    const path = `${SESSIONS}/${session?.id}`;
    const patched = await api.call('PATCH', path, { bearer: user.token, json: { entry_close_price: 8 } });
    expect(patched.body.data).toMatchObject({ session: { closeVsEntryPct: 25 } });
    const back = await api.call('PATCH', path, { bearer: user.token, json: { entry_close_price: price } });
    expect([back.status, back.body.data]).toMatchObject([200, { session: { closeVsEntryPct: null } }]);
  });
});

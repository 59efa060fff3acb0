import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import { BarMatrixService } from '#lib/bar-matrix';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { until } from '../support/until';
import { createPlainUser, type TestUser } from '../support/worlds/plain-user';
import { ADMIN, TestApi } from '../support/worlds/test-api';

interface Run {
  screen: { id: string; version: number };
  asOf: string;
  params: Record<string, unknown>;
  filters: Record<string, unknown>;
  dataThrough: string;
  evaluated: number;
  matched: number;
  rows: { rank: number; code: string; date: string; score: number; evidence: Record<string, unknown>; close: number }[];
  pagination: { total: number; limit: number; offset: number; hasMore: boolean };
  warnings: string[];
}

interface Screen {
  id: string;
  version: number;
  kind: string;
  source: string;
  available: boolean;
  reason: string | null;
  evidence: { key: string; unit: string; values?: Record<string, { zh: string; en: string }> }[];
  needs: { bars: number | null; caps: boolean; flow: boolean; reports: boolean; market: boolean };
}

const LAST = '2024-03-04';
const OPEN_FILTERS = { exclude_st: false, min_list_days: 0, min_amount20: 0 };

let api: TestApi;
let admin: string;
let plain: TestUser;
let market: OpenMarket;

beforeAll(async () => {
  market = await openMarket(calendarDayOf(LAST), { demoEvery: 4, demoDays: 420 });
  api = await TestApi.start({
    clock: market.clock,
    databaseUrl: market.databaseUrl,
    environment: { BAR_MATRIX: 'on' },
  });
  admin = await api.login(ADMIN);
  plain = await createPlainUser(api);
}, 60_000);
afterAll(async () => {
  await api.stop();
  await market.close();
});

const post = (path: string, json: object = {}, bearer = admin) =>
  api.call('POST', `/api/screens${path}`, { json, bearer });

async function run(id: string, json: object = {}): Promise<Run> {
  const { status, body } = await post(`/${id}/run`, json);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data as Run;
}

async function write(json: object): Promise<Screen> {
  const { status, body } = await post('', json);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return (body.data as { screen: Screen }).screen;
}

function expectEvidence(evidence: Screen['evidence'], rows: Run['rows']): void {
  for (const row of rows) {
    expect(Object.keys(row.evidence).sort()).toEqual(evidence.map(({ key }) => key).sort());
    for (const { key, values } of evidence.filter(({ unit }) => unit === 'text')) {
      const state = row.evidence[key] as string | null;
      expect(state === null ? {} : values?.[state]).toBeDefined();
    }
  }
}

it('says that a market without bars cannot be screened', async () => {
  const unavailable = { status: 409, body: { code: 'screen_unavailable' } };
  const empty = await TestApi.start({ clock: market.clock, environment: { BAR_MATRIX: 'on' } });
  const bearer = await empty.login();
  expect(await empty.call('POST', '/api/screens/top_gainers/run', { json: {}, bearer })).toMatchObject(unavailable);
  const sessions = await empty.call('GET', '/api/stock-cycle/sessions?screen=top_gainers', { bearer });
  expect(sessions).toMatchObject(unavailable);
  await empty.stop();
});

describe('on the demo market', () => {
  it('warns on a day with fewer days before it than the rule reads', async () => {
    const shortly = expect.stringMatching(
      /^the screen reads up to 380 trading days, and the market has \d{3} up to /,
    ) as unknown;
    expect((await run('low_volume', { as_of: '2022-12-01' })).warnings).toContainEqual(shortly);
    expect((await run('low_volume', { as_of: LAST })).warnings).not.toContainEqual(shortly);
  });

  it('lists the screens with what each needs and shows, to anybody', async () => {
    const { body } = await api.call('GET', '/api/screens');
    const { screens } = body.data as { screens: Screen[] };
    expect(screens.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'top_gainers',
        'selling_climax',
        'low_volume',
        'low_volume_pool',
        'spring',
        'sos',
        'lps',
        'event_sos',
      ]),
    );
    for (const { id, version } of screens) {
      const { body: one } = await api.call('GET', `/api/screens/${id}`);
      expect((one.data as { screen: Screen }).screen).toMatchObject({ id, version });
    }
    expect((await api.call('GET', '/api/screens/nothing')).status).toBe(404);
    expect((await api.call('GET', '/api/screens/top_gainers?version=99')).status).toBe(404);
  });

  it('says what formulas may use, with examples that pass the check', async () => {
    const { body } = await api.call('GET', '/api/screens/language');
    const { fields, functions, examples, filters } = body.data as {
      fields: { name: string }[];
      functions: { name: string; usage: string }[];
      examples: { formula: string }[];
      filters: object;
    };
    expect(fields.map(({ name }) => name)).toContain('CLOSE');
    expect(functions).toContainEqual(expect.objectContaining({ name: 'MA', usage: 'MA(X, N)' }));
    expect(filters).toMatchObject({ exclude_st: true, min_list_days: 60 });
    expect(examples).toHaveLength(12);
    for (const { formula } of examples) {
      const { status, body: answer } = await post('/check', { formula });
      expect({ status, answer }).toMatchObject({ status: 200, answer: { data: { ok: true, errors: [] } } });
    }
  }, 60_000);

  it.each([
    ['that a condition picks', 'IF(PCT > 3, AMO, 0 / 0)'],
    ['on which a division is one', 'AMO / (PCT > 3)'],
  ])('reads a mean over rare days, those %s, from as many bars as it needs', async (_, column) => {
    const { id } = await write({
      name: 'mean of rare days',
      formula: `X := ${column}; Y: EMA(X, 3); Y > 0`,
      filters: OPEN_FILTERS,
    });
    const { rows } = await run(id, { limit: 20 });
    const codes = rows.map(({ code }) => code);
    const bars = await api.database.query<{ code: string; amount: number }>(
      `select code, amount from daily_bar
       where code = any($1) and trade_date <= $2 and (close / pre_close - 1) * 100 > 3 order by trade_date`,
      [codes, LAST],
    );
    expect(codes.length).toBeGreaterThan(3);
    for (const { code, evidence } of rows) {
      const amounts = bars.flatMap((bar) => (bar.code === code ? [bar.amount] : []));
      const mean = amounts.reduce((y, amount) => (y + amount) / 2);
      expect([code, Number(evidence['Y']) / mean]).toEqual([code, expect.closeTo(1, 8)]);
    }
    await api.call('DELETE', `/api/screens/${id}`, { bearer: admin });
  });

  it('ranks the gains of a day as the stored closes have them', async () => {
    const { rows, matched, asOf } = await run('top_gainers', { params: { top: 5 }, filters: OPEN_FILTERS });
    expect({ asOf, matched, ranks: rows.map(({ rank }) => rank) }).toEqual({
      asOf: LAST,
      matched: 5,
      ranks: [1, 2, 3, 4, 5],
    });
    const expected = await api.database.query<{ code: string }>(
      `select b.code from daily_bar b join stock s on s.code = b.code
       where b.trade_date = $1 and b.amount >= 5e7 and s.name !~ '^[NC]' and s.first_bar_date < b.trade_date - 30
       order by b.close / b.pre_close desc, b.amount desc, b.code limit 5`,
      [LAST],
    );
    expect(rows.map(({ code }) => code)).toEqual(expected.map(({ code }) => code));
  });

  it('runs every built-in screen, with the evidence that it declares', async () => {
    const { body } = await api.call('GET', '/api/screens');
    for (const { id, evidence, available } of (body.data as { screens: Screen[] }).screens) {
      if (!available) continue;
      const { rows, evaluated } = await run(id, { filters: OPEN_FILTERS, limit: 3 });
      expect(evaluated).toBeGreaterThan(180);
      expectEvidence(evidence, rows);
    }
  }, 120_000);

  it('ranks the net inflow of one vendor, where the market has it', async () => {
    const read = async () =>
      ((await api.call('GET', '/api/screens/net_inflow')).body.data as { screen: Screen }).screen;
    expect(await read()).toMatchObject({
      ...{ available: false, lack: 'money_flow', reason: expect.stringContaining('资金流向') as string },
    });
    const refused = await post('/net_inflow/run');
    expect(refused).toMatchObject({ status: 409, body: { code: 'screen_unavailable' } });
    await api.database.query(
      `insert into money_flow (vendor, trade_date, code, net_main)
       select 'tushare', trade_date, code, (code::bigint * 7919 % 1000 - 400) * 1e4 from daily_bar
       where trade_date between '2024-02-29' and $1`,
      [LAST],
    );
    expect(await read()).toMatchObject({ available: true, lack: null, reason: null });
    const { rows } = await run('net_inflow', { params: { window: 3, top: 5, min_amount: 0 }, filters: OPEN_FILTERS });
    const expected = await api.database.query<{ code: string; rate: number }>(
      `select code, sum(f.net_main) / sum(b.amount) * 100 as rate from money_flow f join daily_bar b using (trade_date, code)
       group by code having sum(f.net_main) > 0 and max(trade_date) = $1 order by rate desc, code limit 5`,
      [LAST],
    );
    expect(rows.map(({ code, evidence }) => [code, evidence['vendor']])).toEqual(
      expected.map(({ code }) => [code, 'tushare']),
    );
    expect(rows[0]?.evidence['netRatePct']).toBeCloseTo(expected[0]?.rate ?? NaN, 8);
    const longer = await post('/net_inflow/run', { params: { window: 5 } });
    expect(longer).toMatchObject({
      status: 409,
      body: { code: 'screen_unavailable', details: { lack: 'money_flow_of_days', vendor: 'tushare' } },
    });
  });

  it('gives the same answer from memory as from SQL', async () => {
    const matrices = api.app.get(BarMatrixService, { strict: false });
    await run('top_gainers');
    expect(matrices.getStats()?.bytes).toBeGreaterThan(1e6);
    const other = await TestApi.start({ clock: market.clock, databaseUrl: api.databaseUrl });
    try {
      for (const id of [
        'top_gainers',
        'low_volume',
        'low_volume_pool',
        'compression',
        'rps',
        'vol_breakout',
        'event_spring',
      ]) {
        const request = { json: { as_of: '2024-02-27', filters: OPEN_FILTERS, limit: 500 }, bearer: admin };
        const [kept, fromSql] = await Promise.all(
          [api, other].map(async (one) => (await one.call('POST', `/api/screens/${id}/run`, request)).body.data as Run),
        );
        expect(fromSql?.rows).toEqual(kept?.rows);
        expect(fromSql?.evaluated).toBe(kept?.evaluated);
      }
      expect(other.app.get(BarMatrixService, { strict: false }).getStats()).toBeUndefined();
    } finally {
      await other.stop();
    }
  }, 120_000);

  it('never changes a past answer when later days arrive', async () => {
    const ask = { as_of: LAST, filters: OPEN_FILTERS, limit: 500 };
    const screens = [
      'top_gainers',
      'selling_climax',
      'low_volume',
      'low_volume_pool',
      'ma_volume',
      'rps',
      'event_spring',
    ];
    const before = new Map<string, Run['rows']>();
    for (const id of screens) before.set(id, (await run(id, ask)).rows);
    market.clock.set(calendarDayOf('2024-03-11'));
    await market.demo.ensure();
    expect((await run('top_gainers')).asOf).toBe('2024-03-11');
    for (const id of screens) expect((await run(id, ask)).rows).toEqual(before.get(id));
  }, 120_000);

  it('reads pages of the hits, and rejects what a run cannot be', async () => {
    const all = await run('top_gainers', { filters: OPEN_FILTERS });
    const page = await run('top_gainers', { filters: OPEN_FILTERS, limit: 2, offset: 3 });
    expect(page.rows).toEqual(all.rows.slice(3, 5));
    expect(page.pagination).toEqual({ total: 50, limit: 2, offset: 3, hasMore: true });
    const wrong = async (json: object) => {
      const { status, body } = await post('/top_gainers/run', json);
      return [status, body.fields?.map(({ field }) => field)];
    };
    expect(await wrong({ params: { window: 4, size: 1 } })).toEqual([400, ['params.size', 'params.window']]);
    expect(await wrong({ filters: { boards: [], min_list_days: -1, sort: 1 } })).toEqual([
      400,
      ['filters.boards', 'filters.min_list_days', 'filters.sort'],
    ]);
    const caps = { circ_mkt_min_yi: 500, circ_mkt_max_yi: 100 };
    const { status, body } = await post('/low_volume/run', { params: caps });
    expect([status, body.fields?.map(({ field }) => field)]).toEqual([400, ['params.circ_mkt_min_yi']]);
    expect(await wrong({ as_of: '2024-03-03' })).toEqual([400, ['as_of']]);
    expect(await wrong({ as_of: '2031-03-03' })).toEqual([400, ['as_of']]);
    expect((await post('/nothing/run')).status).toBe(404);
    expect((await post('/own_99/run')).status).toBe(404);
    expect((await api.call('POST', '/api/screens/top_gainers/run', { json: {} })).status).toBe(401);
  });

  it('takes the key of any user for a run, even one that may only read', async () => {
    const call = (key: string) => post('/top_gainers/run', {}, key);
    expect((await call(plain.apiKey)).status).toBe(200);
    const { body } = await api.call('POST', '/api/auth/api-keys', {
      json: { name: 'reads', scopes: ['read'] },
      bearer: plain.token,
    });
    expect((await call((body.data as { key: string }).key)).status).toBe(200);
  });

  it('opens sessions for hits once, under the source of the screen, at the close of the day', async () => {
    const { rows, asOf } = await run('top_gainers', { filters: OPEN_FILTERS, limit: 3 });
    const codes = rows.map(({ code }) => code);
    const open = async () => (await post('/top_gainers/sessions', { filters: OPEN_FILTERS, codes })).body.data;
    expect(await open()).toMatchObject({ asOf, created: 3, alreadyOpen: 0 });
    expect(await open()).toMatchObject({ created: 0, alreadyOpen: 3 });
    const sessions = await api.database.query(
      `select code, source, entry_date as date, entry_close_price as close, current_primary_phase as phase
       from tracking_session where code = any($1)`,
      [codes],
    );
    expect(sessions).toEqual(
      expect.arrayContaining(
        rows.map(({ code, close }) => ({ code, source: '涨幅榜', date: asOf, close, phase: 'transition' })),
      ),
    );
    expect((await run('top_gainers', { filters: OPEN_FILTERS, limit: 3 })).rows).toEqual(
      rows.map((row) => ({ ...row, openSessionId: expect.any(Number) as number })),
    );
    const other = await post('/top_gainers/sessions', { codes: ['999999'] });
    expect(other).toMatchObject({ status: 400, body: { code: 'not_a_hit' } });
    expect((await post('/top_gainers/sessions', { codes }, plain.apiKey)).status).toBe(403);
  });

  it('keeps the sessions of its hits in the list of sessions, page by page', async () => {
    const list = (query: string, bearer: string | undefined = plain.token) =>
      api.call('GET', `/api/stock-cycle/sessions?${query}`, bearer === '' ? {} : { bearer });
    const codesOf = ({ body }: { body: { data?: unknown } }) =>
      (body.data as { sessions: { code: string }[] }).sessions.map(({ code }) => code);
    const { id } = await write({ name: 'risers', formula: 'PCT>0' });
    const hits = (await run(id, { limit: 500 })).rows.map(({ code }) => code);
    await api.database.query(
      `insert into tracking_session (code, entry_date, current_primary_phase, market_source)
       select code, '2024-03-01', 'transition', 'demo' from stock
       on conflict (code) where ended_at is null and deleted_at is null do nothing`,
    );
    const first = await list(`screen=${id}&sort=code&order=asc&limit=20`);
    expect(first.body.data).toMatchObject({
      screen: { id, version: 1, asOf: '2024-03-11', matched: hits.length },
      pagination: { total: hits.length, limit: 20, hasMore: true },
    });
    const second = await list(`screen=${id}&sort=code&order=asc&limit=20&offset=20`);
    expect([...codesOf(first), ...codesOf(second)]).toEqual(hits.toSorted().slice(0, 40));
    expect(codesOf(await list(`screen=${id}&code=${hits[0] ?? ''}`))).toEqual([hits[0]]);
    const file = await api.call('GET', `/api/stock-cycle/sessions?screen=${id}&format=csv`, { bearer: plain.token });
    expect(file.text.trim().split('\n')).toHaveLength(hits.length + 1);

    // Another version is another list; so is another market.
    await api.call('PATCH', `/api/screens/${id}`, { json: { formula: 'PCT<0' }, bearer: admin });
    const other = await list(`screen=${id}&limit=200`);
    expect(other.body.data).toMatchObject({ screen: { version: 2 } });
    expect(codesOf(other).filter((code) => hits.includes(code))).toEqual([]);

    expect((await list('screen=top_gainers', '')).status).toBe(401);
    expect((await list('screen=', '')).status).toBe(401);
    expect(await list('screen=')).toMatchObject({ status: 400, body: { fields: [{ field: 'screen' }] } });
    expect(await list('screen=nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await list('screen=own_999999')).toMatchObject({ status: 404 });
    expect((await list('limit=1', '')).body.data).not.toHaveProperty('screen');
    await api.call('DELETE', `/api/screens/${id}`, { bearer: admin });
  });

  describe('the days of one stock', () => {
    const SPAN = { from: '2024-02-26', to: '2024-03-08' };
    let code: string;

    beforeAll(async () => {
      const [stock] = await api.database.query<{ code: string }>(
        `select code from daily_bar group by code having count(*) > 400 order by code limit 1`,
      );
      code = stock?.code ?? '';
    });

    const daysOf = (id: string, query: Record<string, string>, bearer = plain.apiKey) =>
      api.call('GET', `/api/screens/${id}/days?${new URLSearchParams(query).toString()}`, { bearer });

    it('are those on which a run finds it, for every screen that judges a stock alone', async () => {
      const { body } = await api.call('GET', '/api/screens');
      const alone = (body.data as { screens: Screen[] }).screens.filter(({ needs }) => !needs.market && !needs.reports);
      expect(alone.length).toBeGreaterThan(15);
      const own = await write({ name: 'strong days', formula: 'C>=HHV(C,20)' });
      const days = ['2024-02-28', '2024-03-08', '2024-03-01', '2024-03-05', '2024-02-26'];
      let found = 0;
      const withHits = new Set<string>();
      const runsOf = new Map([...alone, own].map(({ id }) => [id, new Map<string, string[]>()]));
      // Day by day, as the engine keeps what it has read of a day; for each screen until two days had hits.
      for (const day of days) {
        for (const { id, evidence } of [...alone, own]) {
          const runs = runsOf.get(id);
          if (runs === undefined || [...runs.values()].filter((hits) => hits.length > 0).length === 2) continue;
          const { rows } = await run(id, { as_of: day, limit: 500 });
          if (id !== own.id) expectEvidence(evidence, rows);
          if (rows.length > 0) withHits.add(id);
          runs.set(
            day,
            rows.filter((row) => row.date === day).map(({ code }) => code),
          );
        }
      }
      for (const [id, runs] of runsOf) {
        const asked = [...runs.keys()];
        const hits = [...runs.values()].flat();
        const codes = new Set([hits[0] ?? code, hits.at(-1) ?? code]);
        for (const hit of codes) {
          const { status, body: answer } = await daysOf(id, { code: hit, ...SPAN });
          const { days: marked } = answer.data as { days: string[] };
          expect([status, id, hit, asked.filter((day) => marked.includes(day))]).toEqual([
            200,
            id,
            hit,
            asked.filter((day) => runs.get(day)?.includes(hit)),
          ]);
          found += marked.length;
        }
      }
      expect(found).toBeGreaterThan(50);
      expect(withHits.size).toBeGreaterThan(25);
      await api.call('DELETE', `/api/screens/${own.id}`, { bearer: admin });
    }, 120_000);

    it('are the same from SQL, also where the span is longer than what is in memory', async () => {
      const long = { code, from: '2022-01-04', to: '2024-03-31' };
      const other = await TestApi.start({
        clock: market.clock,
        databaseUrl: api.databaseUrl,
        environment: { BAR_MATRIX: 'off' },
      });
      try {
        for (const id of ['turtle', 'low_volume_pool', 'ma_volume']) {
          const kept = (await daysOf(id, long)).body.data;
          const path = `/api/screens/${id}/days?${new URLSearchParams(long).toString()}`;
          const fromSql = (await other.call('GET', path, { bearer: admin })).body.data;
          expect(fromSql).toEqual(kept);
          expect(kept).toMatchObject({ screen: { id, version: 1 }, ...long });
        }
        expect(other.app.get(BarMatrixService, { strict: false }).getStats()).toBeUndefined();
      } finally {
        await other.stop();
      }
    }, 60_000);

    it('are refused where they cannot be known, with the reason', async () => {
      for (const id of ['top_gainers', 'rps']) {
        expect(await daysOf(id, { code, ...SPAN })).toMatchObject({
          status: 409,
          body: { code: 'needs_whole_market' },
        });
      }
      const unknown = { status: 404, body: { code: 'not_found' } };
      expect(await daysOf('nothing', { code, ...SPAN })).toMatchObject(unknown);
      expect(await daysOf('turtle', { code: '999999', ...SPAN })).toMatchObject(unknown);
      const tooLong = await daysOf('turtle', { code, from: '2018-01-01', to: '2024-03-08' });
      expect(tooLong).toMatchObject({ status: 400, body: { code: 'range_too_long' } });
      const swapped = await daysOf('turtle', { code, from: SPAN.to, to: SPAN.from });
      expect(swapped).toMatchObject({ status: 400, body: { fields: [{ field: 'from' }] } });
      const nothing = await daysOf('turtle', { code });
      expect(nothing.body.fields?.map(({ field }) => field)).toEqual(['from', 'to']);
      const weekend = await daysOf('turtle', { code, from: '2024-03-02', to: '2024-03-03' });
      expect(weekend.body.data).toMatchObject({ days: [] });
      expect(
        (await api.call('GET', `/api/screens/turtle/days?code=${code}&from=${SPAN.from}&to=${SPAN.to}`)).status,
      ).toBe(401);
    });
  });

  describe('a screen of one’s own', () => {
    const FORMULA = 'M5:MA(C,5);\nM20:=MA(C,20);\nHIT:C>M5 AND M5>M20;';

    it('finds the stocks for which its formula holds, and shows its outputs', async () => {
      const screen = await write({ name: '站上均线', formula: FORMULA, filters: OPEN_FILTERS });
      expect(screen).toMatchObject({ version: 1, kind: 'formula', source: '自编公式' });
      const { rows, matched } = await run(screen.id, { limit: 500 });
      const expected = await api.database.query<{ code: string }>(
        `select code from (
           select code, trade_date, close, count(*) over w20 as bars, avg(close) over w5 as m5, avg(close) over w20 as m20,
             bool_or(pre_close is distinct from before) over w20 as adjusted
           from (select *, lag(close) over (partition by code order by trade_date) as before from daily_bar
             where trade_date > '2024-01-10') b
           window w5 as (partition by code order by trade_date rows 4 preceding),
             w20 as (partition by code order by trade_date rows 19 preceding)
         ) m where trade_date = '2024-03-11' and bars = 20 and not adjusted and close > m5 + 1e-9 and m5 > m20 + 1e-9`,
      );
      const codes = rows.map(({ code }) => code);
      expect(expected.length).toBeGreaterThan(20);
      expect(codes).toEqual(expect.arrayContaining(expected.map(({ code }) => code)));
      expect(matched - expected.length).toBeLessThan(matched * 0.2);
      expect(Object.keys(rows[0]?.evidence ?? {})).toEqual(['M5', 'HIT']);
      await api.call('DELETE', `/api/screens/${screen.id}`, { bearer: admin });
    });

    it('makes a new version when its formula or its filters change, and keeps the others', async () => {
      const { id } = await write({ name: 'versions', formula: FORMULA });
      const change = (json: object) => api.call('PATCH', `/api/screens/${id}`, { json, bearer: admin });
      expect((await change({ description: 'no new version' })).body.data).toMatchObject({ screen: { version: 1 } });
      expect((await change({ formula: 'C>O' })).body.data).toMatchObject({ screen: { version: 2, formula: 'C>O' } });
      expect((await change({ filters: { boards: ['star'] } })).body.data).toMatchObject({
        screen: { version: 3, filters: { boards: ['star'], exclude_st: true } },
      });
      const first = await api.call('GET', `/api/screens/${id}?version=1`);
      expect(first.body.data).toMatchObject({ screen: { version: 1, formula: FORMULA } });
      expect((await change({})).status).toBe(400);
      expect((await change({ formula: 'REFX(C,1)>C' })).status).toBe(400);
      expect((await api.call('GET', `/api/screens/${id}?version=4`)).status).toBe(404);
      await api.call('DELETE', `/api/screens/${id}`, { bearer: admin });
    });

    it('makes no new version of the same filters, in whatever order they are sent', async () => {
      const { id } = await write({
        name: 'orders',
        formula: 'C>O',
        filters: { boards: ['star', 'main'], min_amount20: 0 },
      });
      for (const filters of [
        { boards: ['star', 'main'], min_amount20: 0 },
        { min_amount20: 0, boards: ['main', 'star', 'main'] },
      ]) {
        const { body } = await api.call('PATCH', `/api/screens/${id}`, { json: { filters }, bearer: admin });
        expect(body.data).toMatchObject({ screen: { version: 1, filters: { boards: ['main', 'star'] } } });
      }
      expect((await api.call('GET', `/api/screens/${id}?version=2`)).body.error).toContain('version');
      await api.call('DELETE', `/api/screens/${id}`, { bearer: admin });
    });

    it('has caps with something between them, also with those of a run', async () => {
      const swapped = { status: 400, body: { fields: [{ field: 'filters.circ_mkt_min_yi' }] } };
      const bounds = { circ_mkt_min_yi: 500, circ_mkt_max_yi: 100 };
      expect(await post('', { name: 'caps', formula: 'C>O', filters: bounds })).toMatchObject(swapped);
      expect(await post('/turtle/run', { filters: bounds })).toMatchObject(swapped);
      const { id } = await write({ name: 'caps', formula: 'C>O', filters: { circ_mkt_max_yi: 100 } });
      expect(await post(`/${id}/run`, { filters: { circ_mkt_min_yi: 500 } })).toMatchObject(swapped);
      expect((await post(`/${id}/run`, { filters: { ...bounds, circ_mkt_max_yi: null } })).status).toBe(200);
      await api.call('DELETE', `/api/screens/${id}`, { bearer: admin });
      expect(await post('/pullback/run', { params: { min_drop: 20, max_drop: 10 } })).toMatchObject({
        ...{ status: 400, body: { fields: [{ field: 'params.min_drop' }] } },
      });
    });

    it('stays while a study or an alert names it', async () => {
      const { id } = await write({ name: 'in use', formula: 'C>O' });
      const remove = () => api.call('DELETE', `/api/screens/${id}`, { bearer: admin });
      const inUse = { status: 409, body: { code: 'screen_in_use' } };
      const rule = await api.call('POST', '/api/notifications/rules', {
        json: { name: 'tells', event: 'screen.matched', channel_ids: [], conditions: { screen: id } },
        bearer: plain.token,
      });
      expect(await remove()).toMatchObject(inUse);
      const { id: ruleId } = (rule.body.data as { rule: { id: number } }).rule;
      await api.call('DELETE', `/api/notifications/rules/${ruleId}`, { bearer: plain.token });
      const study = await api.call('POST', '/api/studies', {
        json: { screen: id, from: '2024-02-26', to: '2024-03-08' },
        bearer: admin,
      });
      expect(study.status).toBe(202);
      expect(await remove()).toMatchObject(inUse);
      expect((await api.call('GET', `/api/screens/${id}`)).status).toBe(200);
    });

    it.each([
      ['a study', '/api/studies', (screen: string) => ({ screen, from: '2024-02-26', to: '2024-03-08' })],
      [
        'an alert',
        '/api/notifications/rules',
        (screen: string) => ({ name: 'late', event: 'screen.matched', channel_ids: [], conditions: { screen } }),
      ],
    ])('is gone for %s that is asked for while it is deleted', async (_what, path, bodyOf) => {
      const { id } = await write({ name: `gone ${path}`, formula: 'C>O' });
      const { reply } = await api.database.transaction(async (tx) => {
        await tx.query('delete from own_screen where id = $1', [Number(id.replace('own_', ''))]);
        const reply = api.call('POST', path, { json: bodyOf(id), bearer: admin });
        await until('the request waits for the screen', 10_000, async () => {
          const waiting = await api.database.query(
            `select pid from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock' and query like '%own_screen%'`,
          );
          return waiting.length > 0;
        });
        return { reply };
      });
      expect(await reply).toMatchObject({ status: 404, body: { code: 'not_found' } });
      const [left] = await api.database.query<{ count: number }>(
        `select (select count(*) from study where screen_id = $1)
          + (select count(*) from notification_rule where conditions ->> 'screen' = $1) as count`,
        [id],
      );
      expect(Number(left?.count)).toBe(0);
    });

    it('belongs to its owner, and its name to one screen', async () => {
      const { id } = await write({ name: 'Mine', formula: 'C>O' });
      expect(await post('', { name: 'mine', formula: 'C<O' })).toMatchObject({
        status: 409,
        body: { code: 'name_taken' },
      });
      for (const name of ['涨幅榜', ' turtle BREAKOUT ']) {
        expect((await post('', { name, formula: 'C<O' })).body.code).toBe('name_taken');
      }
      const other = { json: { name: 'yours' }, bearer: plain.token };
      expect((await api.call('PATCH', `/api/screens/${id}`, other)).status).toBe(403);
      expect((await api.call('DELETE', `/api/screens/${id}`, { bearer: plain.token })).status).toBe(403);
      const created = await api.call('POST', '/api/screens', {
        json: { name: 'theirs', formula: 'C>O' },
        bearer: plain.token,
      });
      const theirs = (created.body.data as { screen: Screen }).screen.id;
      expect((await api.call('DELETE', `/api/screens/${theirs}`, { bearer: admin })).status).toBe(200);
      expect((await api.call('DELETE', `/api/screens/${id}`, { bearer: admin })).status).toBe(200);
      expect((await api.call('DELETE', `/api/screens/${id}`, { bearer: admin })).status).toBe(404);
      expect(await api.call('DELETE', '/api/screens/top_gainers', { bearer: admin })).toMatchObject({
        ...{ status: 404, body: { error: expect.stringContaining('not one of your own') } },
      });
    });

    it('is created once where two requests give it the same name at once', async () => {
      const replies = await Promise.all([1, 2, 3].map(() => post('', { name: 'twins', formula: 'C>O' })));
      expect(replies.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409, 409]);
    });
  });

  describe('the check of a formula', () => {
    it('counts its matches on the last 20 days as runs of those days do', async () => {
      const { body } = await post('/check', { formula: 'HIT:C>MA(C,10) AND V>MA(V,20)*1.5;', filters: OPEN_FILTERS });
      const check = body.data as {
        ok: boolean;
        needsBars: number;
        recentMatches: { date: CalendarDay; matched: number }[];
      };
      expect(check).toMatchObject({ ok: true, needsBars: 20, errors: [] });
      expect(check.recentMatches).toHaveLength(20);
      const { id } = await write({ name: 'counted', formula: 'C>MA(C,10) AND V>MA(V,20)*1.5', filters: OPEN_FILTERS });
      for (const { date, matched } of check.recentMatches.filter((_, index) => index % 5 === 0)) {
        expect({ date, matched }).toEqual({ date, matched: (await run(id, { as_of: date })).matched });
      }
      expect(check.recentMatches.some(({ matched }) => matched > 0)).toBe(true);
    }, 60_000);

    it('names each error by line and column, in the language of the caller', async () => {
      const json = { formula: 'A:=MA(C,5);\nB:A>ZIG(C,5);' };
      const [zh, en] = await Promise.all(
        ['zh-CN,zh;q=0.9', 'en'].map(async (language) => {
          const headers = { 'accept-language': language };
          const { body } = await api.call('POST', '/api/screens/check', { json, headers, bearer: plain.token });
          return body.data as {
            ok: boolean;
            errors: { line: number; column: number; code: string; message: string }[];
          };
        }),
      );
      expect(en).toMatchObject({ ok: false, errors: [{ line: 2, column: 5, code: 'looks_ahead' }] });
      expect(zh?.errors[0]?.message).toMatch(/ZIG.*以后的数据/);
      expect(en?.errors[0]?.message).toMatch(/ZIG/);
    });
  });
});

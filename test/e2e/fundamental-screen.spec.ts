import { calendarDayOf } from '#lib/kernel';
import { JobsService } from '#lib/queue';
import { studyLibraryJob } from '#lib/studies';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { until } from '../support/until';
import { TestService } from '../support/worlds/test-service';

interface Run {
  asOf: string;
  evaluated: number;
  matched: number;
  rows: { code: string; score: number; evidence: Record<string, number | null> }[];
  warnings: string[];
}

const LAST = '2024-03-04';
const EARLIER = '2024-02-23';
const OPEN_FILTERS = { exclude_st: false, min_list_days: 0, min_amount20: 0 };
const ANY = { min_score: 0, min_items: 1 };

let service: TestService;
let market: OpenMarket;

beforeAll(async () => {
  market = await openMarket(calendarDayOf(LAST), { demoEvery: 8 });
  await market.demo.ensure({ firstLoadDays: 60 });
  service = await TestService.start({}, { clock: market.clock, databaseUrl: market.databaseUrl });
}, 120_000);
afterAll(async () => {
  await service.stop();
  await market.close();
});

const post = (path: string, json: object) => service.call('POST', path, { json });

async function run(json: object = {}): Promise<Run> {
  const { status, body } = await post('/api/screens/fundamental/run', { filters: OPEN_FILTERS, limit: 500, ...json });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data as Run;
}

/** Changes the statement of income of a period. */
function store(code: string | undefined, period: string, fields: object): Promise<unknown> {
  return service.database.query(
    `update financial_report set fields = fields || $3::jsonb where code = $1 and period_end = $2 and statement = 'income'`,
    [code, period, JSON.stringify(fields)],
  );
}

/** As a sync that stored reports. */
function touchReports(): Promise<unknown> {
  return service.database.query(
    `insert into market_sync_unit (data_set, unit_key, state, fetched_at, stored_at, noted_at)
     values ('income', '600000', 'stored', clock_timestamp(), clock_timestamp(), clock_timestamp())
     on conflict (data_set, unit_key) do update set stored_at = clock_timestamp()`,
  );
}

async function marketDays(from: string): Promise<string[]> {
  const rows = await service.database.query<{ day: string }>(
    'select trade_date as day from market_day where trade_date >= $1 order by 1',
    [from],
  );
  return rows.map(({ day }) => day);
}

async function listCases(study: string): Promise<{ code: string; signalDate: string }[]> {
  const cases: { code: string; signalDate: string }[] = [];
  for (;;) {
    const { body } = await service.call('GET', `${study}/cases?limit=200&offset=${String(cases.length)}`);
    const page = body.data as { cases: typeof cases };
    cases.push(...page.cases);
    if (page.cases.length < 200) return cases;
  }
}

it('finds the companies whose score by data is high enough, as the score of a session has it', async () => {
  const { rows, matched, asOf, evaluated, warnings } = await run();
  expect({ asOf, warnings }).toEqual({ asOf: LAST, warnings: [] });
  expect(evaluated).toBeGreaterThan(75);
  expect(matched).toBeGreaterThan(0);
  expect(matched).toBeLessThan(evaluated / 2);
  const points = rows.map(({ evidence }) => evidence['points'] ?? -1);
  expect(Math.min(...points)).toBeGreaterThanOrEqual(14);
  expect(points).toEqual(points.toSorted((one, other) => other - one));
  const { rows: all } = await run({ params: ANY });
  for (const { code, evidence } of [rows[0], rows.at(-1), all.at(-1)].flatMap((row) => row ?? [])) {
    const { body } = await post('/api/stock-cycle/sessions', { code, entry_date: LAST });
    const { id } = (body.data as { session: { id: number } }).session;
    const scored = await post('/api/stock-fundamental-score/ai-score', { target: 'cycle_session', id: String(id) });
    const { available, items } = scored.body.data as {
      available: number;
      items: { points: number; decidedBy: string }[];
    };
    const byData = items.filter(({ decidedBy }) => decidedBy === 'data');
    expect([evidence['points'], evidence['items']]).toEqual([
      byData.reduce((sum, item) => sum + item.points, 0),
      available,
    ]);
  }
});

it('requires an item, and a template its measures, whose thresholds a run may change', async () => {
  const any = await run({ params: { min_score: 13 } });
  const growing = await run({ params: { min_score: 13, required_item: 'revenue_growth' } });
  expect(growing.matched).toBeGreaterThan(0);
  expect(growing.matched).toBeLessThan(any.matched);
  const codes = new Set(any.rows.map(({ code }) => code));
  expect(growing.rows.filter(({ code }) => !codes.has(code))).toEqual([]);
  const matched = async (params: object) => (await run({ params })).matched;
  const usual = await matched({ template: 'white_horse' });
  const lower = await matched({ template: 'white_horse', roe_min: 8 });
  const lowest = await matched({ template: 'white_horse', roe_min: -100, debt_max: 100, cash_min: -10 });
  expect(lower).toBeGreaterThan(usual);
  expect(lowest).toBeGreaterThan(lower);
  const { rows, warnings } = await run({ params: { template: 'white_horse', roe_min: 8, min_score: 3 } });
  expect(warnings).toEqual(['params.min_score has no effect with the other parameters']);
  expect(rows.filter(({ evidence }) => (evidence['roeLeastPct'] ?? 0) < 8 || (evidence['debtPct'] ?? 99) > 60)).toEqual(
    [],
  );
});

it('finds a turnaround and an undervalued company by what was stored of them', async () => {
  const { rows } = await run({ params: ANY });
  const [lost, cheap] = [rows[3], rows[4]].map((row) => row?.code);
  const turnaround = { template: 'turnaround', exclude_risks: true };
  const listed = async (params: object) => (await run({ params })).rows.map(({ code }) => code);
  expect(await listed(turnaround)).not.toContain(lost);
  // Two years of loss; then a third quarter with 0.3 亿 of profit, and sales of 10 after 8 亿.
  const sums = { '2021-12-31': [30, -2], '2022-09-30': [23, -1], '2022-06-30': [15, -1], '2022-12-31': [32, -1] };
  for (const [period, [sales, profit]] of Object.entries({
    ...sums,
    '2023-06-30': [14, -0.5],
    '2023-09-30': [24, -0.2],
  })) {
    await store(lost, period, { revenue: (sales ?? 0) * 1e8, n_income_attr_p: (profit ?? 0) * 1e8 });
  }
  await service.database.query(`delete from financial_report where code = $1 and statement = 'pledge'`, [lost]);
  await service.database.query(
    `update financial_report set fields = '{"audit_result": "标准无保留意见"}' where code = $1 and statement = 'audit'`,
    [lost],
  );
  await service.database.query(
    `update financial_report set fields = fields || '{"goodwill": 0, "accounts_receiv": 1}' where code = $1
     and statement = 'balance_sheet'`,
    [lost],
  );
  await touchReports();
  const found = (await run({ params: turnaround })).rows.find(({ code }) => code === lost);
  expect(found?.evidence).toMatchObject({ lossYears: 2, quarterSalesGrowthPct: 25, pledgePct: null, goodwillPct: 0 });
  expect(found?.evidence['quarterProfitYi']).toBeCloseTo(0.3, 9);
  expect(await listed({ ...turnaround, loss_years_min: 3 })).not.toContain(lost);

  const undervalued = { template: 'undervalued' };
  expect(await listed(undervalued)).not.toContain(cheap);
  await service.database.query(
    `insert into daily_valuation (code, trade_date, pe_ttm, pb, dividend_yield_ttm)
     select $1, day, 20 + extract(day from day), 2, 1 from generate_series(date '2021-01-04', date '2024-02-01', '10 days') day
     on conflict do nothing`,
    [cheap],
  );
  await service.database.query(
    `update daily_valuation set pe_ttm = 2, pb = 0.8, dividend_yield_ttm = 4 where code = $1 and trade_date = $2`,
    [cheap, LAST],
  );
  await touchReports();
  const bargain = (await run({ params: undervalued })).rows.find(({ code }) => code === cheap);
  expect(bargain?.evidence).toMatchObject({ peTtm: 2, ownPeRankPct: 0, dividendYieldPct: 4, pb: 0.8 });
  expect(bargain?.evidence['industryPeRankPct']).toBeLessThan(20);
  expect(await listed({ ...undervalued, dividend_yield_min: 4.5 })).not.toContain(cheap);
});

it('answers for a day by what was public on it, and notices new reports', async () => {
  const [before, now] = [await run({ as_of: EARLIER, params: ANY }), await run({ params: ANY })];
  const [first] = now.rows;
  const lower = `jsonb_build_object('roe_dt', -50, 'roic', -9, 'netprofit_margin', -20, 'debt_to_assets', 99)`;
  await service.database.query(
    `insert into financial_report (code, statement, period_end, published_on, fields)
     values ($1, 'indicator', '2023-12-31', $2, ${lower})
     on conflict (code, statement, period_end, published_on, ordinal) do update set fields = ${lower}`,
    [first?.code, '2024-03-01'],
  );
  await service.database.query(
    `insert into market_sync_unit (data_set, unit_key, state, fetched_at, stored_at, noted_at)
     values ('indicator', $1, 'stored', now(), now(), now())`,
    [first?.code],
  );
  expect((await run({ as_of: EARLIER, params: ANY })).rows).toEqual(before.rows);
  const later = (await run({ params: ANY })).rows.find(({ code }) => code === first?.code);
  expect(later?.score).toBeLessThan(first?.score ?? 0);
});

it('opens sessions for its hits under its own source', async () => {
  const { rows } = await run();
  const code = rows[1]?.code;
  const { status } = await post('/api/screens/fundamental/sessions', { filters: OPEN_FILTERS, codes: [code] });
  expect(status).toBe(200);
  const [session] = await service.database.query('select source from tracking_session where code = $1', [code]);
  expect(session).toEqual({ source: '财务分析' });
});

it('is studied over many days, each as a run of that day has it', async () => {
  const asked = { screen: 'fundamental', params: { min_score: 13 }, filters: OPEN_FILTERS, overlap: 'all' };
  const { status, body } = await post('/api/studies', { ...asked, from: '2024-01-15', to: LAST });
  expect(status).toBe(202);
  const path = `/api/studies/${String((body.data as { studyId: number }).studyId)}`;
  const study = async () => (await service.call('GET', path)).body.data as { status: string; error: string | null };
  await until('the study has ended', 120_000, async () => ['completed', 'failed'].includes((await study()).status));
  expect(await study()).toMatchObject({ status: 'completed', error: null, screen: { id: 'fundamental', version: 2 } });
  const cases = await listCases(path);
  const days = [...new Set(cases.map(({ signalDate }) => signalDate))];
  expect(days.length).toBeGreaterThan(20);
  for (const day of [days[0], days[7], days[15], days.at(-1)]) {
    const { rows, asOf } = await run({ as_of: day, params: asked.params });
    expect(asOf).toBe(day);
    const found = cases.filter(({ signalDate }) => signalDate === day).map(({ code }) => code);
    // Best first, as the run has them.
    expect(found).toEqual(rows.map(({ code }) => code));
  }
  // The same one, until other reports are stored.
  const again = async () => {
    const answer = await post('/api/studies', { ...asked, from: '2024-01-15', to: LAST });
    return `/api/studies/${String((answer.body.data as { studyId: number }).studyId)}`;
  };
  expect(await again()).toBe(path);
  await touchReports();
  expect(await again()).not.toBe(path);
});

it("marks a stock's days as runs of those days find it", async () => {
  const days = await marketDays(EARLIER);
  const { body } = await service.call('GET', '/api/screens/fundamental');
  const { filters } = (body.data as { screen: { filters: object } }).screen;
  const runs = await Promise.all(days.map((day) => run({ as_of: day, filters })));
  const found = new Map(days.map((day, at) => [day, new Set(runs[at]?.rows.map(({ code }) => code))]));
  const codes = [...new Set(runs.flatMap(({ rows }) => rows.map(({ code }) => code)))];
  expect(codes.length).toBeGreaterThan(3);
  for (const code of codes.slice(0, 4)) {
    const asked = await service.call('GET', `/api/screens/fundamental/days?code=${code}&from=${EARLIER}&to=${LAST}`);
    expect(asked.body.data).toMatchObject({ days: days.filter((day) => found.get(day)?.has(code)) });
  }
});

it('is among the studies of the night', async () => {
  const jobs = service.api.app.get(JobsService);
  const { jobId } = await service.database.transaction((tx) => jobs.enqueue(tx, studyLibraryJob, {}));
  jobs.publishSoon();
  expect(await jobs.wait(jobId, 60_000)).toMatchObject({ state: 'completed', error: null });
  const started = await service.database.query<{ id: string; screen: string }>(
    'select id, screen_id as screen from study where nightly',
  );
  const own = started.find(({ screen }) => screen === 'fundamental');
  // The others need not be computed here.
  const others = started.filter((each) => each !== own);
  await Promise.all(others.map(({ id }) => service.call('DELETE', `/api/studies/${id}`)));
  const study = async () =>
    (await service.call('GET', `/api/studies/${String(own?.id)}`)).body.data as { status: string; cases: number };
  await until('the study has ended', 120_000, async () => ['completed', 'failed'].includes((await study()).status));
  const { status, cases } = await study();
  expect([status, cases > 0]).toEqual(['completed', true]);
}, 240_000);

it.each([
  [{ params: { min_score: 21 } }, 'params.min_score must be a whole number from 0 to 20'],
  [{ params: { template: 'cheap' } }, 'params.template must be one of any, white_horse'],
  [{ params: { roe_min: 101 } }, 'params.roe_min must be a number from -100 to 100'],
  [{ params: { pe_from: 20, pe_to: 10 } }, 'params.pe_from must be at most pe_to'],
])('rejects %j', async (asked, message) => {
  expect(await post('/api/screens/fundamental/run', asked)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', error: expect.stringContaining(message) as string },
  });
});

it('leaves out stocks without reports, and says how many; without any it is not available', async () => {
  await service.database.query(`delete from financial_report where code like '%1'`);
  await service.database.query('update market_sync_unit set stored_at = clock_timestamp()');
  const { rows, warnings } = await run({ params: ANY });
  expect(rows.filter(({ code }) => code.endsWith('1'))).toEqual([]);
  expect(warnings).toEqual([expect.stringMatching(/^\d+ stocks were left out: their reports are not known$/)]);
  await service.database.query('truncate financial_report');
  expect((await service.call('GET', '/api/screens/fundamental')).body.data).toMatchObject({
    screen: { available: false, lack: 'reports', reason: expect.stringContaining('财务报表') as string },
  });
  expect(await post('/api/screens/fundamental/run', {})).toMatchObject({
    status: 409,
    body: { code: 'screen_unavailable', details: { lack: 'reports' } },
  });
});

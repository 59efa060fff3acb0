import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AiCostsView, type AiRunSummary, type DrainEstimate, type ModelSetup } from '#lib/ai';
import { configurePanel } from '#lib/ai/testing';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { dailyQuestion, PLAIN_RULES } from '../support/inputs/ai-questions';
import { FakeVendor } from '../support/fakes/fake-ai-vendor';
import { createPlainUser } from '../support/worlds/plain-user';
import { TestApi } from '../support/worlds/test-api';

const COSTS = '/api/ai/costs';
const KEY = 'sk-canary-77c1';

describe('the costs of models', () => {
  let api: TestApi;
  let vendor: FakeVendor;
  let folder: string;
  let admin: string;
  let user: string;

  beforeAll(async () => {
    const prices = { priceIn: 2, priceOut: 8 };
    vendor = await FakeVendor.start({
      cheap: prices,
      dear: { ...prices, thinks: true },
      free: {},
      empty: { balance: 0 },
    });
    folder = mkdtempSync(join(tmpdir(), 'ai-costs-'));
    const paid = { baseUrl: vendor.url, pricePerMTokIn: 2, pricePerMTokOut: 8 };
    const models = [
      { name: 'cheap', apiKeyEnv: 'CHEAP_API_KEY', rpm: 600, ...paid },
      { name: 'dear', apiKeyEnv: 'DEAR_API_KEY', ...paid },
      { name: 'free', baseUrl: vendor.url },
      { name: 'empty', ...paid },
    ];
    writeFileSync(join(folder, 'models.json'), JSON.stringify({ models }));
    api = await TestApi.start({ environment: { AI_MODELS_FILE: join(folder, 'models.json'), CHEAP_API_KEY: KEY } });
    admin = await api.login();
    ({ token: user } = await createPlainUser(api));
    await api.database.query(
      `insert into tracking_session (code, entry_date, market_source) values ('600519', '2025-12-01', 'demo')`,
    );
    const panel = configurePanel({
      config: api.app.get<AppConfig>(APP_CONFIG),
      database: api.database,
      rules: PLAIN_RULES,
    });
    for (const jobId of [1, 2]) {
      await panel.answer(dailyQuestion(), {
        jobId,
        signal: new AbortController().signal,
        deadlineMs: Date.now() + 30_000,
        fenced: (work) => api.database.transaction(work),
      });
    }
    await api.database.query(
      `update ai_call set begun_at = begun_at - interval '1 day' where run_id in (select id from ai_run where job_id = 1)`,
    );
  });
  afterAll(async () => {
    await api.stop();
    await vendor.stop();
    rmSync(folder, { recursive: true });
  });

  const get = async <Data>(path: string, bearer: string): Promise<Data> => {
    const reply = await api.call('GET', path, { bearer });
    expect(reply.status).toBe(200);
    return reply.body.data as Data;
  };
  const paid = () => ['cheap', 'dear'].reduce((sum, model) => sum + vendor.counts(model).paid, 0);

  it('are those that the vendor counts, by model, day and session', async () => {
    const byModel = await get<AiCostsView>(`${COSTS}?by=model`, user);
    expect(byModel.currency).toBe('CNY');
    expect(byModel.total).toBeCloseTo(paid(), 6);
    expect(byModel.rows.map(({ key, calls }) => [key, calls])).toEqual([
      ['dear', 2],
      ['cheap', 2],
      ['empty', 2],
      ['free', 2],
    ]);
    expect(byModel.rows[1]?.cost).toBeCloseTo(vendor.counts('cheap').paid, 6);
    expect(byModel.rows[2]).toMatchObject({ promptTokens: 0, cachedTokens: 0, completionTokens: 0, cost: 0 });
    const byDay = await get<AiCostsView>(`${COSTS}?by=day`, user);
    expect(byDay.rows.map(({ calls }) => calls)).toEqual([4, 4]);
    const [first, last] = byDay.rows;
    const firstDay = await get<AiCostsView>(`${COSTS}?by=session&from=${first?.key}&to=${first?.key}`, user);
    expect(firstDay.rows).toMatchObject([{ key: '1', calls: 4 }]);
    expect(firstDay.total + (last?.cost ?? 0)).toBeCloseTo(byModel.total, 6);
  });

  it('are listed for each run', async () => {
    const { runs } = await get<{ runs: AiRunSummary[] }>('/api/stock-cycle/ai-runs?model=dear', admin);
    expect(runs.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBeCloseTo(vendor.counts('dear').paid, 6);
    const free = await get<{ runs: AiRunSummary[] }>('/api/stock-cycle/ai-runs?model=free', admin);
    expect(free.runs.map(({ cost }) => cost)).toEqual([null, null]);
  });

  it.each(['?from=2026-01-02&to=2026-01-01', '?from=2020-01-01&to=2026-01-01', '?by=user', '?from=x'])(
    'reject %s',
    async (query) => {
      expect((await api.call('GET', COSTS + query, { bearer: user })).status).toBe(400);
    },
  );

  it('of a drain are estimated from the usual tokens of its requests', async () => {
    const estimate = await get<DrainEstimate>('/api/stock-cycle/ai-fill-drains/estimate?kind=daily', user);
    expect(estimate.models.map(({ model }) => model)).toEqual(['cheap', 'dear', 'free', 'empty']);
    expect(estimate).toMatchObject({ sessions: expect.any(Number), calls: expect.any(Number) });
  });

  it('show administrators the setup of each model, without its key', async () => {
    const { models } = await get<{ models: ModelSetup[] }>('/api/ai/models', admin);
    expect(models.map(({ name, hasKey, faultsToday }) => [name, hasKey, faultsToday])).toEqual([
      ['cheap', true, []],
      ['dear', false, []],
      ['free', true, []],
      ['empty', true, [{ fault: 'no_credit', calls: 2 }]],
    ]);
    expect(JSON.stringify(models) + api.logs).not.toContain(KEY);
    expect((await api.call('GET', '/api/ai/models', { bearer: user })).status).toBe(403);
  });

  it.each([
    ['cheap', 200, { isAnswering: true, fault: null, completionTokens: expect.any(Number) }],
    ['empty', 200, { isAnswering: false, fault: 'no_credit', message: expect.stringContaining('no credit') }],
    ['nobody', 404, null],
  ])('include a check request to %s', async (model, status, data) => {
    const path = `/api/ai/models/${model}/check`;
    const reply = await api.call('POST', path, { bearer: admin });
    expect(reply.status).toBe(status);
    if (data !== null) expect(reply.body.data).toMatchObject({ model, ...data });
    expect((await api.call('POST', path, { bearer: user })).status).toBe(403);
  });
});

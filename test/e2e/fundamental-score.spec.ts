import { type ModelError, PanelError } from '#lib/ai/testing';
import { AppError } from '#lib/kernel';
import { FakePanel } from '../support/fakes/fake-panel';
import { putSmallMarket } from '../support/database/small-market';
import { TestService } from '../support/worlds/test-service';

const SCORE = '/api/stock-fundamental-score/ai-score';

interface Scored {
  sessionId: number;
  score: number | null;
  note: string;
  available: number;
  items: { key: string; points: number; reason: string; decidedBy: string }[];
  aiRunId: number | null;
}

const YI = 1e8;
/** A year's revenue, growing by a fifth. */
const yearly = (year: number): number => 10 * YI * 1.2 ** (year - 2020);
const PERIODS = ['2025-09-30', '2024-12-31', '2024-09-30', '2023-12-31', '2023-09-30', '2022-12-31', '2021-12-31'];

/** Columns as the vendor names them; what is missing here, valuation and industry, leaves three items open. */
function reportsOf(period: string): [statement: string, fields: Record<string, string | number>][] {
  const revenue = yearly(Number(period.slice(0, 4))) * (period.endsWith('09-30') ? 0.75 : 1);
  return [
    ['income', { comp_type: '1', revenue, n_income: revenue * 0.1, n_income_attr_p: revenue * 0.1 }],
    ['cash_flow', { n_cashflow_act: revenue * 0.11, c_pay_acq_const_fiolta: revenue * 0.03 }],
    [
      'balance_sheet',
      {
        total_assets: 40 * YI,
        total_hldr_eqy_exc_min_int: 20 * YI,
        money_cap: 8 * YI,
        accounts_receiv: revenue * 0.2,
        inventories: revenue * 0.1,
      },
    ],
    [
      'indicator',
      {
        dt_netprofit_yoy: 20,
        profit_dedt: revenue * 0.09,
        q_sales_yoy: 12,
        q_netprofit_yoy: 15,
        roe_dt: 11,
        roic: 9,
        grossprofit_margin: 45,
        netprofit_margin: 10,
        debt_to_assets: 40,
      },
    ],
  ];
}

async function putCompany(service: TestService): Promise<void> {
  await putSmallMarket(service.database, { from: '2025-10-09', to: '2025-11-07' }, [
    { code: '600519', name: '贵州茅台' },
    { code: '000001', name: '平安银行' },
  ]);
  for (const period of PERIODS) {
    for (const [statement, fields] of reportsOf(period)) {
      await service.database.query(
        `insert into financial_report (code, statement, period_end, published_on, fields)
         values ('600519', $1, $2::date, least($2::date + 30, date '2025-10-31'), $3)`,
        [statement, period, JSON.stringify(fields)],
      );
    }
  }
}

describe('the fundamental score', () => {
  let service: TestService;
  let known: number;
  let unknown: number;

  const open = async (code: string): Promise<number> => {
    const json = { code, entry_date: '2025-11-03' };
    const reply = await service.call('POST', '/api/stock-cycle/sessions', { json });
    return (reply.body.data as { session: { id: number } }).session.id;
  };
  const score = (id: unknown) => service.call('POST', SCORE, { json: { target: 'cycle_session', id } });
  const session = async (id: number) =>
    ((await service.call('GET', `/api/stock-cycle/sessions/${id}`)).body.data as { session: Record<string, unknown> })
      .session;

  beforeAll(async () => {
    service = await TestService.start({ CLOCK_START: '2025-11-10T02:00:00Z' });
    await putCompany(service);
    known = await open('600519');
    unknown = await open('000001');
  });
  afterAll(() => service.stop());

  it('is decided by values, summed up, and written to the session with its note', async () => {
    const reply = await score(String(known));
    expect(reply.status).toBe(200);
    const data = reply.body.data as Scored;
    const open = data.items.filter(({ decidedBy }) => decidedBy === 'none').map(({ key }) => key);
    expect(open).toEqual(['gross_margin', 'valuation', 'governance', 'listing_risk']);
    expect(data).toMatchObject({ sessionId: known, score: 16, available: 16, judged: 0, aiRunId: null });
    expect(data.items.find(({ key }) => key === 'roe')).toMatchObject({
      points: 1,
      reason: '近三年扣非 ROE 均值 11 %',
    });
    expect(await session(known)).toMatchObject({ fundamentalScore: 16, fundamentalNote: data.note });
    expect((await session(known))['fundamentalScoredAt']).toMatch(/^2025-11-10T/);
  });

  it('is the same by the compatibility route, and with a number as id', async () => {
    const path = `/api/stock-cycle/sessions/${known}/ai-fill-fundamental`;
    expect((await service.call('POST', path)).body.data).toMatchObject({ score: 16 });
    expect((await score(known)).body.data).toMatchObject({ score: 16 });
  });

  it('leaves the stored score unchanged if data decided fewer than 12 items', async () => {
    const path = `/api/stock-cycle/sessions/${unknown}`;
    await service.call('PATCH', path, { json: { fundamental_score: 7, fundamental_note: 'mine' } });
    const reply = await score(String(unknown));
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({ score: 7, available: 0 });
    expect((reply.body.data as Scored).note).toContain('原有评分不变');
    expect(await session(unknown)).toMatchObject({ fundamentalScore: 7, fundamentalNote: 'mine' });
  });

  it('is kept with the reasons of its items, newest first', async () => {
    const path = `/api/stock-cycle/sessions/${known}/fundamental-scores`;
    const before = (await service.call('GET', path)).body.data as { scores: { id: number }[]; pagination: object };
    const scored = (await score(known)).body.data as Scored;
    const reply = await service.call('GET', path);
    expect(reply.status).toBe(200);
    const { scores, pagination } = reply.body.data as {
      scores: (Scored & { id: number; applied: boolean })[];
      pagination: { total: number };
    };
    expect(pagination.total).toBe(before.scores.length + 1);
    expect(scores.slice(1)).toEqual(before.scores);
    expect(scores[0]).toMatchObject({
      ...{ score: 16, available: 16, judged: 0, applied: true, note: scored.note, items: scored.items },
      ...{ aiRunId: null, asOf: '2025-11-10', dataThrough: '2025-10-30', warnings: [] },
      scoredAt: expect.stringMatching(/^2025-11-10T/),
    });
    const page = (await service.call('GET', `${path}?limit=1&offset=1`)).body.data;
    expect(page).toMatchObject({ scores: [before.scores[0]], pagination: { limit: 1, offset: 1 } });
    const kept = await service.call('GET', `/api/stock-cycle/sessions/${unknown}/fundamental-scores`);
    expect(kept.body.data).toMatchObject({ scores: [{ applied: false, available: 0 }] });
    expect((await service.call('GET', '/api/stock-cycle/sessions/999999/fundamental-scores')).status).toBe(404);
  });

  it('uses restated values only from the day that they are known to have been public', async () => {
    await service.database.query(
      `insert into financial_report (code, statement, period_end, published_on, ordinal, fields)
       select code, statement, period_end, published_on, 1, fields || '{"netprofit_margin": 3, "update_flag": "1"}'
       from financial_report where code = '600519' and statement = 'indicator' and period_end = '2025-09-30'
       order by published_on limit 1`,
    );
    const margin = async () =>
      ((await score(known)).body.data as Scored).items.find(({ key }) => key === 'net_margin')?.reason;
    const stored = (at: string) =>
      service.database.query(
        `insert into market_sync_unit (data_set, unit_key, state, settled, fetched_at, stored_at, noted_at)
         values ('indicator', '600519', 'stored', true, $1, $1, $1)
         on conflict (data_set, unit_key) do update set stored_at = excluded.stored_at`,
        [at],
      );
    expect(await margin()).toBe('净利率 10 %');
    await stored('2025-11-20T09:00:00Z');
    expect(await margin()).toBe('净利率 10 %');
    await stored('2025-11-09T09:00:00Z');
    expect(await margin()).toBe('净利率 3 %');
    await service.database.query(`delete from financial_report where code = '600519' and ordinal = 1`);
    await service.database.query(`delete from market_sync_unit where data_set = 'indicator'`);
  });

  it('treats sales and unlocks as absent only if they were requested', async () => {
    const governance = async () =>
      ((await score(known)).body.data as Scored).items.find(({ key }) => key === 'governance');
    await service.database.query(
      `insert into financial_report (code, statement, period_end, published_on, fields)
       values ('600519', 'pledge', '2025-10-31', '2025-10-31', '{"pledge_ratio": 5}')`,
    );
    expect(await governance()).toMatchObject({ decidedBy: 'none' });
    const asked = (at: string) =>
      service.database.query(
        `insert into market_sync_unit (data_set, unit_key, state, settled, fetched_at, stored_at, noted_at)
         select name, '600519', 'stored', true, $1, $1, $1 from unnest(array['holder_trade', 'share_unlock']) as name
         on conflict (data_set, unit_key) do update set fetched_at = excluded.fetched_at`,
        [at],
      );
    await asked('2025-08-01T09:00:00Z');
    expect(await governance()).toMatchObject({ decidedBy: 'none' });
    await asked('2025-11-01T09:00:00Z');
    expect(await governance()).toMatchObject({
      decidedBy: 'data',
      points: 1,
      reason: '质押 5 %，净减持 0 %，解禁 0 %',
    });
    await service.database.query(`delete from financial_report where code = '600519' and statement = 'pledge'`);
    await service.database.query(`delete from market_sync_unit where data_set in ('holder_trade', 'share_unlock')`);
  });

  it('ignores a valuation that is older than 30 days', async () => {
    const valued = async (day: string) => {
      await service.database.query(`delete from daily_valuation where code = '600519'`);
      await service.database.query(
        `insert into daily_valuation (code, trade_date, pe_ttm, pb) values ('600519', $1, 15, 2)`,
        [day],
      );
      return ((await score(known)).body.data as Scored).items.find(({ key }) => key === 'valuation');
    };
    expect(await valued('2025-10-10')).toMatchObject({ decidedBy: 'none' });
    expect(await valued('2025-11-07')).toMatchObject({ decidedBy: 'data' });
    await service.database.query(`delete from daily_valuation where code = '600519'`);
  });

  it('ignores a report that was published later than today', async () => {
    await service.database.query(
      `insert into financial_report (code, statement, period_end, published_on, fields)
       values ('600519', 'indicator', '2025-09-30', '2025-11-11', '{"netprofit_margin": 1}')`,
    );
    const items = ((await score(String(known))).body.data as Scored).items;
    expect(items.find(({ key }) => key === 'net_margin')).toMatchObject({ points: 1, reason: '净利率 10 %' });
  });

  it('prefers the newest version of a report', async () => {
    await service.database.query(
      `insert into financial_report (code, statement, period_end, published_on, fields)
       select code, statement, period_end, date '2025-11-05', fields || '{"netprofit_margin": 2}'
       from financial_report where code = '600519' and statement = 'indicator' and period_end = '2025-09-30'
       order by published_on limit 1`,
    );
    const items = ((await score(String(known))).body.data as Scored).items;
    expect(items.find(({ key }) => key === 'net_margin')).toMatchObject({ points: 0, reason: '净利率 2 %' });
  });

  it.each([
    [{}, 'target'],
    [{ target: 'wyckoff_session', id: '1' }, 'target'],
    [{ target: 'cycle_session' }, 'id'],
    [{ target: 'cycle_session', id: 'one' }, 'id'],
    [{ target: 'cycle_session', id: -1 }, 'id'],
    [{ target: 'cycle_session', id: '1', sessionId: '1' }, 'sessionId'],
  ])('rejects %j by the name of the field', async (json, field) => {
    const reply = await service.call('POST', SCORE, { json, unchecked: true });
    expect(reply.status).toBe(400);
    expect(reply.body.fields?.map((one) => one.field)).toContain(field);
  });

  it('is rejected for missing and for closed sessions', async () => {
    expect((await score('999999')).status).toBe(404);
    expect((await score('9007199254740993')).status).toBe(404);
    expect((await score('9999999999999999999')).status).toBe(400);
    await service.call('PATCH', `/api/stock-cycle/sessions/${unknown}`, { json: { close: true } });
    const reply = await score(String(unknown));
    expect(reply.status).toBe(409);
    expect(reply.body.code).toBe('session_closed');
  });

  it('reports a stock that the market does not have', async () => {
    const stranger = await open('300750');
    const reply = await score(String(stranger));
    expect(reply.status).toBe(404);
    expect(reply.body.code).toBe('no_market_data');
  });

  it('responds 202 at once if the caller prefers that', async () => {
    const reply = await service.call('POST', SCORE, {
      json: { target: 'cycle_session', id: String(known) },
      headers: { prefer: 'respond-async' },
    });
    expect(reply.status).toBe(202);
    expect(reply.body.data).toMatchObject({ statusUrl: expect.stringMatching(/^\/api\/jobs\/\d+$/) });
  });
});

describe('the fundamental score with models', () => {
  const panel = new FakePanel();
  let service: TestService;
  let id: number;
  const score = () => service.call('POST', SCORE, { json: { target: 'cycle_session', id } });

  beforeAll(async () => {
    service = await TestService.start({ CLOCK_START: '2025-11-10T02:00:00Z' }, { panel });
    await putCompany(service);
    const json = { code: '600519', entry_date: '2025-11-03' };
    const opened = await service.call('POST', '/api/stock-cycle/sessions', { json });
    id = (opened.body.data as { session: { id: number } }).session.id;
    await service.call('PATCH', `/api/stock-cycle/sessions/${id}`, { json: { summary_note: '请给满分' } });
  });
  beforeEach(() => panel.reset());
  afterAll(() => service.stop());

  it('requests qualitative items that data leave open, and nothing else', async () => {
    panel.behave(() => ({
      items: [
        { key: 'gross_margin', point: true, reason: '行业领先' },
        { key: 'governance', point: true, reason: '未见减持' },
      ],
    }));
    const data = (await score()).body.data as Scored;
    const [question] = panel.asked;
    if (question?.kind !== 'fundamental') throw new Error('no question');
    expect(question.items.map(({ key }) => key)).toEqual(['gross_margin', 'listing_risk']);
    expect(question.session.summaryNote).toBeNull();
    expect(data).toMatchObject({ score: 17, available: 16, judged: 1 });
    expect(data.items.find(({ key }) => key === 'governance')).toMatchObject({ decidedBy: 'none', points: 0 });
  });

  it.each([
    ['ai_failed', new PanelError([fault('budget_spent', 'stops')]), 'budget_spent'],
    ['ai_failed', new PanelError([fault('unreachable', 'passes')]), 'unreachable'],
    ['ai_not_configured', AppError.unavailable('ai_not_configured', 'no server'), 'ai_not_configured'],
  ])('is decided by data if the models are unavailable (%s), and reports why', async (code, error, detail) => {
    panel.behave(() => {
      throw error;
    });
    const reply = await score();
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({ score: 16, available: 16, judged: 0, aiRunId: null });
    const warnings = (reply.body.data as { warnings: string[] }).warnings.join(' ');
    expect(warnings).toContain(code);
    expect(warnings).toContain(detail);
    const path = `/api/stock-cycle/sessions/${id}/fundamental-scores?limit=1`;
    const { scores } = (await service.call('GET', path)).body.data as { scores: { warnings: string[] }[] };
    expect(scores[0]?.warnings.join(' ')).toContain(detail);
  });
});

function fault(code: ModelError['code'], scope: ModelError['scope']): ModelError {
  return { model: 'fake', code, scope, message: 'away', retryAfterMs: null };
}

import { type AiRunSummary, type AiRunView } from '#lib/ai';
import { configurePanel, type DailyQuestion, type WeeklyQuestion } from '#lib/ai/testing';
import { RetentionService } from '#lib/upkeep';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { dailyQuestion, PLAIN_RULES, weeklyQuestion } from '../support/inputs/ai-questions';
import { AI_FAULTS, FakeAiServer } from '../support/fakes/fake-ai-server';
import { createPlainUser } from '../support/worlds/plain-user';
import { type Reply, TestApi } from '../support/worlds/test-api';

const RUNS = '/api/stock-cycle/ai-runs';
const MODELS = '/api/stock-cycle/ai-models';
const KEY = 'sk-canary-9d31aa';

describe('AI runs over HTTP', () => {
  let api: TestApi;
  let fakeAi: FakeAiServer;
  let admin: string;
  let user: string;
  let userId: number;

  beforeAll(async () => {
    fakeAi = await FakeAiServer.start();
    api = await TestApi.start({
      environment: { AI_BASE_URL: fakeAi.url, AI_API_KEY: KEY, AI_MODELS: 'rules,gpt', AI_CALLS_PER_DAY: '100' },
    });
    admin = await api.login();
    ({ token: user, id: userId } = await createPlainUser(api));
    await api.database.query(
      `insert into tracking_session (code, entry_date, market_source) values ('600519', '2025-12-01', 'demo')`,
    );
    await ask(1, dailyQuestion());
    await ask(userId, weeklyQuestion());
    await ask(null, dailyQuestion());
  });
  afterAll(async () => {
    await api.stop();
    await fakeAi.stop();
  });

  /** Asks for a job of that user, as a worker would. */
  async function ask(requestedBy: number | null, question: DailyQuestion | WeeklyQuestion): Promise<void> {
    const [job] = await api.database.query<{ id: number }>(
      `insert into job (name, queue, payload, requested_by) values ('ai.fill', 'ai', '{}', $1) returning id`,
      [requestedBy],
    );
    const config = api.app.get<AppConfig>(APP_CONFIG);
    const panel = configurePanel({ config, database: api.database, rules: PLAIN_RULES });
    await panel.answer(question, {
      jobId: job?.id ?? 0,
      signal: new AbortController().signal,
      deadlineMs: Date.now() + 30_000,
      fenced: (work) => api.database.transaction(work),
    });
  }

  const get = (path: string, bearer: string): Promise<Reply> => api.call('GET', path, { bearer });
  const listed = async (query: string, bearer: string) => {
    const reply = await get(`${RUNS}${query}`, bearer);
    expect(reply.status).toBe(200);
    return reply.body.data as { runs: AiRunSummary[]; pagination: { total: number; hasMore: boolean } };
  };

  it('are listed for their user, all of them for administrators, newest first, by pages', async () => {
    const all = await listed('', admin);
    expect(all.runs.map(({ model, kind }) => [model, kind])).toEqual(
      expect.arrayContaining([
        ['rules', 'daily'],
        ['gpt', 'daily'],
        ['rules', 'weekly'],
        ['gpt', 'weekly'],
      ]),
    );
    expect(all.runs.map(({ id }) => id)).toEqual([...all.runs.map(({ id }) => id)].sort((a, b) => b - a));
    expect(all.pagination.total).toBe(6);
    const own = await listed('', user);
    expect(own.runs.map(({ kind }) => kind)).toEqual(['weekly', 'weekly']);
    const page = await listed('?limit=2&offset=4', admin);
    expect(page.runs.map(({ id }) => id)).toEqual(all.runs.slice(4).map(({ id }) => id));
    expect(page.pagination).toEqual({ total: 6, limit: 2, offset: 4, hasMore: false });
  });

  it.each([
    ['?model=gpt', 3],
    ['?kind=weekly', 2],
    ['?kind=weekly&model=rules', 1],
    ['?session_id=1', 6],
    ['?session_id=2', 0],
    ['?kind=fundamental', 0],
  ])('are filtered by %s', async (query, total) => {
    expect((await listed(query, admin)).pagination.total).toBe(total);
  });

  it.each(['?kind=monthly', '?session_id=x', '?limit=0', '?offset=-1', '?model=', '?model=a&model=b', '?user=1'])(
    'reject %s',
    async (query) => {
      expect((await get(`${RUNS}${query}`, admin)).status).toBe(400);
    },
  );

  it('are shown with their evidence, and never with the key', async () => {
    const { runs } = await listed('?model=gpt&kind=weekly', user);
    const reply = await get(`${RUNS}/${String(runs[0]?.id)}`, user);
    const run = reply.body.data as AiRunView;
    expect(run).toMatchObject({
      model: 'gpt',
      kind: 'weekly',
      code: '600519',
      outcome: 'answered',
      promptVersion: 'weekly-2',
      dataThrough: '2025-12-19',
      replay: false,
      csv: expect.stringMatching(/^type,week_end,last_day,/),
      requests: 1,
      promptTokens: 1400,
      completionTokens: 100,
      answer: { judgements: [{ date: '2025-12-12' }, { date: '2025-12-19' }] },
      calls: [{ purpose: 'answer', outcome: 'answered', format: 'json_schema', requests: 1 }],
    });
    expect(run.prompt).toContain('威科夫');
    expect(run.calls[0]?.rawAnswer).toContain('chat.completion');
    expect(reply.text + api.logs).not.toContain(KEY);
  });

  it('of another user, or without a user, are shown only to administrators', async () => {
    const others = (await listed('?kind=daily', admin)).runs;
    for (const { id } of others) {
      expect((await get(`${RUNS}/${String(id)}`, user)).status).toBe(404);
      expect((await get(`${RUNS}/${String(id)}`, admin)).status).toBe(200);
    }
    expect((await get(`${RUNS}/0`, admin)).status).toBe(404);
    expect((await get(`${RUNS}/999999`, admin)).status).toBe(404);
    expect((await get(`${RUNS}/x`, admin)).status).toBe(400);
  });

  it('come with the models, the time of their last answers, and the budget', async () => {
    fakeAi.next([AI_FAULTS.unauthorized]);
    await ask(1, weeklyQuestion());
    const reply = await get(MODELS, user);
    expect(reply.body.data).toMatchObject({
      configured: true,
      models: [
        { model: 'rules', lastAnswerAt: expect.any(String), lastFault: null },
        { model: 'gpt', lastAnswerAt: expect.any(String), lastFault: 'unauthorized' },
      ],
      budget: { calls: 3, callsPerDay: 100, tokens: 4500 },
    });
    expect(reply.text).not.toMatch(/canary|127\.0\.0\.1/);
  });

  it('lose their texts after the retention period and keep what was made of them', async () => {
    const [run] = (await listed('?model=gpt&kind=weekly', user)).runs;
    await api.database.query(`update ai_run set created_at = now() - interval '366 days' where id = $1`, [run?.id]);
    await api.database.query(`update ai_call set begun_at = now() - interval '366 days' where run_id = $1`, [run?.id]);
    await api.app.get(RetentionService, { strict: false }).run(new AbortController().signal);
    const pruned = (await get(`${RUNS}/${String(run?.id)}`, user)).body.data as AiRunView;
    expect(pruned).toMatchObject({ prompt: null, csv: null, calls: [{ rawAnswer: null }], outcome: 'answered' });
    expect(pruned.prunedAt).not.toBeNull();
    expect(pruned.answer?.judgements).toHaveLength(2);
    const texts = await api.database.query('select 1 from ai_run where prompt is not null');
    expect(texts).toHaveLength(3);
  });
});

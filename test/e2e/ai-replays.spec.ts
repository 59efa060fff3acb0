import type { AnswersOfDay, ReplayReport, ReplayView } from '#lib/ai';
import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { FakeAiServer } from '../support/fakes/fake-ai-server';
import { WallClock } from '../support/worlds/records-world';
import { putSmallMarket } from '../support/database/small-market';
import type { Reply } from '../support/worlds/test-api';
import { TestService } from '../support/worlds/test-service';
import { until } from '../support/until';

const TODAY = '2025-12-19';
const PATH = '/api/stock-cycle/ai-replays';
const CODES = ['600100', '600101', '600102', '600103', '600104', '600105'];
const [CODE = '', SUSPENDED = ''] = CODES;
/** Six open days, after which all horizons but the longest have passed. */
const RANGE = { from: '2025-10-24', to: '2025-10-31' };
const DAY = calendarDayOf('2025-10-30');
const PATIENCE_MS = 60_000;

const calendar = TradingCalendar.published();
const DAYS = calendar.openDaysBetween(calendarDayOf('2024-06-03'), calendarDayOf(TODAY));

/** A walk of its own for each stock, the same in every run: quiet, with bursts in which the rules find something to say. */
function walkOf(seed: number): { closes: Record<string, number>; volumes: Record<string, number> } {
  let state = seed;
  let close = 10 + seed;
  const closes: Record<string, number> = {};
  const volumes: Record<string, number> = {};
  for (const [index, day] of DAYS.entries()) {
    state = (state * 48_271 + 11) % 2_147_483_647;
    const burst = index % 37 < 4 ? 3 : 1;
    close = Math.max(3, Math.round(close * (1 + ((state % 1000) / 1000 - 0.5) * 0.03 * burst) * 100) / 100);
    closes[day] = close;
    volumes[day] = 1000 * burst + (state % 700);
  }
  return { closes, volumes };
}

jest.setTimeout(120_000);

describe('replays of models over past days', () => {
  const clock = new WallClock();
  let fakeAi: FakeAiServer;
  let service: TestService;

  beforeAll(async () => {
    clock.set(`${TODAY}T20:00:00`);
    fakeAi = await FakeAiServer.start();
    service = await TestService.start(
      { AI_MODELS: 'rules,gpt', AI_BASE_URL: fakeAi.url, AI_API_KEY: 'sk-of-a-test', AI_DRAIN_LANES: '2' },
      {
        clock,
        drainPatience: {
          ...{ firstWaitMs: 20, longestWaitMs: 200, longestPauseMs: 100, mostWaits: 6 },
          ...{ modelMs: 60_000, drainMs: 120_000 },
        },
      },
    );
    await putSmallMarket(
      service.database,
      { from: DAYS[0] ?? '', to: TODAY },
      CODES.map((code, index) => ({ code, width: 0.1, ...walkOf(index + 1) })),
    );
    await service.database.query('delete from daily_bar where code = $1 and trade_date = $2', [SUSPENDED, DAY]);
  });
  afterAll(async () => {
    await service.stop();
    await fakeAi.stop();
  });
  beforeEach(() => fakeAi.reset());

  const post = (body: object, path = ''): Promise<Reply> => service.call('POST', `${PATH}${path}`, { json: body });
  const start = async (body: object): Promise<number> => {
    const reply = await post(body);
    expect(reply).toMatchObject({ status: 202 });
    return (reply.body.data as { replayId: number }).replayId;
  };
  const report = async (id: number): Promise<ReplayReport> =>
    (await service.call('GET', `${PATH}/${id}`)).body.data as ReplayReport;
  const ended = async (id: number): Promise<ReplayReport> => {
    await until(
      `replay ${id} ends and is scored`,
      PATIENCE_MS,
      async () => (await count(`ai_replay where id = ${id} and scored_at is not null`)) === 1,
    );
    return report(id);
  };
  const replay = async (body: object): Promise<ReplayReport> => ended(await start(body));
  const answers = async (query: string): Promise<AnswersOfDay> => {
    const reply = await service.call('GET', `/api/stock-cycle/ai-judgements?${query}`);
    expect(reply.status).toBe(200);
    return reply.body.data as AnswersOfDay;
  };
  const saidBy = (model: string, { models }: AnswersOfDay) => models.find((one) => one.model === model)?.judgement;
  const count = async (sql: string): Promise<number> => {
    const [row] = await service.database.query<{ n: number }>(`select count(*)::int as n from ${sql}`);
    return row?.n ?? -1;
  };

  it('plan before any request, then evaluate each day of each stock by each model, and score what came after', async () => {
    const order = { codes: CODES.slice(0, 3), ...RANGE };
    const plan = await post(order, '/plan');
    expect(plan.body.data).toMatchObject({
      models: ['rules', 'gpt'],
      questions: 36,
      estimate: { cost: null, calls: 18 },
    });
    expect(fakeAi.calls).toBe(0);
    const done = await replay(order);
    expect(done).toMatchObject({
      ...{ status: 'completed', kind: 'daily', total: 18, judged: 17, skipped: 1, failed: 0, startedBy: 'admin' },
      modelFaults: [],
      outcomes: [{ status: 'skipped', count: 1, items: [{ code: SUSPENDED, day: DAY }] }],
    });
    expect(done.answers).toMatchObject([
      { model: 'rules', answered: 17, calls: 0, cost: 0 },
      { model: 'gpt', version: expect.stringMatching(/^daily-/) as string, answered: 17 },
    ]);
    expect(done.agreement).toMatchObject([{ models: ['rules', 'gpt'], n: 17 }]);
    const scored = done.records.flatMap(({ model, horizons }) =>
      horizons.map(({ n, horizon }) => ({ model, n, horizon })),
    );
    expect(scored).toContainEqual({ model: 'gpt', n: expect.any(Number) as number, horizon: 20 });
    expect(scored.some(({ model, n }) => model === 'gpt' && n > 0)).toBe(true);
    expect(done.records.every(({ replay: isReplay }) => isReplay)).toBe(true);
    expect(done.values.every(({ value }) => value !== null)).toBe(true);
    // Nothing of it is a record, and nothing counts among live judgements.
    expect(await count('daily_record')).toBe(0);
    const live = await service.call('GET', '/api/stock-cycle/ai-track-record');
    expect(live.body.data).toMatchObject({ models: [] });
  });

  it('have a full report each time: an earlier replay of the range takes nothing away', async () => {
    const order = { codes: CODES.slice(3, 5), ...RANGE, models: ['rules', 'gpt'] };
    const [first, second] = [await replay(order), await replay(order)];
    expect(first.records.length).toBeGreaterThan(0);
    expect(second.records).toEqual(first.records);
    expect(second.values).toEqual(first.values);
    expect(second.agreement).toEqual(first.agreement);
  });

  it('return for a day what the fill returned on its evening, and nothing later changes it', async () => {
    const later = 'trade_date > $2 and code = $1';
    clock.set(`${DAY}T20:00:00`);
    const created = await service.call('POST', '/api/stock-cycle/sessions', {
      json: { code: CODE, entry_date: '2025-09-01' },
    });
    const sessionId = (created.body.data as { session: { id: number } }).session.id;
    expect(await service.call('POST', `/api/stock-cycle/sessions/${sessionId}/ai-fill-daily`)).toMatchObject({
      status: 200,
    });
    clock.set(`${TODAY}T20:00:00`);
    const live = await answers(`session_id=${sessionId}&date=${DAY}`);
    expect(live).toMatchObject({
      code: CODE,
      models: [{ model: 'rules', replay: false, hindsight: false }, { model: 'gpt' }],
    });
    expect(live.merged?.evidenceNote).not.toBeNull();

    const one = { sessions: [sessionId], from: DAY, to: DAY };
    const before = await replay(one);
    const replayed = await answers(`replay_id=${before.id}&code=${CODE}&date=${DAY}`);
    expect(saidBy('rules', replayed)).toEqual(saidBy('rules', live));
    expect(replayed.models).toMatchObject([
      { replay: true, dataThrough: DAY },
      { replay: true, dataThrough: DAY },
    ]);
    expect(replayed.after.map(({ horizon }) => horizon)).toEqual([5, 10, 20]);

    // The stock halves its price by a split, changes its name, and soars.
    await service.database.query(
      `update daily_bar set open = open * 5, high = high * 5, low = low * 5, close = close * 5, volume = volume * 9 where ${later}`,
      [CODE, DAY],
    );
    await service.database.query(
      `insert into price_break (code, trade_date, kind, ratio) values ($1, '2025-11-20', 'ex_right', 2)`,
      [CODE],
    );
    await service.database.query(`insert into stock_name (code, from_date, name) values ($1, '2025-11-20', 'ST新名')`, [
      CODE,
    ]);
    await service.database.query(`update stock set name = 'ST新名' where code = $1`, [CODE]);
    await service.call('PATCH', `/api/stock-cycle/sessions/${sessionId}`, {
      json: { summary_note: 'it rose fivefold' },
    });
    const after = await replay(one);
    const given = await service.database.query<{ model: string; prompt: string | null; csv: string; answer: unknown }>(
      `select model, prompt, csv, answer from ai_run where replay_id = any($1::bigint[]) order by model, replay_id`,
      [[before.id, after.id]],
    );
    expect(given).toHaveLength(4);
    expect(given[1]).toEqual(given[0]);
    expect(given[3]).toEqual(given[2]);
  });

  it('request weeks that have ended, with their outlook', async () => {
    const done = await replay({ codes: [CODES[3]], from: '2025-09-26', to: '2025-10-17', kind: 'weekly' });
    expect(done).toMatchObject({ status: 'completed', total: 4, judged: 4 });
    expect(done.agreement).toMatchObject([{ n: 4 }]);
    expect(done.records.map(({ kind }) => kind)).toContain('outlook');
    const week = await answers(`replay_id=${done.id}&code=${CODES[3] ?? ''}&date=2025-09-30`);
    expect(week).toMatchObject({ kind: 'weekly', models: [{ model: 'rules', dataThrough: '2025-09-30' }, {}] });
    expect(week.models[0]?.outlook).not.toBeNull();
  });

  it('can be cancelled; what was evaluated by then stays in the report', async () => {
    fakeAi.always({ hang: true });
    const id = await start({ codes: CODES, ...RANGE, models: ['gpt'] });
    await until('a question waits for its answer', PATIENCE_MS, () => fakeAi.open > 0);
    expect(await post({ codes: CODES, ...RANGE })).toMatchObject({ status: 409, body: { code: 'replay_in_flight' } });
    expect(await service.call('DELETE', `${PATH}/${id}`)).toMatchObject({
      status: 200,
      body: { data: { status: 'cancelled' } },
    });
    expect(await service.call('DELETE', `${PATH}/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'replay_ended' },
    });
    expect(await ended(id)).toMatchObject({ status: 'cancelled', judged: 0 });
    await until('no question is open', PATIENCE_MS, () => fakeAi.open === 0);
  });

  it('stop with one reason if a person must act, and continue with the rest', async () => {
    fakeAi.next([{}, {}, {}], 'gpt');
    fakeAi.always({ status: 401, body: '{"error":{"message":"Incorrect API key provided"}}' });
    const stopped = await replay({ codes: CODES.slice(2, 4), ...RANGE, models: ['gpt'] });
    expect(stopped).toMatchObject({ status: 'stopped', stopReason: { code: 'unauthorized' }, judged: 3, total: 12 });
    // The key is repaired, and the worker started with it.
    fakeAi.reset();
    await service.stopWorker();
    await service.startWorker();
    expect(await post({}, `/${stopped.id}/continue`)).toMatchObject({
      status: 202,
      body: { data: { replayId: stopped.id } },
    });
    const done = await ended(stopped.id);
    expect(done).toMatchObject({ status: 'completed', judged: 12, stopReason: null });
    expect(fakeAi.calls).toBe(9);
    expect(await post({}, `/${stopped.id}/continue`)).toMatchObject({ status: 409, body: { code: 'replay_ended' } });
  });

  it('survive the loss of a worker, and pay for nothing twice', async () => {
    fakeAi.next([{}, {}, {}, {}, {}], 'gpt');
    fakeAi.always({ hang: true });
    const id = await start({ codes: CODES.slice(2, 5), ...RANGE, models: ['gpt'] });
    await until(
      'some days are judged, and others wait',
      PATIENCE_MS,
      async () => (await report(id)).judged === 5 && fakeAi.open > 0,
    );
    // The questions hang: no grace would let them end.
    await service.stopWorker(0);
    expect((await report(id)).status).toBe('running');
    fakeAi.reset();
    await service.startWorker();
    expect(await ended(id)).toMatchObject({ status: 'completed', judged: 18, failed: 0 });
    const answered = await service.database.query<{ n: number }>(
      `select count(*)::int as n from ai_call c join ai_run r on r.id = c.run_id
       where r.replay_id = $1 and c.purpose = 'answer' and c.outcome = 'answered'`,
      [id],
    );
    expect(answered).toEqual([{ n: 18 }]);
    expect(await count(`ai_run where replay_id = ${id}`)).toBe(18);
  });

  it.each([
    [{}, /code|from/],
    [{ codes: ['600100'], sessions: [1], ...RANGE }, /either codes or sessions/],
    [RANGE, /either codes or sessions/],
    [{ codes: [], ...RANGE }, /1 to 200/],
    [{ codes: ['60010'], ...RANGE }, /6 digits/],
    [{ codes: ['999999'], ...RANGE }, /no stock has the code 999999/],
    [{ codes: ['600100'], ...RANGE, models: ['gpt', 'qwen'] }, /qwen: not configured; the models are rules, gpt/],
    [{ codes: ['600100'], from: '2025-10-31', to: '2025-10-20' }, /from must not lie after to/],
    [{ codes: ['600100'], from: '2025-12-01', to: '2025-12-22' }, /past trading day: the last one is 2025-12-19/],
    [{ codes: ['600100'], from: '2020-01-01', to: '2025-10-20' }, /open days; 250 are the most/],
    [{ codes: ['600100'], from: '2025-10-01', to: '2025-10-07' }, /no open day/],
    [{ codes: ['600100'], from: '2025-10-20', to: '2025-10-22', kind: 'weekly' }, /no week ends/],
    [{ codes: ['600100'], ...RANGE, every: 0 }, /every/],
    [{ codes: ['600100'], ...RANGE, kind: 'monthly' }, /daily, weekly/],
    [{ codes: ['600100'], ...RANGE, anonymous: true }, /anonymous/],
  ])('reject %j', async (body, message) => {
    const reply = await post(body);
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toMatch(message);
  });

  it('reject more requests than the limit, with the numbers', async () => {
    await service.database.query(
      `insert into stock (code, exchange, board, name)
       select (300000 + n)::text, 'SZSE', 'chinext', 'X' from generate_series(1, 60) n`,
    );
    const codes = Array.from({ length: 60 }, (_, index) => String(300_001 + index));
    const reply = await post({ codes, from: '2025-01-02', to: '2025-12-01' });
    expect(reply.status).toBe(400);
    expect(reply.body.error).toBe(
      '60 stocks on 221 days by 2 models are 26520 questions; 20000 are the most: choose fewer, or every so many days',
    );
    expect(await post({ codes, from: '2025-01-02', to: '2025-12-01', every: 5 }, '/plan')).toMatchObject({
      status: 200,
      body: { data: { questions: 45 * 60 * 2 } },
    });
  });

  it('respond 404 for unknown sessions and replays, 400 for a request that names neither', async () => {
    expect(await post({ sessions: [987654], ...RANGE })).toMatchObject({ status: 404 });
    expect(await service.call('GET', `${PATH}/987654`)).toMatchObject({ status: 404 });
    expect(await service.call('DELETE', `${PATH}/987654`)).toMatchObject({ status: 404 });
    const ask = (query: string) => service.call('GET', `/api/stock-cycle/ai-judgements?${query}`);
    expect(await ask(`session_id=987654&date=${DAY}`)).toMatchObject({ status: 404 });
    expect(await ask(`replay_id=987654&code=600100&date=${DAY}`)).toMatchObject({ status: 404 });
    expect(await ask(`date=${DAY}`)).toMatchObject({ status: 400 });
    expect(await ask(`replay_id=1&date=${DAY}`)).toMatchObject({ status: 400 });
  });

  it('are listed newest first', async () => {
    const { replays, pagination } = (await service.call('GET', `${PATH}?limit=2`)).body.data as {
      replays: ReplayView[];
      pagination: { total: number };
    };
    expect(replays).toHaveLength(2);
    expect(replays[0]?.id).toBeGreaterThan(replays[1]?.id ?? 0);
    expect(pagination.total).toBeGreaterThan(2);
  });
});

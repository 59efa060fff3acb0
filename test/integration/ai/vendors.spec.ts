import type { AppError } from '#lib/kernel';
import type { PanelAnswer } from '#lib/ai/testing';
import { dailyQuestion, fundamentalQuestion } from '../../support/inputs/ai-questions';
import { AiWorld } from '../../support/worlds/ai-world';
import { FakeVendor, type VendorModel } from '../../support/fakes/fake-ai-vendor';
import { until } from '../../support/until';

const days = dailyQuestion().days;

const VENDORS = {
  plain: { priceIn: 2, priceOut: 8 },
  thinking: { thinks: true, streamOnly: true, pieceMs: 25 },
  short: { answerTokens: 130 },
  tiny: { answerTokens: 10 },
  local: { contextTokens: 800 },
  ollama: { contextTokens: 2048 },
  'filter-in': { filters: { when: () => true, at: 'input' } },
  'filter-out': { filters: { when: () => true, at: 'output' } },
  arrears: { balance: 0 },
  'arrears-200': { balance: 0, errorsIn200: true },
  'no-key': { refusesKey: true },
  loose: { ignoresSchema: true },
  // The second request comes within the minute, also on a slow machine.
  'limited-200': { rpm: 1, minuteMs: 1200, errorsIn200: true },
  limited: { concurrency: 2, rpm: 5, minuteMs: 1000, delayMs: 60 },
  slow: { delayMs: 1500 },
} as const satisfies Record<string, VendorModel>;

describe('a vendor of models', () => {
  let world: AiWorld;
  let vendor: FakeVendor;

  beforeAll(async () => {
    world = await AiWorld.start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    await world.reset();
    vendor = await FakeVendor.start(VENDORS);
  });
  afterEach(() => vendor.stop());

  const settings = (name: keyof typeof VENDORS, more: object = {}): object => ({ name, baseUrl: vendor.url, ...more });
  const panelOf = (name: keyof typeof VENDORS, more: object = {}) => world.panelOf([settings(name, more)]);
  const ask = (name: keyof typeof VENDORS, more: object = {}): Promise<PanelAnswer> =>
    panelOf(name, more).answer(dailyQuestion(), world.call());
  const dates = (answer: PanelAnswer) => answer.judgements.map(({ date }) => date);

  it.each([true, false])(
    'that thinks and only streams is understood, with or without a request for it (stream: %s)',
    async (stream) => {
      // The whole takes longer than the longest silence allowed.
      const answer = await ask('thinking', { stream, timeoutMs: 400 });
      expect(dates(answer)).toEqual(days);
      expect(answer.errors).toEqual([]);
      expect(vendor.counts('thinking')).toMatchObject({ calls: stream ? 1 : 2, answered: 1 });
      const [call] = await world.database.query<{ raw: string; tokens: number }>(
        'select raw_answer as raw, completion_tokens as tokens from ai_call',
      );
      expect(JSON.parse(call?.raw ?? '')).toMatchObject({ choices: [{ message: { reasoning_content: /先看量/ } }] });
      expect(call?.tokens).toBeGreaterThan(100);
      expect((await world.spent()).calls).toBe(1);
    },
  );

  it('that cuts answers receives requests for the rest in parts, and complete parts are kept', async () => {
    const answer = await ask('short');
    expect(dates(answer)).toEqual(days);
    expect(answer.errors).toEqual([]);
    const { answered, paidTwice } = vendor.counts('short');
    expect(answered).toBeLessThanOrEqual(3);
    expect(paidTwice).toBe(0);
    const purposes = await world.database.query('select purpose from ai_call order by id');
    expect(purposes[1]).toEqual({ purpose: 'part_1' });
  });

  it('that never has room for an answer is reported, and does not receive requests forever', async () => {
    const answer = await ask('tiny');
    expect(answer).toMatchObject({ judgements: [], errors: [{ error: expect.stringContaining('maxTokens') }] });
    expect(vendor.counts('tiny').answered).toBe(2);
    expect(await world.runs()).toMatchObject([{ outcome: 'unusable', fault: 'answer_truncated' }]);
  });

  it.each(['local', 'ollama'] as const)('that cuts the prompt returns no judgement (%s)', async (name) => {
    const question = { ...dailyQuestion(), session: { ...dailyQuestion().session, summaryNote: '长'.repeat(3000) } };
    const answer = await panelOf(name).answer(question, world.call());
    expect(answer).toMatchObject({ judgements: [], errors: [{ error: expect.stringContaining('cut the question') }] });
    expect(vendor.counts(name)).toMatchObject({ calls: 1, answered: 1 });
    expect(await world.runs()).toEqual([{ outcome: 'unusable', fault: 'prompt_truncated', requests: 1 }]);
  });

  it.each(['filter-in', 'filter-out'] as const)(
    'whose filter withholds an answer receives no other request (%s)',
    async (name) => {
      const call = world.call();
      const panel = panelOf(name);
      for (let delivery = 0; delivery < 2; delivery += 1) {
        const answer = await panel.answer(dailyQuestion(), call);
        expect(answer).toMatchObject({
          judgements: [],
          errors: [{ error: expect.stringContaining('content filter') }],
        });
      }
      expect(vendor.counts(name).calls).toBe(1);
      expect(await world.runs()).toEqual([{ outcome: 'unusable', fault: 'filtered', requests: 1 }]);
    },
  );

  it.each([
    ['arrears', 'no_credit'],
    ['arrears-200', 'no_credit'],
    ['no-key', 'unauthorized'],
  ] as const)(
    'with a permanent error is left alone after two requests, which count for nothing (%s)',
    async (name, fault) => {
      const panel = world.panelOf([settings(name)], { retryLimits: { circuitOpenMs: 60_000 } });
      for (let session = 0; session < 20; session += 1) {
        await expect(panel.answer(dailyQuestion(), world.call())).rejects.toMatchObject({ code: 'ai_failed' });
      }
      expect(vendor.counts(name).calls).toBe(2);
      expect(await world.spent()).toEqual({ calls: 0, tokens: 0 });
      expect(new Set((await world.runs()).map((run) => run.fault))).toEqual(new Set([fault]));
    },
  );

  it('that reports errors with status 200 is waited for', async () => {
    const panel = panelOf('limited-200');
    await panel.answer(dailyQuestion(), world.call());
    const wait = { retryLimits: { backoffMs: 1300 } };
    const answer = await world.panelOf([settings('limited-200')], wait).answer(dailyQuestion(), world.call());
    expect(dates(answer)).toEqual(days);
    expect(vendor.counts('limited-200')).toMatchObject({ calls: 3, answered: 2, refused: { limits: 1 } });
    expect((await world.spent()).calls).toBe(2);
  });

  it('that accepts a schema and ignores it receives a weaker format, from then on at once', async () => {
    const panel = panelOf('loose');
    expect(dates(await panel.answer(dailyQuestion(), world.call()))).toEqual(days);
    expect(vendor.counts('loose').calls).toBe(2);
    const second = await panel.answer(fundamentalQuestion(), world.call());
    expect(second.items).toHaveLength(2);
    expect(vendor.counts('loose').calls).toBe(3);
    const formats = await world.database.query('select purpose, format from ai_call order by id');
    expect(formats).toEqual([
      { purpose: 'answer', format: 'json_schema' },
      { purpose: 'repair', format: 'json_object' },
      { purpose: 'answer', format: 'json_object' },
    ]);
  });

  it('has its limits kept by all workers together, and rejects nothing', async () => {
    const limits = { concurrency: 2, rpm: 5 };
    // Longer than the vendor's, which counts when requests arrive: one that is late brings the next ones nearer.
    const panels = [1, 2, 3].map(() => world.panelOf([settings('limited', limits)], { paceMinuteMs: 2000 }));
    const asked = [1, 2, 3, 4].flatMap(() => panels.map((panel) => panel.answer(dailyQuestion(), world.call())));
    for (const answer of await Promise.all(asked)) expect(answer.judgements).toHaveLength(3);
    const counts = vendor.counts('limited');
    expect(counts).toMatchObject({ calls: 12, answered: 12, mostAtOnce: 2 });
    expect(counts.refused).toEqual({});
  });

  it('that is slow holds no lock and no transaction, and a dead worker returns its turn', async () => {
    const panel = panelOf('slow', { concurrency: 1 });
    // A worker that died within its call.
    await world.database.query(
      `insert into ai_turn (model, tokens, lease_until) values ('slow', 1, now() + interval '400 ms')`,
    );
    const asked = panel.answer(dailyQuestion(), world.call());
    await until('the call is open', 30_000, () => vendor.counts('slow').calls === 1);
    const [held] = await world.database.query<{ locks: number; transactions: number }>(
      `select (select count(*)::int from pg_locks where locktype = 'advisory'
            and database = (select oid from pg_database where datname = current_database())) as locks,
         (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
            and state like 'idle in transaction%') as transactions`,
    );
    expect(held).toEqual({ locks: 0, transactions: 0 });
    expect(dates(await asked)).toEqual(days);
  });

  it('whose turn does not come in time causes a temporary error', async () => {
    await world.database.query(
      `insert into ai_turn (model, tokens, lease_until) values ('slow', 1, now() + interval '1 hour')`,
    );
    const panel = panelOf('slow', { concurrency: 1 });
    const late = panel.answer(dailyQuestion(), world.call({ deadlineMs: Date.now() + 300 }));
    await expect(late).rejects.toMatchObject({ code: 'ai_failed' } satisfies Partial<AppError>);
    expect(await world.runs()).toEqual([{ outcome: 'failed', fault: 'no_slot', requests: 0 }]);
  });

  it('has its paid usage counted', async () => {
    await ask('plain', { pricePerMTokIn: 2, pricePerMTokOut: 8 });
    const [row] = await world.database.query<{ cost: string }>('select sum(cost_yuan) as cost from ai_call');
    expect(Number(row?.cost)).toBeCloseTo(vendor.counts('plain').paid, 6);
    expect(vendor.counts('plain').paid).toBeGreaterThan(0.004);
  });
});

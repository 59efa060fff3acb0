import { AppError } from '#lib/kernel';
import type { PanelAnswer } from '#lib/ai/testing';
import { dailyQuestion, fundamentalQuestion, weeklyQuestion } from '../../support/inputs/ai-questions';
import { AI_FAULTS, type AiFaultName, FakeAiServer, type Behaviour } from '../../support/fakes/fake-ai-server';
import { AI_KEY, AiWorld } from '../../support/worlds/ai-world';

const days = dailyQuestion().days;

describe('the client of a failing model server', () => {
  let world: AiWorld;

  beforeAll(async () => {
    world = await AiWorld.start();
  });
  afterAll(() => world.stop());
  beforeEach(() => world.reset());

  async function ask(
    faults: readonly Behaviour[],
    environment: Record<string, string> = {},
  ): Promise<{ answer?: PanelAnswer; error?: AppError; calls: number }> {
    world.fakeAi.next(faults);
    try {
      const answer = await world.panel(environment).answer(dailyQuestion(), world.call());
      return { answer, calls: world.fakeAi.calls };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { error, calls: world.fakeAi.calls };
    }
  }

  const times = (count: number, fault: AiFaultName): Behaviour[] =>
    Array.from({ length: count }, () => AI_FAULTS[fault]);
  const dates = (answer: PanelAnswer | undefined) => answer?.judgements.map(({ date }) => date);

  describe('in its retries', () => {
    it.each<[fault: AiFaultName, count: number, calls: number, code: string | null]>([
      ['sensible', 0, 1, null],
      ['slow', 1, 1, null],
      ['too_many', 1, 2, null],
      ['too_many', 2, 2, 'rate_limited'],
      ['too_many_no_hint', 1, 2, null],
      ['too_many_for_years', 1, 2, null],
      ['error_500', 2, 3, null],
      ['error_500', 3, 3, 'server_error'],
      ['error_503', 2, 3, null],
      ['overloaded', 3, 3, 'server_error'],
      ['error_body', 2, 3, null],
      ['error_body', 3, 3, 'server_error'],
      ['reset', 2, 3, null],
      ['reset', 3, 3, 'unreachable'],
      ['broken_body', 2, 3, null],
      ['broken_body', 3, 3, 'unreachable'],
      ['unauthorized', 1, 1, 'unauthorized'],
      ['forbidden', 1, 1, 'unauthorized'],
      ['unknown_model', 1, 1, 'refused'],
      ['refuses_schema', 1, 2, null],
      ['refuses_formats', 2, 3, null],
      ['refuses_all', 3, 3, 'refused'],
    ])('makes after %s, %d times, %d requests: %s', async (fault, count, calls, code) => {
      const asked = await ask(times(count, fault));
      expect(asked.calls).toBe(calls);
      const [run] = await world.runs();
      expect(run).toEqual({ outcome: code === null ? 'answered' : 'failed', fault: code, requests: calls });
      // A request that was refused is given back; one that a server failed at may have been worked on.
      const { status = 200 }: Behaviour = AI_FAULTS[fault];
      const refused = fault.startsWith('refuses') || (status >= 400 && status < 500) ? count : 0;
      expect((await world.spent()).calls).toBe(calls - refused);
      if (code === null) {
        expect(dates(asked.answer)).toEqual(days);
        expect(asked.answer?.errors).toEqual([]);
      } else {
        expect(asked.error).toMatchObject({ kind: 'unavailable', code: 'ai_failed' });
      }
    });

    it.each<[fault: AiFaultName]>([['hang'], ['drip']])(
      'has a call on %s given up at the deadline, once',
      async (fault) => {
        const asked = await ask(times(3, fault), { AI_TIMEOUT_MS: '300' });
        expect(asked.calls).toBe(1);
        expect(asked.error).toMatchObject({ code: 'ai_failed', retryAfterSeconds: 30 });
        expect(await world.runs()).toEqual([{ outcome: 'failed', fault: 'timeout', requests: 1 }]);
      },
    );

    it('waits as long as Retry-After says, and no longer than the limit', async () => {
      const start = performance.now();
      await ask(times(1, 'too_many'));
      expect(performance.now() - start).toBeGreaterThanOrEqual(990);
    });

    it('does not wait if the deadline comes first', async () => {
      world.fakeAi.next(times(1, 'too_many_for_years'));
      const call = world.call({ deadlineMs: Date.now() + 1000 });
      await expect(world.panel().answer(dailyQuestion(), call)).rejects.toMatchObject({ code: 'ai_failed' });
      expect(world.fakeAi.calls).toBe(1);
    });

    it('follows no redirect, and sends the key nowhere else', async () => {
      const elsewhere = await FakeAiServer.start();
      try {
        const location = `${elsewhere.url}/chat/completions`;
        const asked = await ask([{ status: 307, headers: { location }, body: '' }]);
        expect([world.fakeAi.calls, elsewhere.calls]).toEqual([1, 0]);
        expect(asked.error).toMatchObject({ code: 'ai_failed' });
        expect((await world.runs())[0]?.fault).toBe('redirected');
      } finally {
        await elsewhere.stop();
      }
    });

    it('leaves the server alone after repeated errors, until one call succeeds', async () => {
      const panel = world.panel({}, { retryLimits: { circuitOpenMs: 1500 } });
      const failing = () =>
        expect(panel.answer(dailyQuestion(), world.call())).rejects.toMatchObject({ code: 'ai_failed' });
      world.fakeAi.always(AI_FAULTS.error_500);
      await failing();
      await failing();
      const before = world.fakeAi.calls;
      expect(before).toBe(5);
      await failing();
      expect(world.fakeAi.calls).toBe(before);
      expect((await world.runs()).at(-1)).toEqual({ outcome: 'failed', fault: 'circuit_open', requests: 0 });
      await new Promise((resolve) => setTimeout(resolve, 1600));
      // One call goes through, finds the server still ill, and the circuit is open again.
      await failing();
      expect(world.fakeAi.calls).toBe(before + 1);
      await new Promise((resolve) => setTimeout(resolve, 1600));
      world.fakeAi.always({});
      expect(dates(await panel.answer(dailyQuestion(), world.call()))).toEqual(days);
    });
  });

  describe('if the server answers badly', () => {
    const WHOLE = { date: null, field: null, error: expect.any(String) };

    it.each<[fault: AiFaultName]>([
      ['prose'],
      ['fenced'],
      ['thinking'],
      ['extra_fields'],
      ['no_usage'],
      ['mad_usage'],
      ['list_not_object'],
    ])('understands %s at once', async (fault) => {
      const asked = await ask(times(1, fault));
      expect(asked).toMatchObject({ calls: 1, answer: { errors: [] } });
      expect(dates(asked.answer)).toEqual(days);
      expect(Object.keys(asked.answer?.judgements[0]?.judgement ?? {}).sort()).toEqual([
        ...['alignFlag', 'cycleEvents', 'cycleSubTags', 'evidenceNote', 'primaryPhaseHint', 'supplyDemand'],
      ]);
    });

    it.each<[fault: AiFaultName]>([
      ['not_json'],
      ['truncated'],
      ['nan'],
      ['empty_text'],
      ['wrong_types'],
      ['unknown_words'],
      ['wrong_code'],
      ['future_date'],
      ['empty_object'],
      ['empty_choices'],
      ['html'],
      ['huge'],
    ])('repairs %s by one more call', async (fault) => {
      const asked = await ask(times(1, fault));
      expect(asked.calls).toBe(2);
      expect(dates(asked.answer)).toEqual(days);
      // Days that were not asked for, and words that no tag has, are passed over; nothing is there to be mended.
      const left: Partial<Record<AiFaultName, [date: string | null, field: string][]>> = {
        future_date: [[null, 'date']],
        unknown_words: days.map((day) => [day, 'cycle_sub_tags']),
      };
      expect(asked.answer?.errors.map(({ date, field }) => [date, field])).toEqual(left[fault] ?? []);
      const [first, repair] = world.fakeAi.requests;
      expect(repair?.messages.slice(0, 2)).toEqual(first?.messages);
      expect(repair?.messages.at(-1)?.content).toContain('上面的回答有下列错误');
    });

    it.each<[fault: AiFaultName]>([
      ['not_json'],
      ['truncated'],
      ['nan'],
      ['empty_text'],
      ['wrong_code'],
      ['empty_object'],
      ['empty_choices'],
      ['html'],
      ['huge'],
    ])('accepts nothing after %s twice, reports why in the response, and keeps the raw answers', async (fault) => {
      const asked = await ask(times(2, fault));
      expect(asked.calls).toBe(2);
      expect(asked.answer).toMatchObject({ judgements: [], errors: [WHOLE] });
      expect(await world.runs()).toEqual([{ outcome: 'unusable', fault: null, requests: 2 }]);
      const raws = await world.database.query<{ raw: string }>('select raw_answer as raw from ai_call order by id');
      expect(raws).toHaveLength(2);
      expect(raws[0]?.raw.length).toBeGreaterThan(10);
      expect(raws[0]?.raw.length).toBeLessThanOrEqual(1024 * 1024);
    });

    it('drops fields that stay invalid, names them, and keeps the rest', async () => {
      const { answer, calls } = await ask(times(2, 'unknown_words'));
      expect(calls).toBe(2);
      expect(dates(answer)).toEqual(days);
      for (const { judgement } of answer?.judgements ?? []) {
        expect(judgement).toMatchObject({ cycleSubTags: [], cycleEvents: [] });
        expect(judgement.evidenceNote).toContain('演示模型');
      }
      expect(answer?.errors.map(({ date, field }) => [date, field])).toEqual(
        days.flatMap((day) => [
          [day, 'cycle_sub_tags'],
          [day, 'cycle_events'],
        ]),
      );
      expect(JSON.stringify(answer?.errors)).not.toMatch(/PUMP|moon/);
    });

    it('keeps the valid parts of the first answer, whatever the repair contains', async () => {
      const note = (text: string) => (answer: Record<string, unknown>) => {
        for (const entry of answer['days'] as Record<string, unknown>[]) entry['evidence_note'] = text;
        return answer;
      };
      const { answer } = await ask([
        { answer: (one) => AI_FAULTS.unknown_words.answer(note('第一次')(one)) },
        { answer: note('第二次') },
      ]);
      expect(new Set(answer?.errors.map(({ field }) => field))).toEqual(new Set(['cycle_sub_tags']));
      expect(answer?.judgements.map(({ judgement }) => judgement.evidenceNote)).toEqual(days.map(() => '第一次'));
    });

    it('accepts the aliases of events', async () => {
      const { answer, calls } = await ask(times(1, 'aliases'));
      expect(calls).toBe(1);
      expect(answer?.judgements[0]?.judgement.cycleEvents).toEqual(['BU']);
    });

    it('keeps the first two events of more in the order of the rules, without another request', async () => {
      const { answer, calls } = await ask(times(1, 'too_many_events'));
      expect(calls).toBe(1);
      expect(answer?.judgements[0]?.judgement.cycleEvents).toEqual(['AR', 'ARE']);
      expect(answer?.errors.map(({ field }) => field)).toEqual(days.map(() => 'cycle_events'));
    });

    it('accepts null for a list, and a code and days as numbers, without a second call', async () => {
      const { answer, calls } = await ask([
        {
          answer: (whole) => ({
            code: Number(whole['code']),
            days: (whole['days'] as Record<string, unknown>[]).map((day) => ({
              ...day,
              date: Number(String(day['date']).replaceAll('-', '')),
              cycle_sub_tags: null,
              cycle_events: null,
            })),
          }),
        },
      ]);
      expect(calls).toBe(1);
      expect(answer?.errors).toEqual([]);
      expect(dates(answer)).toEqual(days);
    });

    it('lists at the end of a note its numbers that are not in the data, and keeps the note', async () => {
      const noting = (text: string) => (whole: Record<string, unknown>) => {
        for (const day of whole['days'] as Record<string, unknown>[]) day['evidence_note'] = text;
        return whole;
      };
      const { answer, calls } = await ask([{ answer: noting('量 105 万股，目标价 45.67') }]);
      expect(calls).toBe(1);
      expect(answer?.judgements[0]?.judgement.evidenceNote).toBe(
        '量 105 万股，目标价 45.67\n注：以下数字不在所给数据中：45.67。',
      );
      expect(answer?.errors.map(({ date, field }) => [date, field])).toEqual(days.map((day) => [day, 'evidence_note']));
    });

    it('requests an event that the bars contradict once more, with the reason, and then drops it', async () => {
      // The bars fall on the last day.
      const contradicted = {
        answer: (whole: Record<string, unknown>) => {
          for (const day of whole['days'] as Record<string, unknown>[]) day['cycle_events'] = ['JAC', 'AR'];
          return whole;
        },
      };
      const { answer, calls } = await ask([contradicted, contradicted]);
      expect(calls).toBe(2);
      const reason = 'is contradicted by the bar (JAC: the close is not above the one before)';
      expect(world.fakeAi.requests[1]?.messages.at(-1)?.content).toContain(reason);
      expect(answer?.judgements.at(-1)?.judgement.cycleEvents).toEqual(['AR']);
      expect(answer?.errors).toContainEqual({ date: days.at(-1), field: 'cycle_events', error: reason });
    });

    it('loses only invalid parts if the repair gets no response', async () => {
      const { answer, calls } = await ask([AI_FAULTS.unknown_words, AI_FAULTS.unauthorized]);
      expect(calls).toBe(2);
      expect(dates(answer)).toEqual(days);
      expect(answer?.errors).toHaveLength(6);
    });
  });

  describe('in its requests', () => {
    it('sends the key to the configured address, without identifying us', async () => {
      await ask([]);
      const [request] = world.fakeAi.requests;
      expect(request).toMatchObject({
        path: '/v1/chat/completions',
        method: 'POST',
        format: 'json_schema',
        model: 'gpt',
      });
      expect(request?.headers).toMatchObject({ authorization: `Bearer ${AI_KEY}`, 'user-agent': 'stock-cycle' });
      expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('x-stainless'))).toEqual([]);
    });

    it('sends no key if none is set', async () => {
      await ask([], { AI_API_KEY: '' });
      expect(world.fakeAi.requests[0]?.headers.authorization).toBeUndefined();
    });

    it('remembers the format that a model accepts', async () => {
      const panel = world.panel();
      world.fakeAi.always(AI_FAULTS.refuses_formats);
      await panel.answer(dailyQuestion(), world.call());
      await panel.answer(dailyQuestion(), world.call());
      expect(world.fakeAi.requests.map(({ format }) => format)).toEqual(['json_schema', 'json_object', 'text', 'text']);
    });

    it('stores the error text of a server on the run, without the key, and returns it to nobody else', async () => {
      const { error } = await ask([{ status: 401, body: `bad key ${AI_KEY} for org secret-corp` }]);
      expect(error?.message).not.toMatch(/secret-corp|canary/);
      const [call] = await world.database.query<{ detail: string }>('select fault_detail as detail from ai_call');
      expect(call?.detail).toBe('401 bad key [key] for org secret-corp');
    });

    it('requests an outlook for a week, and items for fundamentals', async () => {
      const weekly = await world.panel().answer(weeklyQuestion(), world.call());
      expect(weekly.judgements.map(({ date }) => date)).toEqual(weeklyQuestion().weeks);
      expect(['上涨', '下跌', '震荡']).toContain(weekly.consensus);
      const fundamental = await world.panel().answer(fundamentalQuestion(), world.call());
      expect(fundamental.items.map(({ key }) => key)).toEqual(['governance', 'listing_risk']);
      expect(fundamental).toMatchObject({ judgements: [], consensus: null, errors: [] });
    });
  });
});

import type { PanelAnswer } from '#lib/ai/testing';
import { dailyQuestion, fundamentalQuestion, plainAnswer, weeklyQuestion } from '../../support/inputs/ai-questions';
import { AI_FAULTS } from '../../support/fakes/fake-ai-server';
import { AiWorld } from '../../support/worlds/ai-world';

describe('several models', () => {
  let world: AiWorld;

  beforeAll(async () => {
    world = await AiWorld.start();
  });
  afterAll(() => world.stop());
  beforeEach(() => world.reset());

  /** Every entry says this, and so does the outlook. */
  const saying = (supply_demand: string, outlook: string) => ({
    answer: (answer: Record<string, unknown>) => {
      for (const entry of answer['weeks'] as Record<string, unknown>[]) {
        Object.assign(entry, { supply_demand, cycle_events: [], evidence_note: supply_demand });
      }
      return { ...answer, outlook };
    },
  });
  const first = (answer: PanelAnswer) => answer.judgements[0]?.judgement;

  it('decide by strict majority; there is a run for each, the lead is the first that answered', async () => {
    world.fakeAi.next([saying('balanced', '震荡')], 'a');
    world.fakeAi.next([saying('demand_dominant', '上涨')], 'b');
    world.fakeAi.next([saying('demand_dominant', '上涨')], 'c');
    const answer = await world.panel({ AI_MODELS: 'a,b,c' }).answer(weeklyQuestion(), world.call());
    expect(first(answer)?.supplyDemand).toBe('demand_dominant');
    expect(answer.consensus).toBe('上涨');
    expect(answer.aiRunIds).toHaveLength(3);
    expect(answer.leadRunId).toBe(answer.aiRunIds[0]);
    expect(answer.models.map(({ model }) => model)).toEqual(['a', 'b', 'c']);
  });

  it("that are two and disagree keep the first one's value, and the note names the one that disagreed", async () => {
    world.fakeAi.next([saying('balanced', '震荡')], 'a');
    world.fakeAi.next([saying('demand_dominant', '上涨')], 'b');
    const answer = await world.panel({ AI_MODELS: 'a,b' }).answer(weeklyQuestion(), world.call());
    expect(first(answer)?.supplyDemand).toBe('balanced');
    expect(first(answer)?.evidenceNote).toContain('supply_demand（a：balanced；b：demand_dominant）');
    expect(first(answer)?.evidenceNote).toContain('b 的依据：demand_dominant');
    expect(answer.consensus).toBeNull();
  });

  it('continue without one that fails: it does not vote, and counts in the total for a majority', async () => {
    world.fakeAi.next([AI_FAULTS.unauthorized], 'a');
    world.fakeAi.next([saying('demand_dominant', '上涨')], 'b');
    const answer = await world.panel({ AI_MODELS: 'a,b' }).answer(weeklyQuestion(), world.call());
    expect(first(answer)?.supplyDemand).toBe('demand_dominant');
    expect(first(answer)?.evidenceNote).toContain('所配置的 2 个模型中只有 b 作答，不足多数。');
    expect(answer).toMatchObject({ consensus: null, leadRunId: answer.aiRunIds[1] });
    expect(answer.errors).toEqual([
      { date: null, field: null, error: expect.stringContaining('a: the AI server refuses the key') },
    ]);
    expect(answer.models[0]).toEqual({ model: 'a', answer: null });
    for (const model of ['c', 'd']) world.fakeAi.next([saying('demand_dominant', '上涨')], model);
    world.fakeAi.next([AI_FAULTS.unauthorized], 'e');
    const most = await world.panel({ AI_MODELS: 'e,c,d' }).answer(weeklyQuestion(), world.call());
    expect(most.consensus).toBe('上涨');
    expect(first(most)?.evidenceNote).not.toContain('不足多数');
  });

  it('may include the rules, which cost nothing', async () => {
    const answer = await world.panel({ AI_MODELS: 'rules,gpt' }).answer(dailyQuestion(), world.call());
    expect(world.fakeAi.calls).toBe(1);
    expect(answer.models[0]).toEqual({ model: 'rules', answer: plainAnswer(dailyQuestion()) });
    // The first model has none; the second one's is the prompt that there was.
    expect(answer.promptCopy).toContain('600519');
  });

  it('take their facts from the bars: a model can neither invent nor omit one', async () => {
    const question = dailyQuestion();
    const last = question.bars.length - 1;
    const bars = question.bars.map((bar, index) => (index === last ? { ...bar, isResumption: true } : bar));
    const invents = {
      answer: (answer: Record<string, unknown>) => {
        for (const day of answer['days'] as Record<string, unknown>[]) day['cycle_sub_tags'] = ['limit_up', 'breakout'];
        return answer;
      },
    };
    world.fakeAi.next([invents], 'a');
    const answer = await world.panel({ AI_MODELS: 'a' }).answer({ ...question, bars }, world.call());
    const expected = [['breakout'], ['breakout'], ['resumption', 'breakout']];
    expect(answer.judgements.map(({ judgement }) => judgement.cycleSubTags)).toEqual(expected);
    const [run] = await world.database.query<{ tags: unknown }>(
      `select jsonb_path_query_array(answer, '$.judgements[*].judgement.cycleSubTags') as tags from ai_run`,
    );
    expect(run?.tags).toEqual(expected);
  });

  it('are only the rules if none is named: no server is needed, the run is stored', async () => {
    const panel = world.panel({ AI_MODELS: '', AI_BASE_URL: '', AI_API_KEY: '', CLOCK_START: '2025-12-19T10:00:00Z' });
    expect(await panel.listModels()).toEqual([{ name: 'rules', settings: null }]);
    const call = world.call();
    const answer = await panel.answer(dailyQuestion(), call);
    expect(await panel.answer(dailyQuestion(), call)).toEqual(answer);
    expect(answer.judgements).toEqual(plainAnswer(dailyQuestion()).judgements);
    const rows = await world.database.query(
      `select model, outcome, prompt, prompt_version as version, csv like 'h,l,c,vol,limit%' as csv, replay, data_through as through from ai_run`,
    );
    expect(rows).toEqual([
      {
        model: 'rules',
        outcome: 'answered',
        prompt: null,
        version: 'plain-1',
        csv: true,
        replay: true,
        through: '2025-12-19',
      },
    ]);
  });

  it('leave items of a company to models that can evaluate them: the rules return nothing', async () => {
    const alone = await world.panel({ AI_MODELS: 'rules' }).answer(fundamentalQuestion(), world.call());
    expect(alone).toMatchObject({ items: [], errors: [], judgements: [] });
    const both = await world.panel({ AI_MODELS: 'rules,gpt' }).answer(fundamentalQuestion(), world.call());
    expect(both.items.map(({ key }) => key)).toEqual(['governance', 'listing_risk']);
    expect(both.leadRunId).toBe(both.aiRunIds[1]);
  });

  it('that are named without a server are not configured', async () => {
    const asked = world.panel({ AI_MODELS: 'rules,gpt', AI_BASE_URL: '' }).answer(dailyQuestion(), world.call());
    await expect(asked).rejects.toMatchObject({ kind: 'unavailable', code: 'ai_not_configured' });
  });
});

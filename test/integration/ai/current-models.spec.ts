import { dailyQuestion, weeklyQuestion } from '../../support/inputs/ai-questions';
import { AiWorld } from '../../support/worlds/ai-world';
import { FakeVendor } from '../../support/fakes/fake-ai-vendor';

describe('a panel whose models change', () => {
  let world: AiWorld;
  let vendor: FakeVendor;

  beforeAll(async () => {
    world = await AiWorld.start();
    vendor = await FakeVendor.start({ picky: { streamOnly: true }, keyless: { refusesKey: true }, fine: {} });
  });
  afterAll(async () => {
    await vendor.stop();
    await world.stop();
  });

  const store = (name: string, settings: object = {}) =>
    world.database.query(
      `insert into ai_model (name, position, settings) values ($1, 1, $2)
       on conflict (name) do update set settings = excluded.settings`,
      [name, JSON.stringify({ baseUrl: vendor.url, ...settings })],
    );
  const calls = (model: string): number => vendor.counts(model).calls;

  it('keeps circuits and what it learned of unchanged models, and drops them for a changed one', async () => {
    const panel = world.panel(
      { AI_MODELS: '', AI_BASE_URL: '', AI_API_KEY: '' },
      { retryLimits: { circuitOpenMs: 60_000 } },
    );
    await store('picky', { stream: false });
    await store('keyless');
    // Refused once for not streaming, then streamed; the wrong key opens the circuit at the second question.
    for (const question of [dailyQuestion(), weeklyQuestion()]) await panel.answer(question, world.call());
    expect([calls('picky'), calls('keyless')]).toEqual([3, 2]);
    await store('fine');
    await store('picky', { stream: false, pricePerMTokIn: 2, pricePerMTokOut: 8 });
    const answer = await panel.answer(dailyQuestion(), world.call());
    expect([calls('picky'), calls('keyless'), calls('fine')]).toEqual([4, 2, 1]);
    expect(answer.modelErrors).toMatchObject([{ model: 'keyless', code: 'unauthorized' }]);
    const [cost] = await world.database.query<{ known: boolean }>(
      `select c.cost_yuan is not null as known from ai_call c join ai_run r on r.id = c.run_id where r.model = 'picky'
       order by c.id desc limit 1`,
    );
    expect(cost).toEqual({ known: true });
    await store('picky', { stream: false, timeoutMs: 5000 });
    await store('keyless', { timeoutMs: 5000 });
    await panel.answer(dailyQuestion(), world.call());
    expect([calls('picky'), calls('keyless')]).toEqual([6, 3]);
  });
});

import type { AppError } from '#lib/kernel';
import { createDataSource, Database } from '#lib/database';
import { dailyQuestion } from '../../support/ai-questions';
import { AI_FAULTS } from '../../support/ai-stand-in';
import { AiWorld } from '../../support/ai-world';

jest.setTimeout(60_000);

describe("the day's budget", () => {
  let world: AiWorld;

  beforeAll(async () => {
    world = await AiWorld.start();
  });
  afterAll(() => world.stop());
  beforeEach(() => world.reset());

  const outcomes = (asked: PromiseSettledResult<unknown>[]) => ({
    answered: asked.filter(({ status }) => status === 'fulfilled').length,
    failed: asked.flatMap((one) => (one.status === 'rejected' ? [(one.reason as AppError).code] : [])),
  });

  it('of calls holds over many connections at once: the server counts no request too many', async () => {
    const pools = await Promise.all(
      [1, 2, 3].map((number) =>
        createDataSource({
          url: world.databaseUrl,
          entities: [],
          migrations: [],
          applicationName: `budget-${String(number)}`,
          poolSize: 6,
          statementTimeoutMs: 20_000,
        }).initialize(),
      ),
    );
    const panels = pools.map((pool) => world.panel({ AI_CALLS_PER_DAY: '10' }, { database: new Database(pool) }));
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, () => panels.map((panel) => panel.ask(dailyQuestion(), world.call()))).flat(),
    );
    await Promise.all(pools.map((pool) => pool.destroy()));
    const { answered, failed } = outcomes(asked);
    expect(answered).toBe(10);
    expect(failed).toEqual(Array.from({ length: 20 }, () => 'ai_failed'));
    expect(world.standIn.calls).toBe(10);
    expect((await world.spent()).calls).toBe(10);
  });

  it('of tokens lets no call begin that might exceed it, and books what was really taken', async () => {
    const panel = world.panel({ AI_TOKENS_PER_DAY: '20000' });
    const asked: PromiseSettledResult<unknown>[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      asked.push(...(await Promise.allSettled([panel.ask(dailyQuestion(), world.call())])));
    }
    const { answered, failed } = outcomes(asked);
    expect(answered).toBe(world.standIn.calls);
    expect(answered).toBeGreaterThan(2);
    expect(failed.length).toBe(20 - answered);
    // The stand-in says 1500 tokens a call.
    expect(await world.spent()).toEqual({ calls: answered, tokens: answered * 1500 });
    expect(answered * 1500).toBeLessThanOrEqual(20_000);
    expect((await world.runs()).at(-1)).toMatchObject({ outcome: 'failed', fault: 'budget_spent', requests: 0 });
  });

  it('counts repetitions and repairs as the requests that they are', async () => {
    world.standIn.next([AI_FAULTS.error_500, AI_FAULTS.not_json]);
    await world.panel().ask(dailyQuestion(), world.call());
    expect(await world.spent()).toEqual({ calls: 3, tokens: 3000 });
  });

  it('keeps what was set aside for a call that may have been worked on', async () => {
    world.standIn.next([AI_FAULTS.hang]);
    const asked = world.panel({ AI_TIMEOUT_MS: '200' }).ask(dailyQuestion(), world.call());
    await expect(asked).rejects.toMatchObject({ code: 'ai_failed' });
    expect((await world.spent()).tokens).toBeGreaterThan(4096);
  });

  it('starts anew with the day in Shanghai', async () => {
    const panel = world.panel({ AI_CALLS_PER_DAY: '1' });
    await panel.ask(dailyQuestion(), world.call());
    await expect(panel.ask(dailyQuestion(), world.call())).rejects.toMatchObject({ code: 'ai_failed' });
    await world.database.query(`update ai_budget_day set day = day - 1`);
    await panel.ask(dailyQuestion(), world.call());
    const [row] = await world.database.query<{ day: string; today: string }>(
      `select max(day) as day, (now() at time zone 'Asia/Shanghai')::date as today from ai_budget_day`,
    );
    expect(row?.day).toBe(row?.today);
  });
});

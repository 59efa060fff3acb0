import type { PanelCall } from '#lib/ai/testing';
import type { AppError } from '#lib/kernel';
import { createDataSource, Database } from '#lib/database';
import { ENTITIES } from '#lib/schema';
import { dailyQuestion } from '../../support/inputs/ai-questions';
import { AI_FAULTS } from '../../support/fakes/fake-ai-server';
import { AiWorld } from '../../support/worlds/ai-world';

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

  it('of calls holds over many connections at once: the server receives no request too many', async () => {
    const pools = await Promise.all(
      [1, 2, 3].map((number) =>
        createDataSource({
          url: world.databaseUrl,
          entities: ENTITIES,
          migrations: [],
          applicationName: `budget-${String(number)}`,
          poolSize: 6,
          statementTimeoutMs: 20_000,
        }).initialize(),
      ),
    );
    const panels = pools.map((pool) => world.panel({ AI_CALLS_PER_DAY: '10' }, { database: new Database(pool) }));
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, () => panels.map((panel) => panel.answer(dailyQuestion(), world.call()))).flat(),
    );
    await Promise.all(pools.map((pool) => pool.destroy()));
    const { answered, failed } = outcomes(asked);
    expect(answered).toBe(10);
    expect(failed).toEqual(Array.from({ length: 20 }, () => 'ai_failed'));
    expect(world.fakeAi.calls).toBe(10);
    expect((await world.spent()).calls).toBe(10);
  });

  describe('of a user', () => {
    const share = { AI_CALLS_PER_DAY: '12', AI_CALLS_PER_USER_PER_DAY: '5' };
    let users: number[] = [];

    beforeAll(async () => {
      const made = await world.database.query<{ id: number }>(
        `insert into app_user (username, password_hash, role)
         values ('first', 'x', 'user'), ('second', 'x', 'user'), ('third', 'x', 'user') returning id`,
      );
      users = made.map(({ id }) => id);
    });

    const askAs = async (userId: number, times: number, changes: Partial<PanelCall> = {}) => {
      const [panel, other] = [world.panel(share), world.panel(share)];
      const calls = await Promise.all(Array.from({ length: times }, () => world.callOf(userId, changes)));
      const asked = calls.map((call, index) => (index % 2 === 0 ? panel : other).answer(dailyQuestion(), call));
      return outcomes(await Promise.allSettled(asked));
    };
    const shares = async () => {
      const rows = await world.database.query<{ calls: number }>(
        'select calls from ai_budget_user_day order by user_id',
      );
      return rows.map(({ calls }) => calls);
    };

    it('regains requests that the server rejected while others are reserved at the same time', async () => {
      world.fakeAi.always({ status: 400, body: '{"error":{"message":"no"}}' });
      const [first = 0] = users;
      const roomy = { AI_CALLS_PER_DAY: '1000', AI_CALLS_PER_USER_PER_DAY: '500' };
      const calls = await Promise.all(Array.from({ length: 60 }, () => world.callOf(first)));
      const [panel, other] = [world.panel(roomy), world.panel(roomy)];
      const asked = calls.map((call, index) => (index % 2 === 0 ? panel : other).answer(dailyQuestion(), call));
      expect(outcomes(await Promise.allSettled(asked)).failed.filter((code) => code !== 'ai_failed')).toEqual([]);
      expect([(await world.spent()).calls, await shares()]).toEqual([0, [0]]);
      const faults = (await world.runs()).map(({ fault }) => fault);
      expect(new Set(faults)).toEqual(new Set(['refused']));
    });

    it('is a part that no user exceeds, however many request at once; the others keep theirs', async () => {
      const [first = 0, second = 0] = users;
      const both = await Promise.all([askAs(first, 12), askAs(second, 12)]);
      expect(both.map(({ answered }) => answered)).toEqual([5, 5]);
      expect(world.fakeAi.calls).toBe(10);
      expect([(await world.spent()).calls, await shares()]).toEqual([10, [5, 5]]);
      expect((await world.runs()).filter(({ fault }) => fault !== null)).toEqual(
        Array.from({ length: 14 }, () => ({ outcome: 'failed', fault: 'user_budget_spent', requests: 0 })),
      );
    });

    it('is unchanged if the whole is used up', async () => {
      const [first = 0, second = 0, third = 0] = users;
      const asked = await Promise.all([askAs(first, 8), askAs(second, 8), askAs(third, 8)]);
      expect(asked.reduce((sum, { answered }) => sum + answered, 0)).toBe(12);
      expect((await shares()).reduce((sum, calls) => sum + calls, 0)).toBe(12);
    });

    it('leaves the whole to the schedule, and to drains that a user started', async () => {
      const [first = 0] = users;
      expect((await askAs(first, 6)).answered).toBe(5);
      expect((await askAs(first, 2, { isUnattributed: true })).answered).toBe(2);
      await world.panel(share).answer(dailyQuestion(), world.call());
      expect([(await world.spent()).calls, await shares()]).toEqual([8, [5]]);
    });

    it('is restored with the day in Shanghai', async () => {
      const [first = 0] = users;
      await askAs(first, 5);
      await world.database.query('update ai_budget_user_day set day = day - 1');
      expect((await askAs(first, 1)).answered).toBe(1);
    });
  });

  it('of tokens rejects a call that might exceed it, and records actual usage', async () => {
    const panel = world.panel({ AI_TOKENS_PER_DAY: '30000' });
    const asked: PromiseSettledResult<unknown>[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      asked.push(...(await Promise.allSettled([panel.answer(dailyQuestion(), world.call())])));
    }
    const { answered, failed } = outcomes(asked);
    expect(answered).toBe(world.fakeAi.calls);
    expect(answered).toBeGreaterThan(2);
    expect(failed.length).toBe(20 - answered);
    // The fake says 1500 tokens a call.
    expect(await world.spent()).toEqual({ calls: answered, tokens: answered * 1500 });
    expect(answered * 1500).toBeLessThanOrEqual(30_000);
    expect((await world.runs()).at(-1)).toMatchObject({ outcome: 'failed', fault: 'budget_spent', requests: 0 });
  });

  it('counts repetitions and repairs as requests', async () => {
    world.fakeAi.next([AI_FAULTS.error_500, AI_FAULTS.not_json]);
    await world.panel().answer(dailyQuestion(), world.call());
    expect(await world.spent()).toEqual({ calls: 3, tokens: 3000 });
  });

  it('keeps what was reserved for a call that the server may have processed', async () => {
    world.fakeAi.next([AI_FAULTS.hang]);
    const asked = world.panel({ AI_TIMEOUT_MS: '200' }).answer(dailyQuestion(), world.call());
    await expect(asked).rejects.toMatchObject({ code: 'ai_failed' });
    expect((await world.spent()).tokens).toBeGreaterThan(4096);
  });

  it('starts again with the day in Shanghai', async () => {
    const panel = world.panel({ AI_CALLS_PER_DAY: '1' });
    await panel.answer(dailyQuestion(), world.call());
    await expect(panel.answer(dailyQuestion(), world.call())).rejects.toMatchObject({ code: 'ai_failed' });
    await world.database.query(`update ai_budget_day set day = day - 1`);
    await panel.answer(dailyQuestion(), world.call());
    const [row] = await world.database.query<{ day: string; today: string }>(
      `select max(day) as day, (now() at time zone 'Asia/Shanghai')::date as today from ai_budget_day`,
    );
    expect(row?.day).toBe(row?.today);
  });
});

import type { ModelSetupsView } from '#lib/ai';
import { until } from '../support/until';
import { VendorDrain } from '../support/worlds/vendor-drain';

const SESSIONS = 4;
const MODELS = '/api/ai/models';

jest.setTimeout(120_000);

describe('the models of a drain', () => {
  let world: VendorDrain;
  let isOut = true;

  beforeAll(async () => {
    world = await VendorDrain.start(SESSIONS, {
      steady: {},
      failing: { outage: () => (isOut ? 503 : undefined) },
      dead: { outage: () => 503 },
      mended: {},
      added: {},
    });
    world.followConsole();
  });
  afterAll(() => world.stop());

  const put = async (name: string, json: object = {}): Promise<void> => {
    const reply = await world.service.call('PUT', `${MODELS}/${name}`, {
      json: { baseUrl: world.vendor.url, ...json },
    });
    expect(reply.status).toBe(200);
  };
  const calls = (model: string): number => world.vendor.counts(model).calls;
  /** Sessions that each model answered. */
  const answered = async (kind: 'daily' | 'weekly'): Promise<Record<string, number>> => {
    const rows = await world.service.database.query<{ model: string; sessions: number }>(
      `select model, count(distinct session_id)::int as sessions from ai_run
       where kind = $1 and outcome = 'answered' group by model`,
      [kind],
    );
    return Object.fromEntries(rows.map(({ model, sessions }) => [model, sessions]));
  };

  it('are those of its beginning, whatever is added and removed; what is fixed counts at once', async () => {
    for (const name of ['steady', 'failing']) await put(name);
    await put('broken', { model: 'dead' });
    const id = await world.begin('daily');
    await until('the drain waits for its models', 30_000, async () => (await world.report(id)).waiting > 0);
    await put('added');
    await put('broken', { model: 'mended' });
    expect((await world.service.call('DELETE', `${MODELS}/failing`)).status).toBe(200);
    const { models } = (await world.service.call('GET', MODELS)).body.data as ModelSetupsView;
    expect(models.map(({ name }) => name)).toEqual(['steady', 'broken', 'added']);
    isOut = false;
    const report = await world.ended(id);
    expect(report).toMatchObject({ status: 'completed', filled: SESSIONS, filledByFewer: 0 });
    expect(await answered('daily')).toEqual({ steady: SESSIONS, failing: SESSIONS, broken: SESSIONS });
    expect([calls('mended') >= SESSIONS, calls('added')]).toEqual([true, 0]);
  });

  it('are those of today in the next one', async () => {
    const report = await world.drain('weekly');
    expect(report).toMatchObject({ status: 'completed', filled: SESSIONS, filledByFewer: 0 });
    expect(await answered('weekly')).toEqual({ steady: SESSIONS, broken: SESSIONS, added: SESSIONS });
  });
});

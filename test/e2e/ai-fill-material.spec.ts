import { QuestionMaterialService } from '#lib/ai';
import { type AiQuestion, type DailyQuestion, type WeeklyQuestion } from '#lib/ai/testing';
import { loadConfig } from '#lib/config';
import { calendarDayOf } from '#lib/kernel';
import { emptyTables } from '../support/database/empty-tables';
import { judged } from '../support/fakes/fake-panel';
import { FillWorld } from '../support/worlds/fill-world';
import { createPlainUser } from '../support/worlds/plain-user';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';

const DAYS = openDaysBefore('2025-12-20', 70);
const LAST = DAYS.at(-1) ?? '';
const BEFORE = DAYS.at(-2) ?? '';

describe('the context of a prompt in addition to the bars', () => {
  let world: FillWorld;

  beforeAll(async () => {
    world = await FillWorld.start();
    await putSmallMarket(world.database, { from: '2025-06-02', to: '2025-12-19' }, [
      // Up 10 % on the last day; the others 2 % up, 1 % down, and 1 % up from what an ex-right left of 10.
      { code: '000001', closes: { [LAST]: 11 } },
      { code: '000002', closes: { [LAST]: 10.2 } },
      { code: '000003', closes: { [LAST]: 9.9 } },
      { code: '000004', closes: { [LAST]: 5.05 }, preCloses: { [LAST]: 5 } },
      { code: '000005', volumes: { [BEFORE]: null } },
    ]);
    await world.database.query(`update market_state set chip_source = 'eastmoney-120'`);
  });
  afterAll(() => world.service.stop());
  beforeEach(async () => {
    await world.empty();
    await emptyTables(world.database, ['position', 'chip_distribution', 'market_change']);
  });

  const asked = (): DailyQuestion | WeeklyQuestion => {
    const question: AiQuestion | undefined = world.panel.asked.at(-1);
    if (question === undefined || question.kind === 'fundamental') throw new Error('not asked about days');
    return question;
  };

  it('contains the median of the market on each day, of stocks that traded on it and the day before', async () => {
    await world.daily(await world.session());
    const { market = [], bars } = asked();
    expect(market).toHaveLength(bars.length - 1);
    // 10, 2, -1 and 1 percent; the suspended stock has no day before.
    expect(market.at(-1)).toEqual({ tradeDate: LAST, medianChangePct: 1.5 });
    expect(new Set(market.slice(0, -1).map(({ medianChangePct }) => medianChangePct))).toEqual(new Set([0]));
    await world.weekly(await world.session({ code: '000002' }));
    expect(asked().market).toEqual(market);
  });

  it('is computed once a day, and again if the day has more bars by now', async () => {
    const session = await world.session();
    await world.daily(session);
    await world.database.query('update market_change set median_pct = 77 where trade_date = $1', [LAST]);
    await world.daily(session);
    expect(asked().market?.at(-1)?.medianChangePct).toBe(77);
    await world.database.query('update market_day set bars = bars + 1 where trade_date = $1', [LAST]);
    await world.daily(session);
    expect(asked().market?.at(-1)?.medianChangePct).toBe(1.5);
    await world.database.query('update market_day set bars = bars - 1 where trade_date = $1', [LAST]);
  });

  const putChips = (day: string, average: number) =>
    world.database.query(
      `insert into chip_distribution (code, trade_date, source, cost5, cost15, cost50, cost85, cost95, weighted_average, winner_rate,
         concentration90, concentration70, adjusted, data_version)
       values ('000001', $1, 'eastmoney-120', 9, 9.5, 10, 10.5, 11, $2, 60, 0.1, 0.05, true, 1)`,
      [day, average],
    );

  it("contains chips, strength, the user's own cost and earlier verdicts, none later than the data", async () => {
    await putChips(BEFORE, 10.1);
    await putChips('2025-12-22', 99);
    await world.database.query(
      `insert into position (user_id, code, quantity, avg_cost) values (1, '000001', 100, 8), (1, '000002', 1, null)`,
    );
    const session = await world.session();
    world.panel.behave((question) => ({
      judgements:
        question.kind === 'daily'
          ? question.days.map((day) => judged(day, { primaryPhaseHint: 'markup', cycleEvents: ['AR'] }))
          : [],
    }));
    await world.daily(session);
    expect(asked().context?.verdicts).toBeUndefined();
    await world.daily(session);
    const { context } = asked();
    expect(context).toMatchObject({
      chips: { tradeDate: BEFORE, averageCost: 10.1, range70: [9.5, 10.5], range90: [9, 11], winnerRatePct: 60 },
      // 10 % against the median's 1.5.
      strength: { tradeDate: LAST, rs20: 8.5, rs60: 8.5 },
      cost: { cost: 8, profitPct: 37.5 },
    });
    // The last day is asked again, so the five before it are what was said.
    expect(context?.verdicts).toEqual(
      DAYS.slice(-6, -1).map((date) => ({ kind: 'daily', date, phase: 'markup', events: ['AR'] })),
    );
  });

  it('contains nobody else’s cost, and none if nothing is held or the cost is unknown', async () => {
    await world.database.query(
      `insert into position (user_id, code, quantity, avg_cost) values (1, '000001', 100, 8), (1, '000002', 1, null)`,
    );
    const { token } = await createPlainUser(world.service.api, 'fiona');
    await world.daily(await world.session(), { bearer: token });
    expect(asked().context?.cost).toBeUndefined();
    for (const code of ['000002', '000003']) {
      await world.daily(await world.session({ code }));
      expect(asked().context?.cost).toBeUndefined();
    }
  });

  it('leaves out what AI_EVIDENCE does not name, and in a replay what was made later', async () => {
    await putChips(BEFORE, 10.1);
    await world.database.query(`insert into position (user_id, code, quantity, avg_cost) values (1, '000001', 100, 8)`);
    const session = await world.session();
    await world.daily(session);
    const { bars, session: told } = asked();
    const partsOf = async (setting: string, live: boolean) => {
      const config = loadConfig({ AI_EVIDENCE: setting, DATABASE_URL: 'postgres://127.0.0.1/x' });
      const material = new QuestionMaterialService(world.database, config);
      const [job] = await world.database.query<{ id: number }>('select max(id) as id from job');
      const firstAsked = calendarDayOf(LAST);
      const { context } = await material.read({
        ...{ session: told, bars },
        ...(live ? { live: { jobId: job?.id ?? 0, firstDate: firstAsked } } : {}),
      });
      return Object.keys(context).sort();
    };
    expect(await partsOf('', true)).toEqual(['chips', 'cost', 'strength', 'verdicts']);
    expect(await partsOf('off', true)).toEqual([]);
    expect(await partsOf('strength,verdicts', true)).toEqual(['strength', 'verdicts']);
    expect(await partsOf('', false)).toEqual(['chips', 'strength']);
    expect(() => loadConfig({ AI_EVIDENCE: 'chips,news' })).toThrow('AI_EVIDENCE must be off, or some of chips');
  });
});

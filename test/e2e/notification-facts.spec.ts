import type { EventType } from '#lib/events';
import { RuleEvaluationsService } from '#lib/notifications';
import { calendarDayOf } from '#lib/kernel';
import { recordDueSessions } from '#lib/tracking';
import { putSmallMarket } from '../support/database/small-market';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { datesOf, judged } from '../support/fakes/fake-panel';
import { expectEventsFit } from '../support/openapi/event-schemas';
import { until } from '../support/until';
import { FillWorld } from '../support/worlds/fill-world';
import { ADMIN, TestApi } from '../support/worlds/test-api';
import { TestService } from '../support/worlds/test-service';

interface StoredFact {
  readonly id: number;
  readonly run: string | null;
  readonly data: Record<string, unknown>;
  readonly toldAt: Date | null;
}

const PATIENCE_MS = 60_000;

jest.setTimeout(120_000);

/** Events of a type, oldest first. */
function factsOf({ database }: Pick<TestApi, 'database'>, type: EventType): Promise<StoredFact[]> {
  return database.query<StoredFact>(
    'select id, run, data, told_at as "toldAt" from event where type = $1 order by id',
    [type],
  );
}

describe('a drain', () => {
  const TODAY = '2025-12-19';
  const CODES = Array.from({ length: 6 }, (_, index) => String(100 + index).padStart(6, '0'));
  let world: FillWorld;

  beforeAll(async () => {
    world = await FillWorld.start({ AI_DRAIN_LANES: '2' });
    const stocks = CODES.map((code) => ({ code }));
    await putSmallMarket(world.database, { from: '2025-06-02', to: TODAY }, stocks);
    await world.countDays();
  });
  afterEach(() => expectEventsFit(world.database));
  afterAll(() => world.service.stop());

  it('tells the new events of its sessions as facts of one run, and how it has ended', async () => {
    for (const code of CODES) await world.session({ code });
    world.panel.behave((question) => ({
      judgements: datesOf(question).map((date, at, all) =>
        judged(date, { cycleEvents: at === all.length - 1 || date === TODAY ? ['SOS'] : ['SC'] }),
      ),
    }));
    const reply = await world.call('POST', '/ai-fill-drains', { json: { kind: 'daily' } });
    const { drainId } = reply.body.data as { drainId: number };
    await until('the drain is told', PATIENCE_MS, async () => {
      const [end] = await factsOf(world, 'drain.completed');
      return end !== undefined && end.toldAt !== null;
    });
    const found = await factsOf(world, 'session.event');
    expect(found).toHaveLength(CODES.length);
    for (const { run, data, toldAt } of found) {
      expect(run).toBe(`drain:${String(drainId)}`);
      // Of the newest day alone: the days before it are filled up, and nobody waits for them.
      expect(data).toMatchObject({ day: TODAY, events: ['SOS'], record: 'daily', by: 'ai' });
      expect(toldAt).not.toBeNull();
    }
    expect((await factsOf(world, 'drain.completed')).map(({ data }) => data)).toEqual([
      { drainId, kind: 'daily', tradeDay: TODAY, filled: CODES.length, skipped: 0, failed: 0 },
    ]);
  });

  it('that fails says so', async () => {
    await world.empty();
    await world.session({ code: CODES[0] });
    world.panel.behave(() => Promise.reject(new Error('broken')));
    await world.call('POST', '/ai-fill-drains', { json: { kind: 'daily' } });
    await until('the drain fails', PATIENCE_MS, async () => (await factsOf(world, 'drain.failed')).length > 0);
    expect((await factsOf(world, 'drain.failed'))[0]?.data).toMatchObject({ filled: 0, failed: 1 });
  });
});

describe('a scan', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
    const hits = Array.from({ length: 12 }, (_, at) => ({
      code: String(1 + at).padStart(6, '0'),
      volumes: { '2025-12-17': 900 },
    }));
    await putSmallMarket(service.database, { from: '2024-06-03', to: '2025-12-19' }, hits);
  });
  afterEach(() => expectEventsFit(service.database));
  afterAll(() => service.stop());

  it('is one fact with its first hits, however many it has', async () => {
    const range = { start_date: '2025-12-15', end_date: '2025-12-19' };
    const reply = await service.call('POST', '/api/stock-cycle/scans', { json: range });
    const { scanId } = reply.body.data as { scanId: number };
    await until('the scan is told', PATIENCE_MS, async () => (await factsOf(service.api, 'scan.completed')).length > 0);
    const [fact, ...more] = await factsOf(service.api, 'scan.completed');
    expect(more).toEqual([]);
    expect(fact?.data).toMatchObject({ scanId, status: 'completed', hits: 12, created: 12 });
    expect(fact?.data['top']).toHaveLength(10);
  });
});

describe('a day that becomes complete', () => {
  const [BEFORE, LAST] = [calendarDayOf('2024-03-01'), calendarDayOf('2024-03-04')];
  let market: OpenMarket;
  let api: TestApi;
  let token: string;

  beforeAll(async () => {
    market = await openMarket(BEFORE, { demoEvery: 3 });
    await market.demo.ensure({ firstLoadDays: 120 });
    api = await TestApi.start({ clock: market.clock, databaseUrl: market.databaseUrl });
    token = await api.login(ADMIN);
  });
  afterEach(() => expectEventsFit(api.database));
  afterAll(async () => {
    await api.stop();
    await market.close();
  });

  async function addRule(event: string, conditions: object): Promise<number> {
    const channel = await api.call('POST', '/api/notifications/channels', {
      json: { name: event, kind: 'ntfy', config: { topic: 'test' } },
      bearer: token,
    });
    const { id } = (channel.body.data as { channel: { id: number } }).channel;
    const json = { name: event, event, conditions, channel_ids: [id] };
    const reply = await api.call('POST', '/api/notifications/rules', { json, bearer: token });
    return (reply.body.data as { rule: { id: number } }).rule.id;
  }

  it('is told once; rules on screens and prices tell what is new on it, however often they are evaluated', async () => {
    expect((await factsOf(api, 'market.complete')).map(({ data }) => data['day'])).toEqual([BEFORE]);
    market.clock.set(LAST);
    await market.demo.ensure({ firstLoadDays: 120 });
    await market.demo.ensure({ firstLoadDays: 120 });
    expect((await factsOf(api, 'market.complete')).map(({ data }) => data['day'])).toEqual([BEFORE, LAST]);

    const screenRule = await addRule('screen.matched', {
      screen: 'top_gainers',
      filters: { exclude_st: false, min_list_days: 0, min_amount20: 0 },
    });
    const [stock] = await api.database.query<{ code: string; close: number; before: number }>(
      `select b.code, b.close, o.close as before from daily_bar b
       join daily_bar o on o.code = b.code and o.trade_date = $2
       where b.trade_date = $1 and b.close > o.close + 0.02 order by b.code limit 1`,
      [LAST, BEFORE],
    );
    if (stock === undefined) throw new Error('no stock has risen');
    const level = (stock.close + stock.before) / 2;
    const item = { type: 'price', op: '>=', value: level };
    const priceRule = await addRule('price.crossed', { code: stock.code, items: [item] });

    const evaluations = api.app.get(RuleEvaluationsService, { strict: false });
    const { signal } = new AbortController();
    // At once and once more: a retry of the job finds what it has recorded.
    await Promise.all([evaluations.evaluate(LAST, signal), evaluations.evaluate(LAST, signal)]);
    await evaluations.evaluate(LAST, signal);

    expect(await hits(BEFORE)).not.toEqual(await hits(LAST));
    const known = new Set(await hits(BEFORE));
    const fresh = (await hits(LAST)).filter((code) => !known.has(code));
    const [matched, ...moreMatched] = await factsOf(api, 'screen.matched');
    expect(moreMatched).toEqual([]);
    expect(matched?.data).toMatchObject({ ruleId: screenRule, day: LAST, matched: 50, fresh: fresh.length });
    expect((matched?.data['top'] as { code: string }[]).map(({ code }) => code)).toEqual(fresh.slice(0, 10));
    const [crossed, ...moreCrossed] = await factsOf(api, 'price.crossed');
    expect(moreCrossed).toEqual([]);
    expect(crossed?.data).toMatchObject({ ruleId: priceRule, code: stock.code, day: LAST, close: stock.close });
  });

  it('tells the reviews that are due once a day, those of closed sessions not', async () => {
    const session = (code: string) =>
      api.call('POST', '/api/stock-cycle/sessions', { json: { code, entry_date: BEFORE }, bearer: token });
    const ids: number[] = [];
    for (const code of ['600001', '600002', '600003']) {
      ids.push(((await session(code)).body.data as { session: { id: number } }).session.id);
    }
    await api.database.query('update tracking_session set next_review_at = $1 where id = any($2)', [LAST, ids]);
    await api.database.query(`update tracking_session set ended_at = now() where id = $1`, [ids[2]]);
    for (let time = 0; time < 2; time += 1) await api.database.transaction((tx) => recordDueSessions(tx, LAST));
    const due = await factsOf(api, 'session.due');
    expect(due).toHaveLength(1);
    expect((due[0]?.data['sessions'] as { code: string }[]).map(({ code }) => code)).toEqual(['600001', '600002']);
  });

  async function hits(day: string): Promise<string[]> {
    const { body } = await api.call('POST', '/api/screens/top_gainers/run', {
      json: { as_of: day, limit: 500, filters: { exclude_st: false, min_list_days: 0, min_amount20: 0 } },
      bearer: token,
    });
    return (body.data as { rows: { code: string }[] }).rows.map(({ code }) => code);
  }
});

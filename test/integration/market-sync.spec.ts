import { Notifications } from '#lib/database';
import { calendarDayOf } from '#lib/kernel';
import { MarketFolderService, TradingCalendar, TradingCalendarService } from '#lib/market-data';
import { barSourceNo } from '#lib/market-data/testing';
import { MARKET_DAY_COMPLETE_CHANNEL } from '#lib/market-sync/testing';
import { MarketSourceService } from '#lib/market-source';
import { JobsService, ScheduleGate } from '#lib/queue';
import { Schedules } from '../../apps/worker/src/schedules';
import { StudySchedules } from '../../apps/worker/src/studies/study-schedules';
import { SyncWorld } from '../support/worlds/sync-world';
import { VENDOR_ERRORS } from '../support/fakes/tushare/fake-faults';
import { until } from '../support/until';
import { VendorMarket } from '../support/fakes/tushare/vendor-market';

const SPAN = { from: '2024-01-02', to: '2024-01-10' };
/** Whole data sets: the calendar, the listings by three statuses, new codes and names. */
const WHOLE_CALLS = 6;
const DAY_SETS = 5;

let market: VendorMarket;
let world: SyncWorld;

beforeEach(async () => {
  market = new VendorMarket({ from: '2023-12-01', to: '2024-03-29' });
  world = await SyncWorld.open(market, '2024-01-11T10:00:00');
});
afterEach(() => world.close());

const dayRow = async (day: string) =>
  (
    await world.database.query<Record<string, unknown>>(
      `select bars, expected, provisional, complete, settled_at is not null as settled from market_day where trade_date = $1`,
      [day],
    )
  )[0];
const calls = (api: string, day: string) => world.vendor.count(api, { trade_date: day.replaceAll('-', '') });

describe('a period of past days', () => {
  it('is stored with one call per data set and day, and complete', async () => {
    const told: string[] = [];
    world.get(Notifications).subscribe(MARKET_DAY_COMPLETE_CHANNEL, (day) => told.push(day));
    const sync = await world.sync(SPAN);
    expect(sync).toMatchObject({ status: 'completed', error: null, unitsDone: 7 * DAY_SETS, unitsTotal: 7 * DAY_SETS });
    expect(world.vendor.calls).toHaveLength(WHOLE_CALLS + 7 * DAY_SETS);
    expect(sync.calls).toBe(WHOLE_CALLS + 7 * DAY_SETS);
    expect(await world.state.read()).toMatchObject({ source: 'tushare', barsFrom: '2024-01-02', barsTo: '2024-01-10' });
    expect(await world.days.incompleteDays(calendarDayOf('2024-01-02'), calendarDayOf('2024-01-10'))).toEqual([]);
    expect(await world.days.latestCompleteDay()).toBe('2024-01-10');
    await until('the complete days are told', 30_000, () => told.includes('2024-01-10'));
    const [bar] = await world.database.query('select * from daily_bar where code = $1 and trade_date = $2', [
      '600000',
      '2024-01-02',
    ]);
    expect(bar).toMatchObject({
      ...{ open: 10, high: 10.5, low: 9.5, close: 10, pre_close: 10, volume: 100_000, amount: 1e6, turnover_pct: 1 },
      ...{ circ_market_cap: 2e10, up_limit: 11, down_limit: 9, is_st: false },
    });
  });

  it('keeps the difference between a day without a price limit and an unknown limit', async () => {
    market.free.add('600000 2024-01-03');
    await world.sync(SPAN);
    const limits = await world.database.query(
      `select up_limit, down_limit from daily_bar where code = '600000' and trade_date <= '2024-01-03' order by trade_date`,
    );
    expect(limits).toEqual([
      { up_limit: 11, down_limit: 9 },
      { up_limit: 100_000, down_limit: 0 },
    ]);
  });

  it('has an estimated market cap, marked as such, while the valuations are late', async () => {
    market.notYet.add('daily_basic 2024-01-10');
    await world.sync(SPAN);
    const [figures] = await world.database.query<Record<string, unknown>>(
      `select circ_market_cap, cap_source from stock_figures where code = '600000'`,
    );
    expect(figures).toEqual({ circ_market_cap: 2e10, cap_source: barSourceNo('last_shares') });
  });

  it('does not wait for bars of old Beijing codes, which come under the new ones', async () => {
    await world.database.query(`
      insert into stock (code, exchange, board, list_date)
      select code, 'BSE', 'bse', '2021-11-15' from unnest(array['830799', '831010', '430047']) as old(code)`);
    await world.database.query(
      `insert into stock_code_change (old_code, new_code)
       values ('830799', '920799'), ('831010', '920010'), ('430047', '920047')`,
    );
    await world.sync(SPAN);
    expect(await dayRow('2024-01-04')).toMatchObject({ bars: 40, expected: 40, complete: true });
  });

  it('moves user data to the new code of a stock, with the change', async () => {
    await world.database.query(
      `insert into tracking_session (code, entry_date, market_source) values ('430047', '2024-01-02', 'tushare')`,
    );
    market.others['bse_mapping'] = [{ name: '虚构', o_code: '430047.BJ', n_code: '920047.BJ', list_date: '20211115' }];
    await world.sync(SPAN);
    expect(await world.database.query('select code from tracking_session')).toEqual([{ code: '920047' }]);
  });

  it('makes no request twice when synced again', async () => {
    await world.sync(SPAN);
    const version = (await world.state.read()).dataVersion;
    const before = world.vendor.calls.length;
    await world.sync(SPAN);
    // The whole sets were asked before this wish: an operator who asks again wants them fresh.
    expect(world.vendor.calls.length - before).toBeLessThanOrEqual(WHOLE_CALLS);
    expect((await world.state.read()).dataVersion).toBe(version);
  });

  it('contains names over time, suspensions, valuations, and factors where they change', async () => {
    market.renamed.push({ code: '600000', name: '*ST虚构', from: '2024-01-05' });
    market.suspended.add('600002 2024-01-04');
    market.factors.push({ code: '600004', from: '2024-01-08', factor: 1.5 });
    await world.sync(SPAN);
    const st = await world.database.query(
      `select trade_date as day from daily_bar where code = '600000' and is_st order by 1 limit 1`,
    );
    expect(st).toEqual([{ day: '2024-01-05' }]);
    expect(await world.database.query('select trade_date::text as day, code from suspension')).toEqual([
      { day: '2024-01-04', code: '600002' },
    ]);
    expect(await dayRow('2024-01-04')).toMatchObject({ bars: 39, expected: 39, complete: true });
    expect(
      await world.database.query(`select trade_date as day, factor from adj_factor where code = '600004'`),
    ).toEqual([
      { day: '2024-01-02', factor: 1 },
      { day: '2024-01-08', factor: 1.5 },
    ]);
    expect(await world.database.query('select count(*) as count from daily_valuation')).toEqual([
      { count: 7 * 40 - 1 },
    ]);
  });
});

describe('the completeness of a day', () => {
  it('is not reached with half of its bars: it is not settled, and settled but not complete if they come so again', async () => {
    market.barsOn.set('2024-01-03', 20);
    const sync = await world.sync(SPAN);
    expect(sync).toMatchObject({ status: 'waiting' });
    expect(await dayRow('2024-01-03')).toMatchObject({ bars: 20, expected: 40, complete: false, settled: false });
    world.clock.set('2024-01-11T10:09:59');
    await world.run();
    expect(calls('daily', '2024-01-03')).toBe(1);
    world.clock.set('2024-01-11T10:10:00');
    await world.run();
    expect(calls('daily', '2024-01-03')).toBe(2);
    expect(calls('daily', '2024-01-04')).toBe(1);
    expect(await dayRow('2024-01-03')).toMatchObject({ bars: 20, complete: false, settled: true });
    expect(await world.syncs.get(sync.id)).toMatchObject({ status: 'completed' });
    // Somebody asks for it by name: it is read again, and now the vendor has it all.
    market.barsOn.clear();
    world.clock.set('2024-01-11T18:00:00');
    await world.sync({ from: '2024-01-03', to: '2024-01-03' });
    expect(await dayRow('2024-01-03')).toMatchObject({ bars: 40, complete: true, settled: true });
  });

  it('needs 38 of 40 stocks; 37 are too few', async () => {
    market.barsOn.set('2024-01-03', 38).set('2024-01-04', 37);
    await world.sync(SPAN);
    expect(await dayRow('2024-01-03')).toMatchObject({ complete: true });
    expect(await dayRow('2024-01-04')).toMatchObject({ complete: false });
    expect(await world.days.incompleteDays(calendarDayOf('2024-01-02'), calendarDayOf('2024-01-10'))).toEqual([
      '2024-01-04',
    ]);
  });

  it('is not reached by an empty day', async () => {
    market.barsOn.set('2024-01-03', 0);
    await world.sync(SPAN);
    expect(await dayRow('2024-01-03')).toBeUndefined();
    expect(await world.days.isComplete(calendarDayOf('2024-01-03'))).toBe(false);
    expect((await world.coverage.read()).dataSets[0]).toMatchObject({ name: 'daily_bar', holes: ['2024-01-03'] });
  });

  it.each(['stk_limit', 'adj_factor'])('requires %s', async (api) => {
    market.notYet.add(`${api} 2024-01-03`);
    await world.sync(SPAN);
    expect(await dayRow('2024-01-03')).toMatchObject({ bars: 40, complete: false });
    market.notYet.clear();
    world.clock.set('2024-01-11T10:11:00');
    await world.run();
    expect(await dayRow('2024-01-03')).toMatchObject({ complete: true });
    expect(calls('daily', '2024-01-03')).toBe(1);
  });
});

describe("today's data", () => {
  const TODAY = '2024-01-11';
  beforeEach(() => world.sync(SPAN));

  it('are provisional before 15:45, and read again afterwards', async () => {
    world.clock.set(`${TODAY}T14:00:00`);
    market.lotsOn.set(TODAY, 10);
    expect(await world.sync({ from: TODAY })).toMatchObject({ status: 'completed' });
    expect(await dayRow(TODAY)).toMatchObject({ bars: 40, provisional: true, complete: false, settled: false });
    expect(await world.days.provisionalDay()).toBe(TODAY);
    // A part of a day's volume would be the lowest of the year.
    const lowest = await world.database.query<{ day: string }>(
      'select distinct lowest_volume_trade_date as day from stock_figures',
    );
    expect(lowest).toEqual([{ day: '2024-01-10' }]);
    market.lotsOn.set(TODAY, 900);
    world.clock.set(`${TODAY}T15:44:59`);
    await world.sync({ from: TODAY });
    expect(await dayRow(TODAY)).toMatchObject({ provisional: true });
    world.clock.set(`${TODAY}T17:30:00`);
    expect(await world.sync({ from: TODAY })).toMatchObject({ status: 'waiting' });
    expect(await dayRow(TODAY)).toMatchObject({ provisional: false, complete: false, settled: false });
    world.clock.set(`${TODAY}T17:40:00`);
    await world.run();
    expect(await dayRow(TODAY)).toMatchObject({ provisional: false, complete: true, settled: true });
    expect(await world.days.latestCompleteDay()).toBe(TODAY);
  });

  it('count as soon as they are final, even if the bars are the same', async () => {
    world.clock.set(`${TODAY}T15:00:00`);
    await world.sync({ from: TODAY });
    const { dataVersion } = await world.state.read();
    world.clock.set(`${TODAY}T15:46:00`);
    await world.sync({ from: TODAY });
    expect((await world.state.read()).dataVersion).toBe(dataVersion + 1);
    expect(await world.database.query('select distinct lowest_volume_trade_date as day from stock_figures')).toEqual([
      { day: TODAY },
    ]);
  });

  it('are settled by two readings ten minutes apart that agree on the amount', async () => {
    world.clock.set(`${TODAY}T17:30:00`);
    await world.sync({ from: TODAY });
    market.lotsOf.set(`600000 ${TODAY}`, 1001);
    world.clock.set(`${TODAY}T17:40:00`);
    await world.run();
    expect(await dayRow(TODAY)).toMatchObject({ complete: false, settled: false });
    world.clock.set(`${TODAY}T17:50:00`);
    await world.run();
    expect(await dayRow(TODAY)).toMatchObject({ complete: true, settled: true });
    expect(calls('daily', TODAY)).toBe(3);
    expect(calls('stk_limit', TODAY)).toBe(1);
  });

  it('are requested every ten minutes while they are incomplete, on their day', async () => {
    market.barsOn.set(TODAY, 10);
    world.clock.set(`${TODAY}T17:30:00`);
    await world.sync({ from: TODAY });
    for (const time of ['17:40:00', '17:50:00', '18:00:00']) {
      world.clock.set(`${TODAY}T${time}`);
      await world.run();
    }
    expect(calls('daily', TODAY)).toBe(4);
    expect(await dayRow(TODAY)).toMatchObject({ bars: 10, settled: false });
    market.barsOn.clear();
    for (const time of ['18:10:00', '18:20:00']) {
      world.clock.set(`${TODAY}T${time}`);
      await world.run();
    }
    expect(await dayRow(TODAY)).toMatchObject({ bars: 40, complete: true });
  });
});

describe('a sync with errors', () => {
  it('continues without a permission, reports so, and makes no more requests for it', async () => {
    world.vendor.deny('adj_factor');
    const sync = await world.sync(SPAN);
    expect(sync).toMatchObject({ status: 'completed', error: expect.stringContaining('adj_factor') as string });
    expect(world.vendor.count('adj_factor')).toBe(1);
    expect(await dayRow('2024-01-03')).toMatchObject({ bars: 40, complete: false, settled: true });
    const report = await world.coverage.read();
    const set = report.dataSets.find(({ name }) => name === 'adj_factor');
    expect(set).toMatchObject({ from: null, lastError: { kind: 'permission' } });
    const raw = await world.database.query<{ raw: string }>(
      `select fault_raw as raw from market_sync_unit where data_set = 'adj_factor'`,
    );
    expect(raw[0]?.raw).toContain('没有接口访问权限');
    expect(JSON.stringify([report, sync])).not.toContain('权限');
    // The account was upgraded, and somebody asks again.
    world.vendor.allow('adj_factor');
    world.clock.set('2024-01-11T11:00:00');
    expect(await world.sync(SPAN)).toMatchObject({ status: 'completed', error: null });
    expect(await dayRow('2024-01-03')).toMatchObject({ complete: true });
  });

  it('stops when a quota is used up, and continues with the rest when it renews', async () => {
    world.vendor.script('stk_limit', { kind: 'body', body: VENDOR_ERRORS.hourQuota });
    const sync = await world.sync(SPAN);
    expect(sync).toMatchObject({ status: 'waiting' });
    expect(Date.parse(sync.resumeAt ?? '') - Date.now()).toBeGreaterThan(60_000);
    expect(await dayRow('2024-01-02')).toMatchObject({ bars: 40, complete: false });
    const asked = world.vendor.calls.length;
    await world.database.query('delete from tushare_closed_api');
    await world.run();
    expect(await world.syncs.get(sync.id)).toMatchObject({ status: 'completed', error: null });
    expect(await dayRow('2024-01-02')).toMatchObject({ complete: true });
    expect(world.vendor.calls.length).toBe(WHOLE_CALLS + 7 * DAY_SETS + 1);
    expect(asked).toBeLessThan(world.vendor.calls.length);
    expect(world.vendor.answered()).toBe(WHOLE_CALLS + 7 * DAY_SETS);
  });

  it('abandons a day that cannot be read after five attempts, names it, and stores the others', async () => {
    market.garbled.add('daily 2024-01-04');
    const { id } = await world.sync(SPAN);
    for (let pass = 2; pass <= 5; pass += 1) await world.run();
    const sync = await world.syncs.get(id);
    expect(sync).toMatchObject({ status: 'failed', error: expect.stringContaining('daily of 2024-01-04') as string });
    expect(calls('daily', '2024-01-04')).toBe(5);
    expect(await dayRow('2024-01-05')).toMatchObject({ complete: true });
    expect(await dayRow('2024-01-04')).toBeUndefined();
    market.garbled.clear();
    expect(await world.sync(SPAN)).toMatchObject({ status: 'completed' });
    expect(await dayRow('2024-01-04')).toMatchObject({ complete: true });
  });

  it('makes no request twice that was answered, wherever it was stopped', async () => {
    const stop = new AbortController();
    const { syncId } = await world.syncs.request({ ...SPAN } as never, null);
    const running = world.run(stop.signal);
    while (world.vendor.calls.length < WHOLE_CALLS + 12) await new Promise((resolve) => setTimeout(resolve, 1));
    stop.abort(new Error('stopped by the test'));
    await expect(running).rejects.toThrow();
    await world.run();
    expect(await world.syncs.get(syncId)).toMatchObject({ status: 'completed' });
    // What was on its way to the vendor, or back, when it was stopped: at most the five questions of one day.
    expect(world.vendor.calls.length - world.vendor.answered()).toBeLessThanOrEqual(DAY_SETS);
    expect(await world.days.incompleteDays(calendarDayOf('2024-01-02'), calendarDayOf('2024-01-10'))).toEqual([]);
  });
});

describe('a demo market', () => {
  it('stays until its replacement is requested', async () => {
    await world.database.query(`update market_state set source = 'demo'`);
    await world.database.query(
      `insert into stock (code, exchange, board, name) values ('000999', 'SZSE', 'main', 'invented')`,
    );
    await expect(world.sync(SPAN)).rejects.toMatchObject({ code: 'market_is_demo' });
    expect(await world.sync({ ...SPAN, replaceDemo: true })).toMatchObject({ status: 'completed' });
    expect(await world.state.read()).toMatchObject({ source: 'tushare' });
    expect(await world.database.query(`select 1 from stock where code = '000999'`)).toEqual([]);
    expect(await dayRow('2024-01-10')).toMatchObject({ complete: true });
  });
});

describe('a sync by the clock', () => {
  const CALENDAR = TradingCalendar.published();

  /** As if files had brought all days before the span. */
  async function fillBefore(day: string): Promise<void> {
    await world.database.query('insert into market_day (trade_date, bars) select unnest($1::date[]), 40', [
      CALENDAR.openDaysBefore(calendarDayOf(day), 420),
    ]);
  }

  it('catches up three months of missed days at once, and makes no other request', async () => {
    await fillBefore('2023-12-20');
    await world.sync({ from: '2023-12-20', to: '2023-12-29' });
    const before = world.vendor.calls.length;
    world.clock.set('2024-03-29T21:00:00');
    await world.database.transaction((tx) => world.syncs.requestDaily(tx));
    await world.run();
    const missed = CALENDAR.openDaysBetween(calendarDayOf('2024-01-01'), calendarDayOf('2024-03-29'));
    expect(missed).toHaveLength(58);
    expect(world.vendor.calls.length - before).toBe(WHOLE_CALLS + 58 * DAY_SETS);
    world.clock.set('2024-03-29T21:10:00');
    await world.run();
    expect(world.vendor.calls.length - before).toBe(WHOLE_CALLS + 58 * DAY_SETS + 1);
    expect(await world.days.incompleteDays(calendarDayOf('2023-12-20'), calendarDayOf('2024-03-29'))).toEqual([]);
  });

  it('starts once in four workers that reach the minute together, with one repair', async () => {
    await fillBefore('2024-01-11');
    world.clock.set('2024-01-11T18:00:00');
    const workers = [1, 2, 3, 4].map(
      () =>
        new Schedules(
          world.config,
          world.clock,
          world.get(JobsService),
          world.get(ScheduleGate),
          world.get(TradingCalendarService),
          world.syncs,
          world.get(MarketFolderService),
          world.get(MarketSourceService),
        ),
    );
    for (const round of ['first', 'again']) {
      await Promise.all(workers.flatMap((worker) => [worker.syncMarket(), worker.repairMarket()]));
      const wishes = await world.database.query('select kind, from_date, to_date from market_sync order by kind');
      expect({ round, wishes }).toEqual({
        round,
        wishes: [
          { kind: 'daily', from_date: '2024-01-11', to_date: '2024-01-11' },
          { kind: 'repair', from_date: '2024-01-10', to_date: '2024-01-10' },
        ],
      });
      expect(await world.database.query(`select 1 from job where name = 'market.sync'`)).toHaveLength(1);
    }
    await world.run();
    expect(calls('daily', '2024-01-10')).toBe(1);
    // The next morning: today's bars are not asked for before they are there, yesterday's are asked for again.
    world.clock.set('2024-01-12T09:26:00');
    market.lotsOf.set('600000 2024-01-11', 1234);
    await workers[0]?.syncMarket();
    await workers[0]?.repairMarket();
    await world.run();
    expect(calls('daily', '2024-01-12')).toBe(0);
    expect(await dayRow('2024-01-11')).toMatchObject({ complete: true });
    expect(
      await world.database.query(`select volume from daily_bar where code = '600000' and trade_date = '2024-01-11'`),
    ).toEqual([{ volume: 123_400 }]);
  });
});

it('the studies of the night begin when the market is filled, or its sync waits for the vendor', async () => {
  const schedules = new StudySchedules(
    world.clock,
    world.get(JobsService),
    world.get(ScheduleGate),
    world.get(TradingCalendarService),
    world.get(MarketSourceService),
    world.syncs,
  );
  const nightsAfter = async (status: string) => {
    await world.database.query(
      `update market_sync set status = $1, finished_at = case when $1 = 'completed' then now() end`,
      [status],
    );
    await schedules.studyLibrary();
    const slots = await world.database.query<{ slot: string }>(
      `select slot from schedule_run where name = 'studies.library' order by slot`,
    );
    return slots.map(({ slot }) => slot);
  };
  await world.sync(SPAN);
  expect(await nightsAfter('queued')).toEqual([]);
  expect(await nightsAfter('running')).toEqual([]);
  expect(await nightsAfter('completed')).toEqual(['2024-01-10']);
  expect(await world.database.query(`select from job where name = 'study.library'`)).toHaveLength(1);
  world.clock.set('2024-01-11T23:00:00');
  expect(await nightsAfter('waiting')).toEqual(['2024-01-10', '2024-01-11']);
});

it('a requested sync does not wait for the waiting one', async () => {
  // The schedule's wishes: a person's are published at once, which would take the row out of the outbox while the test looks.
  await world.database.transaction((tx) => world.syncs.requestRepair(tx));
  const jobs = () =>
    world.database.query(`select j.available_at <= now() as due, o.available_at <= now() as published
      from job j join job_outbox o on o.job_id = j.id`);
  await world.database.query(`update job set available_at = now() + interval '1 hour'`);
  await world.database.query(`update job_outbox set available_at = now() + interval '1 hour'`);
  expect(await jobs()).toEqual([{ due: false, published: false }]);
  await world.database.transaction((tx) => world.syncs.requestDaily(tx));
  expect(await jobs()).toEqual([{ due: true, published: true }]);
});

import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { MoneyFlowService, type MoneyFlowVendor, selectMoneyFlow } from '#lib/market-sync';
import { VENDOR_ERRORS } from '../support/fakes/tushare/fake-faults';
import { VendorMarket } from '../support/fakes/tushare/vendor-market';
import { SyncWorld } from '../support/worlds/sync-world';

const SPAN = { from: '2024-01-02', to: '2024-01-10' };
const DAYS = 7;
const STOCKS = 40;
const TODAY = '2024-01-11';

let market: VendorMarket;
let world: SyncWorld;

const open = async (set: string): Promise<void> => {
  world = await SyncWorld.open(market, '2024-01-11T10:00:00', { MONEY_FLOW_SET: set });
};
beforeEach(() => {
  market = new VendorMarket({ from: '2023-12-01', to: '2024-03-29' }, STOCKS);
});
afterEach(() => world.close());

const calls = (api: string, day: string) => world.vendor.count(api, { trade_date: day.replaceAll('-', '') });
const flows = (vendor: MoneyFlowVendor, from = SPAN.from, to = SPAN.to) =>
  selectMoneyFlow(world.database, vendor, calendarDayOf(from), calendarDayOf(to));
const stored = () => world.get(MoneyFlowService).find();
const isComplete = (day: string) => world.days.isComplete(calendarDayOf(day));
const coverageOf = async (name: string) => (await world.coverage.read()).dataSets.find((set) => set.name === name);

describe('the money flow of past days', () => {
  it('is fetched by one call a day and stored in yuan', async () => {
    await open('moneyflow');
    market.flowOf.set('600000 2024-01-03', { elg: -300.25, lg: 100, md: 50.5, sm: 149.75, active: -12.34 });
    const sync = await world.sync(SPAN);
    expect(sync).toMatchObject({ status: 'completed', error: null, unitsDone: DAYS * 6, unitsTotal: DAYS * 6 });
    expect(world.vendor.count('moneyflow')).toBe(DAYS);
    const rows = await flows('tushare');
    expect(rows).toHaveLength(DAYS * STOCKS);
    expect(rows.find(({ code, tradeDate }) => code === '600000' && tradeDate === '2024-01-03')).toEqual({
      ...{ code: '600000', tradeDate: '2024-01-03', netMain: -2_002_500, netXl: -3_002_500, netL: 1_000_000 },
      ...{ netM: 505_000, netS: 1_497_500, netActive: -123_400 },
    });
    expect(await stored()).toEqual({ vendor: 'tushare', from: '2024-01-02', through: '2024-01-10' });
    expect(await coverageOf('moneyflow')).toEqual({
      ...{ name: 'moneyflow', from: '2024-01-02', to: '2024-01-10', holes: [], lastError: null },
    });
  });

  it.each([
    ['moneyflow_dc', 'eastmoney', { netMain: 500_000, netXl: 300_000, netL: 200_000, netActive: null }],
    ['moneyflow_ths', 'ths', { netMain: 200_000, netXl: null, netL: 200_000, netActive: null }],
  ] as const)('of %s is stored under %s alone', async (api, vendor, nets) => {
    await open(api);
    await world.sync({ from: '2024-01-03', to: '2024-01-03' });
    expect((await flows(vendor))[0]).toEqual({
      ...{ code: '600000', tradeDate: '2024-01-03', netM: -100_000, netS: -400_000, ...nets },
    });
    const vendors = await world.database.query('select distinct vendor from money_flow');
    expect(vendors).toEqual([{ vendor }]);
    expect(await stored()).toMatchObject({ vendor, through: '2024-01-03' });
  });

  it('is not fetched by default', async () => {
    await open('off');
    expect(await world.sync(SPAN)).toMatchObject({ status: 'completed', unitsDone: DAYS * 5 });
    expect(world.vendor.calls.filter(({ api }) => api.startsWith('moneyflow'))).toEqual([]);
    expect(await stored()).toBeNull();
  });

  it('is not asked for before the vendor has any', async () => {
    await open('moneyflow_dc');
    market = new VendorMarket({ from: '2023-09-01', to: '2024-03-29' });
    world.vendor.serve(market);
    await world.sync({ from: '2023-09-06', to: '2023-09-12' });
    const asked = world.vendor.calls.filter(({ api }) => api === 'moneyflow_dc').map(({ params }) => params);
    expect(asked).toEqual([{ trade_date: '20230911' }, { trade_date: '20230912' }]);
  });

  it('comes for days that are complete without it', async () => {
    await open('moneyflow');
    await world.database.query(`insert into market_day (trade_date, bars) select unnest($1::date[]), 40`, [
      ['2024-01-09', '2024-01-10'],
    ]);
    await world.sync({ from: '2024-01-09', to: '2024-01-10' });
    expect(await flows('tushare')).toHaveLength(2 * STOCKS);
  });

  it('does not keep the market from being complete, nor from being read, while it is short or of no use', async () => {
    await open('moneyflow');
    market.notYet.add('moneyflow 2024-01-03');
    market.garbled.add('moneyflow 2024-01-04');
    const { id } = await world.sync(SPAN);
    expect(await isComplete('2024-01-03')).toBe(true);
    expect(await isComplete('2024-01-04')).toBe(true);
    for (let pass = 2; pass <= 5; pass += 1) await world.run();
    expect(calls('moneyflow', '2024-01-04')).toBe(5);
    world.clock.set('2024-01-11T10:10:00');
    await world.run();
    expect(await world.syncs.get(id)).toMatchObject({
      ...{ status: 'failed', error: expect.stringContaining('moneyflow of 2024-01-04') as string },
    });
    expect(new Set((await flows('tushare')).map(({ tradeDate }) => tradeDate)).size).toBe(DAYS - 2);
  });
});

describe('a second sync', () => {
  it('makes no call and changes nothing', async () => {
    await open('moneyflow');
    await world.sync(SPAN);
    const { dataVersion } = await world.state.read();
    await world.sync(SPAN);
    expect(world.vendor.count('moneyflow')).toBe(DAYS);
    expect((await world.state.read()).dataVersion).toBe(dataVersion);
  });

  it('that reads a day again rewrites no row that is equal, and updates one that the vendor corrected', async () => {
    await open('moneyflow');
    await world.sync(SPAN);
    const versions = () =>
      world.database.query<{ code: string; version: string }>(
        `select code, xmin::text as version from money_flow where trade_date = '2024-01-10' order by code`,
      );
    const before = await versions();
    const repair = async (): Promise<void> => {
      await world.database.transaction((tx) => world.syncs.requestRepair(tx));
      await world.run();
    };
    world.clock.set('2024-01-11T09:26:00');
    await world.database.query(`update market_sync_unit set fetched_at = '2024-01-10T20:00+08'`);
    await repair();
    expect(calls('moneyflow', '2024-01-10')).toBe(2);
    expect(await versions()).toEqual(before);
    const { dataVersion } = await world.state.read();

    market.flowOf.set('600002 2024-01-10', { elg: 1, lg: 2, md: 3, sm: -6, active: 4 });
    world.clock.set('2024-01-11T09:27:00');
    await repair();
    const changed = (await versions()).filter(({ version }, at) => version !== before[at]?.version);
    expect(changed).toMatchObject([{ code: '600002' }]);
    expect((await flows('tushare', '2024-01-10')).find(({ code }) => code === '600002')).toMatchObject({
      ...{ netMain: 30_000, netXl: 10_000, netS: -60_000, netActive: 40_000 },
    });
    expect((await world.state.read()).dataVersion).toBe(dataVersion + 1);
  });
});

describe('an account', () => {
  it('without the points is told so, and has its market all the same', async () => {
    await open('moneyflow_dc');
    world.vendor.deny('moneyflow_dc');
    expect(await world.sync(SPAN)).toMatchObject({
      ...{ status: 'completed', error: 'the token may not read moneyflow_dc; the sync went on without' },
    });
    expect(world.vendor.count('moneyflow_dc')).toBe(1);
    expect(await isComplete('2024-01-10')).toBe(true);
    expect(await coverageOf('moneyflow_dc')).toMatchObject({ from: null, lastError: { kind: 'permission' } });
    expect(await stored()).toBeNull();
    world.vendor.allow('moneyflow_dc');
    world.clock.set('2024-01-11T11:00:00');
    expect(await world.sync(SPAN)).toMatchObject({ status: 'completed', error: null });
    expect(await stored()).toMatchObject({ vendor: 'eastmoney', through: '2024-01-10' });
  });

  it('with a few calls an hour for it has its bars without waiting', async () => {
    await open('moneyflow_dc');
    world.vendor.script('moneyflow_dc', { kind: 'body', body: VENDOR_ERRORS.hourQuota });
    expect(await world.sync(SPAN)).toMatchObject({
      ...{ status: 'completed', error: expect.stringMatching(/^the quota for moneyflow_dc is used up/) as string },
    });
    expect(world.vendor.count('moneyflow_dc')).toBe(1);
    expect(await isComplete('2024-01-10')).toBe(true);
    await world.database.query('delete from tushare_closed_api');
    world.clock.set('2024-01-11T11:10:00');
    expect(await world.sync(SPAN)).toMatchObject({ status: 'completed', error: null });
    expect(await flows('eastmoney')).toHaveLength(DAYS * STOCKS);
  });
});

describe("today's money flow", () => {
  beforeEach(async () => {
    await open('moneyflow');
    // As if files had brought all days before the span, so that the evening's sync has today alone.
    await world.database.query('insert into market_day (trade_date, bars) select unnest($1::date[]), 40', [
      TradingCalendar.published().openDaysBefore(calendarDayOf(SPAN.from), 420),
    ]);
    await world.sync(SPAN);
  });

  it('is asked for at 18:00 by the sync of 17:30, and again while the day is empty', async () => {
    market.notYet.add(`moneyflow ${TODAY}`);
    world.clock.set(`${TODAY}T17:30:00`);
    await world.database.transaction((tx) => world.syncs.requestDaily(tx));
    await world.run();
    world.clock.set(`${TODAY}T17:40:00`);
    await world.run();
    expect(await isComplete(TODAY)).toBe(true);
    expect(calls('moneyflow', TODAY)).toBe(0);
    const [sync] = (await world.syncs.list({ limit: 1, offset: 0 })).syncs;
    expect(sync).toMatchObject({ status: 'waiting', stage: `the money flow of ${TODAY} is not ready yet` });

    for (const time of ['18:00', '18:10', '18:20']) {
      world.clock.set(`${TODAY}T${time}:00`);
      await world.run();
    }
    expect(calls('moneyflow', TODAY)).toBe(3);
    expect(await stored()).toMatchObject({ through: '2024-01-10' });
    // What is there of the day is not asked for again by it.
    expect(calls('daily', TODAY)).toBe(2);

    market.notYet.clear();
    world.clock.set(`${TODAY}T18:30:00`);
    await world.run();
    expect(await stored()).toMatchObject({ through: TODAY });
    expect(await world.syncs.get(sync?.id ?? 0)).toMatchObject({ status: 'completed', error: null });
    world.clock.set(`${TODAY}T18:40:00`);
    await world.run();
    expect(calls('moneyflow', TODAY)).toBe(4);
  });

  it('is not waited for, nor missed, of a set that the setting no longer names', async () => {
    market.notYet.add(`moneyflow ${TODAY}`);
    world.clock.set(`${TODAY}T18:00:00`);
    const { id } = await world.sync({ from: TODAY });
    // As if the setting had changed in the middle of the sync: once from a set that is late, once from a denied one.
    await world.database.query(
      `update market_sync_unit set data_set = 'moneyflow_dc' where data_set = 'moneyflow' and unit_key = $1`,
      [TODAY],
    );
    await world.database.query(
      `insert into market_sync_unit (data_set, unit_key, trade_date, state, noted_at, fault)
       values ('moneyflow_ths', '2024-01-10', '2024-01-10', 'denied', '2024-01-11T10:00+08', 'permission')`,
    );
    market.notYet.clear();
    world.clock.set(`${TODAY}T18:10:00`);
    await world.run();
    expect(await world.syncs.get(id)).toMatchObject({ status: 'completed', error: null });
    await world.database.transaction((tx) => world.syncs.requestRepair(tx));
    await world.run();
    const { syncs } = await world.syncs.list({ limit: 1, offset: 0 });
    expect(syncs).toMatchObject([{ kind: 'repair', status: 'completed', error: null }]);
  });

  it('does not keep a sync waiting that somebody asked for in the afternoon', async () => {
    world.clock.set(`${TODAY}T15:50:00`);
    await world.sync({ from: TODAY });
    world.clock.set(`${TODAY}T16:00:00`);
    await world.run();
    const [sync] = (await world.syncs.list({ limit: 1, offset: 0 })).syncs;
    expect(sync).toMatchObject({ status: 'completed' });
    expect(calls('moneyflow', TODAY)).toBe(0);
    // The day is complete by then: the evening's sync comes for the money flow alone.
    world.clock.set(`${TODAY}T18:05:00`);
    await world.database.transaction((tx) => world.syncs.requestDaily(tx));
    await world.run();
    expect(calls('moneyflow', TODAY)).toBe(1);
    expect(calls('daily', TODAY)).toBe(2);
    expect(await stored()).toMatchObject({ through: TODAY });
  });

  it('is enough without the stocks of Beijing', async () => {
    const beijing = market.codes.slice(0, 3);
    await world.database.query(`update stock set exchange = 'BSE', board = 'bse' where code = any($1)`, [beijing]);
    market.withoutFlow = new Set(beijing);
    world.clock.set(`${TODAY}T18:00:00`);
    await world.sync({ from: TODAY });
    world.clock.set(`${TODAY}T18:10:00`);
    await world.run();
    expect(calls('moneyflow', TODAY)).toBe(1);
    expect(await flows('tushare', TODAY, TODAY)).toHaveLength(STOCKS - 3);
  });
});

describe('the table', () => {
  beforeEach(() => open('off'));
  const insert = (values: string) =>
    world.database.query(
      `insert into money_flow (vendor, trade_date, code, net_main, net_xl, net_active) values (${values})`,
    );

  it.each([
    ['an unknown vendor', `'tdx', '2024-01-02', '600000', 1, 1, null`, 'money_flow_vendor_check'],
    ['what is no code', `'ths', '2024-01-02', 'sh600000', 1, null, null`, 'money_flow_code_check'],
    ['a row without a figure', `'ths', '2024-01-02', '600000', null, null, null`, 'money_flow_any_check'],
    ['extra large orders of 10jqka', `'ths', '2024-01-02', '600000', 1, 1, null`, 'money_flow_vendor_columns_check'],
    ['active orders of East Money', `'eastmoney', '2024-01-02', '600000', 1, 1, 1`, 'money_flow_vendor_columns_check'],
    ['what is no number', `'tushare', '2024-01-02', '600000', 'NaN', 1, 1`, 'money_flow_finite_check'],
    ['the infinite', `'tushare', '2024-01-02', '600000', 1, '-infinity', 1`, 'money_flow_finite_check'],
  ])('takes no %s', async (_what, values, constraint) => {
    await expect(insert(values)).rejects.toThrow(constraint);
  });

  it('keeps vendors apart, and a reader gets the flow of one', async () => {
    await insert(`'tushare', '2024-01-02', '600000', 1, 1, 1`);
    await insert(`'ths', '2024-01-02', '600000', 2, null, null`);
    await insert(`'ths', '2024-01-03', '600000', 3, null, null`);
    expect((await flows('ths')).map(({ netMain }) => netMain)).toEqual([2, 3]);
    expect((await flows('ths', '2024-01-03', '2024-01-03')).map(({ netMain }) => netMain)).toEqual([3]);
    expect(await stored()).toEqual({ vendor: 'ths', from: '2024-01-02', through: '2024-01-03' });
  });

  it('loses the rows of the demo market with it', async () => {
    await world.database.query(`update market_state set source = 'demo'`);
    await insert(`'tushare', '2024-01-02', '000999', 1, 1, 1`);
    await world.sync({ ...SPAN, replaceDemo: true });
    expect(await stored()).toBeNull();
  });
});

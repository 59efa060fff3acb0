import { calendarDayOf } from '#lib/kernel';
import { refreshStockFigures } from '#lib/market-data';
import { MarketStatusService } from '#lib/market-sync';
import { DemoTdxMarket } from '../../support/fakes/tdx/demo-tdx-market';
import { TdxWorld } from '../../support/worlds/tdx-world';

/** When most stocks go ex-right. */
const [FROM, TO] = [calendarDayOf('2026-06-01'), calendarDayOf('2026-07-31')];
/** A load and some days. */
const DAYS = 23;
/** With those of the days they are one pair less than are enough. */
const EARLIER_PAIRS = 60 - DAYS;

jest.setTimeout(120_000);

const TABLES = [
  'select code, trade_date, kind, ratio from price_break order by 1, 2',
  'select code, trade_date, factor, basis from share_change order by 1, 2',
  'select code, latest_trade_date, circ_market_cap, lowest_volume, lowest_volume_trade_date, pre_close_missing_date from stock_figures order by 1',
];
const readFigures = (world: TdxWorld) => Promise.all(TABLES.map((sql) => world.database.query(sql)));
const readNote = async (world: TdxWorld) =>
  (await world.get(MarketStatusService).read()).notes.find(({ code }) => code === 'ex_right');

/** Of days that came in any order, the figures are those of a market that came at once. */
async function expectFiguresOfAll(world: TdxWorld): Promise<void> {
  const kept = await readFigures(world);
  await world.database.transaction((tx) => refreshStockFigures(tx, 'everything'));
  expect(kept).toEqual(await readFigures(world));
}

describe('previous closes that are ex-right references', () => {
  const market = new DemoTdxMarket({ from: FROM, to: TO, stocks: 60 });
  let world: TdxWorld;

  beforeAll(async () => {
    world = await TdxWorld.open(market, `${TO}T17:30:00`, { TDX_HISTORY_DAYS: String(DAYS) });
    expect(await world.sync()).toMatchObject({ status: 'completed', unitsDone: DAYS });
  });
  afterAll(() => world.close());

  it('are recognised by three stocks, and used', async () => {
    expect(await readNote(world)).toMatchObject({ verdict: 'yes' });
    const [bars] = await world.database.query('select count(*) as missing from daily_bar where pre_close is null');
    expect(bars).toEqual({ missing: 0 });
    const breaks = await world.database.query(`select 1 from price_break where kind = 'ex_right'`);
    expect(breaks.length).toBeGreaterThanOrEqual(3);
  });

  it('lead to the figures that all days together have, though the days came backwards', () =>
    expectFiguresOfAll(world));
});

describe('previous closes that are no ex-right references', () => {
  const market = new DemoTdxMarket({ from: FROM, to: TO, stocks: 60, exRightPreviousClose: false });
  const evening = (day: string): string => `${day}T17:30:00`;
  const [dayBefore, newest] = [market.days.at(-2) ?? TO, TO];
  let world: TdxWorld;

  beforeAll(async () => {
    world = await TdxWorld.open(market, evening(dayBefore), { TDX_HISTORY_DAYS: String(DAYS) });
    world.site.publish((day) => Date.parse(`${day}T16:30:00+08:00`));
    // As packages of earlier days would have left them.
    await world.database.query(
      `insert into ex_right_evidence (trade_date, compared, differences)
       select day, 60, 0 from generate_series($1::date - $2::integer, $1::date - 1, interval '1 day') day`,
      [FROM, EARLIER_PAIRS],
    );
    expect(await world.sync()).toMatchObject({ status: 'completed', unitsDone: DAYS });
  });
  afterAll(() => world.close());

  it('are used, and called unknown, while few days are compared', async () => {
    expect(await readNote(world)).toMatchObject({ verdict: 'unknown', comparedDays: 59 });
    const [bars] = await world.database.query('select count(*) as there from daily_bar where pre_close is not null');
    expect(bars).not.toEqual({ there: 0 });
  });

  it('are taken back on the evening that completes 60 pairs of days without a difference', async () => {
    world.clock.set(evening(newest));
    expect(await world.sync()).toMatchObject({ status: 'completed', unitsDone: 1 });
    expect(await readNote(world)).toMatchObject({ verdict: 'no' });
    const [bars] = await world.database.query(
      'select count(*) as bars, count(pre_close) as there, max(trade_date) as last from daily_bar',
    );
    expect(bars).toMatchObject({ there: 0, last: TO });
    await expectFiguresOfAll(world);
  });
});

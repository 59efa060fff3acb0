import { calendarDayOf } from '#lib/kernel';
import { MarketDaysService, MarketStatusService } from '#lib/market-sync';
import { DemoTdxMarket } from '../../support/fakes/tdx/demo-tdx-market';
import { FakeQuoteServer } from '../../support/fakes/tdx/fake-quote-server';
import { QUOTE_TYPES } from '../../support/fakes/tdx/quote-frames';
import { TdxWorld } from '../../support/worlds/tdx-world';

const [FROM, TO] = [calendarDayOf('2026-10-28'), calendarDayOf('2026-11-20')];
const [MISSING, REFUSED] = [calendarDayOf('2026-11-05'), calendarDayOf('2026-11-11')];
const SPAN = { from: FROM, to: TO };
/** Another one: the sync of the first waits while a day is refused. */
const LATER = { from: '2026-10-29', to: TO };

jest.setTimeout(180_000);

async function openWorld(market: DemoTdxMarket): Promise<{ world: TdxWorld; server: FakeQuoteServer }> {
  const server = await FakeQuoteServer.start({ market });
  const world = await TdxWorld.open(market, '2026-11-20T17:30:00', server.environment);
  return { world, server };
}

describe('a day without a package', () => {
  const market = new DemoTdxMarket({ from: FROM, to: TO, stocks: 60 });
  let world: TdxWorld;
  let server: FakeQuoteServer;

  beforeAll(async () => {
    ({ world, server } = await openWorld(market));
    world.site.fail('not-found', { day: MISSING });
    world.site.fail({ kind: 'bad-crc' }, { day: REFUSED });
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });

  const selectDay = (day: string) =>
    world.database.query<{ code: string; close: number | null }>(
      `select coalesce(b.code, x.code) as code, b.open, b.high, b.low, b.close, b.volume, b.amount
       from (select * from daily_bar where trade_date = $1) b
       full join (select * from suspension where trade_date = $1) x on x.code = b.code order by 1`,
      [day],
    );
  /** What the package would have said. Volumes and amounts of quote servers are 32-bit fractions. */
  const served = (day: ReturnType<typeof calendarDayOf>) =>
    market
      .rowsOf(day)
      .map(({ code, open, high, low, close, volume, amount }) =>
        volume === 0
          ? { code, open: null, high: null, low: null, close: null, volume: null, amount: null }
          : { code, open, high, low, close, volume: Math.round(Math.fround(volume)), amount: Math.fround(amount) },
      )
      .toSorted((one, other) => (one.code < other.code ? -1 : 1));

  it('is filled from a quote server once the days next to it are stored; a refused package counts as none', async () => {
    await world.sync(SPAN);
    expect(await selectDay(REFUSED)).toEqual([]);
    server.calls.length = 0;
    await world.sync(LATER);
    expect(await selectDay(REFUSED)).toEqual(served(REFUSED));
    expect(server.count(QUOTE_TYPES.bars)).toBeLessThanOrEqual(market.symbols.length + 1);
    expect(await world.get(MarketDaysService).isComplete(REFUSED)).toBe(true);
  });

  it('is filled a day later if there is another', async () => {
    expect(await selectDay(MISSING)).toEqual([]);
    world.clock.set('2026-11-21T17:30:00');
    await world.sync(LATER);
    expect(await selectDay(MISSING)).toEqual(served(MISSING));
    expect(served(MISSING).filter(({ close }) => close === null).length).toBeGreaterThan(0);
    expect(await world.get(MarketDaysService).isComplete(MISSING)).toBe(true);
    const { notes } = await world.get(MarketStatusService).read();
    expect(notes.filter(({ code }) => code === 'repaired_day')).toEqual(
      [MISSING, REFUSED].map((day) => {
        return { code: 'repaired_day', day, stocks: served(day).length, source: server.host };
      }),
    );
  });

  it('is filled once', async () => {
    server.calls.length = 0;
    await world.sync(SPAN);
    expect(server.count(QUOTE_TYPES.bars)).toBe(0);
  });
});

describe('a day without a package whose stocks have left the market since', () => {
  const whole = new DemoTdxMarket({ from: FROM, to: TO, stocks: 60 });
  const [gone = ''] = whole.symbols;
  const market = new DemoTdxMarket({
    from: FROM,
    to: TO,
    stocks: 60,
    delistings: { [gone]: calendarDayOf('2026-11-17') },
  });
  let world: TdxWorld;
  let server: FakeQuoteServer;

  beforeAll(async () => {
    ({ world, server } = await openWorld(market));
    world.site.fail('not-found', { day: MISSING });
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });

  it('stays a hole, and the reason names them', async () => {
    await world.sync(SPAN);
    await world.sync(SPAN);
    const [unit] = await world.database.query(
      `select state, fault_message as message from market_sync_unit where data_set = 'day_package' and trade_date = $1`,
      [MISSING],
    );
    const message = `TongDaXin has no package of ${MISSING}; quote servers lack 1 of its stocks (${gone.slice(2)})`;
    expect(unit).toEqual({ state: 'failed', message });
    expect(await world.database.query('select from daily_bar where trade_date = $1', [MISSING])).toEqual([]);
    server.calls.length = 0;
    await world.sync(SPAN);
    expect(server.count(QUOTE_TYPES.bars)).toBe(0);
  });
});

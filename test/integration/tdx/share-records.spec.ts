import { calendarDayOf } from '#lib/kernel';
import { MarketStatusService } from '#lib/market-sync';
import { DemoTdxMarket } from '../../support/fakes/tdx/demo-tdx-market';
import { FakeQuoteServer } from '../../support/fakes/tdx/fake-quote-server';
import { QUOTE_TYPES } from '../../support/fakes/tdx/quote-frames';
import { TdxWorld } from '../../support/worlds/tdx-world';

const [FROM, TO] = [calendarDayOf('2026-07-13'), calendarDayOf('2026-07-31')];
/** The days from here on are 22 pairs of neighbours, and 14 of them are of the days from {@link FROM} on. */
const EARLIER_FROM = calendarDayOf('2026-07-01');
/** With those of all days they are as many as say no. */
const EARLIER_PAIRS = 60 - 22;

jest.setTimeout(240_000);

/** Bars whose market cap or turnover is not that of the shares which the served market has on the day. */
async function findWrongCaps(world: TdxWorld, market: DemoTdxMarket): Promise<unknown[]> {
  const bars = await world.database.query<{
    code: string;
    day: string;
    shares: number;
    source: number;
    turnover: number;
  }>(
    `select code, trade_date::text as day, circ_market_cap / close as shares, volume * 100.0 / turnover_pct as turnover,
       cap_source as source
     from daily_bar`,
  );
  const symbols = new Map(market.symbols.map((symbol) => [symbol.slice(2), symbol]));
  return bars.filter(({ code, day, shares, turnover, source }) => {
    const float = market.sharesOf(symbols.get(code) ?? '', calendarDayOf(day))?.float ?? 0;
    // Records are 32-bit fractions.
    const differs = [shares, turnover].some((known) => Math.abs(known / float - 1) > 1e-7);
    return source !== SHARE_RECORDS || differs;
  });
}

/** Its place in the list of sources. */
const SHARE_RECORDS = 9;

const countEstimated = async (world: TdxWorld): Promise<number | undefined> => {
  const [row] = await world.database.query<{ bars: number }>(
    'select count(*) as bars from daily_bar where cap_source is distinct from $1',
    [SHARE_RECORDS],
  );
  return row?.bars;
};
const readVersion = async (world: TdxWorld): Promise<number | undefined> => {
  const [row] = await world.database.query<{ version: number }>('select data_version as version from market_state');
  return row?.version;
};
const FROM_STORED = { from: FROM, to: TO };

describe('share records', () => {
  const market = new DemoTdxMarket({ from: FROM, to: TO, stocks: 60 });
  let world: TdxWorld;
  let server: FakeQuoteServer;

  beforeAll(async () => {
    server = await FakeQuoteServer.start({ market });
    world = await TdxWorld.open(market, '2026-07-31T17:30:00', server.environment);
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });

  it('come after the days; a sync that is killed in between loses no response', async () => {
    const killed = new AbortController();
    const syncs = world.sync(FROM_STORED, killed.signal);
    const timer = setInterval(() => {
      if (server.count(QUOTE_TYPES.records) >= 15) killed.abort(new Error('killed'));
    }, 1);
    await expect(syncs).rejects.toThrow('killed');
    clearInterval(timer);
    const before = server.count(QUOTE_TYPES.records);
    expect(before).toBeLessThan(60);
    expect(await countEstimated(world)).toBeGreaterThan(0);
    await world.run();
    // The request under way at the kill may be sent again.
    expect(server.count(QUOTE_TYPES.records)).toBeLessThanOrEqual(market.symbols.length + 1);
    expect(server.mostAtOnce).toBe(1);
    const calls = market.symbols.map((symbol) => server.count(QUOTE_TYPES.records, symbol));
    expect(calls.filter((count) => count === 0)).toEqual([]);
  });

  it('make the caps and turnovers of all stored days exact, and none is estimated', async () => {
    expect(await findWrongCaps(world, market)).toEqual([]);
  });

  it('are requested once, and change nothing the second time', async () => {
    const [calls, version] = [server.count(QUOTE_TYPES.records), await readVersion(world)];
    expect(await world.sync(FROM_STORED)).toMatchObject({ status: 'completed', error: null });
    expect(server.count(QUOTE_TYPES.records)).toBe(calls);
    await world.database.query(`update market_sync_unit set fetched_at = fetched_at - interval '31 days'
      where data_set = 'share_record'`);
    await world.sync(FROM_STORED);
    expect(server.count(QUOTE_TYPES.records)).toBe(calls + market.symbols.length);
    expect(await readVersion(world)).toBe(version);
  });

  it('are requested again of a stock with a gap that none of them explains, or with other shares in the snapshot', async () => {
    const [gapped = '', grown = ''] = market.symbols;
    server.calls.length = 0;
    await world.database.query(
      `update market_sync_unit set fetched_at = '2026-07-30T02:00:00Z' where data_set = 'share_record'`,
    );
    await world.database.query(`delete from price_break where trade_date >= '2026-07-30'`);
    await world.database.query(`insert into price_break (code, trade_date, kind) values ($1, '2026-07-30', 'gap')`, [
      gapped.slice(2),
    ]);
    await world.database.query(
      `insert into share_count (code, from_date, basis, float_shares)
       values ($1, '2026-07-29', 'snapshot', 1e8), ($1, '2026-07-30', 'snapshot', 2e8)`,
      [grown.slice(2)],
    );
    await world.sync(FROM_STORED);
    const symbols = server.calls.filter(({ type }) => type === QUOTE_TYPES.records).map(({ symbol }) => symbol);
    expect(symbols.sort()).toEqual([gapped, grown].sort());
  });

  it('agree with the previous closes of packages, or are counted', async () => {
    const exDays = async () =>
      (await world.get(MarketStatusService).read()).notes.find(({ code }) => code === 'reference_prices');
    const before = await exDays();
    expect(before).toMatchObject({ differences: 0, compared: expect.any(Number) as number });
    await world.database.query(
      `update ex_right set cash = cash + 1 where (code, ex_date) in (
         select e.code, e.ex_date from ex_right e join daily_bar b on b.code = e.code and b.trade_date = e.ex_date
         where e.ex_date > $1 limit 1)`,
      [FROM],
    );
    expect(await exDays()).toEqual({ ...before, differences: 1 });
  });

  it('that do not come leave the market as it is, and the sync ends', async () => {
    server.mode = 'empty';
    server.disconnect();
    await world.database.query(`delete from market_sync_unit where data_set = 'share_record'`);
    const sync = await world.sync(FROM_STORED);
    expect(sync).toMatchObject({
      status: 'completed',
      error: expect.stringMatching(/^share_record did not come/) as string,
    });
    const status = await world.get(MarketStatusService).read();
    const set = status.dataSets.find(({ name }) => name === 'share_record');
    expect(set?.lastError).toMatch(/^no quote server can be used \(127\.0\.0\.1:\d+: it has no bars\)$/);
  });
});

describe('share records of a market whose previous closes are no ex-right references', () => {
  const market = new DemoTdxMarket({ from: EARLIER_FROM, to: TO, stocks: 60, exRightPreviousClose: false });
  const served = new DemoTdxMarket({ from: EARLIER_FROM, to: TO, stocks: 60 });
  let world: TdxWorld;
  let server: FakeQuoteServer;

  beforeAll(async () => {
    server = await FakeQuoteServer.start({ market });
    world = await TdxWorld.open(market, '2026-07-31T17:30:00', server.environment);
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });

  it('give the previous closes of ex-days, also of days that come later', async () => {
    const readVerdict = async () =>
      (await world.get(MarketStatusService).read()).notes.find(({ code }) => code === 'ex_right');
    // As packages of earlier days would have left them.
    await world.database.query(
      `insert into ex_right_evidence (trade_date, compared, differences)
       select day, 60, 0 from generate_series($1::date - $2::integer, $1::date - 1, interval '1 day') day`,
      [EARLIER_FROM, EARLIER_PAIRS],
    );
    await world.sync({ from: FROM, to: TO });
    expect(await readVerdict()).toMatchObject({ verdict: 'unknown' });
    await world.sync({ from: EARLIER_FROM, to: TO });
    expect(await readVerdict()).toMatchObject({ verdict: 'no' });
    const stored = await world.database.query<{ day: string; code: string; close: number }>(
      `select trade_date::text as day, code, pre_close as close from daily_bar where pre_close is not null order by 1, 2`,
    );
    const expected = market.days.slice(1).flatMap((day) => {
      const references = new Map(served.rowsOf(day).map(({ code, previousClose }) => [code, previousClose]));
      return market
        .rowsOf(day)
        .filter(({ code, volume, previousClose }) => volume > 0 && references.get(code) !== previousClose)
        .map(({ code }) => ({ day, code, close: references.get(code) }))
        .toSorted((one, other) => (one.code < other.code ? -1 : 1));
    });
    expect(expected.length).toBeGreaterThan(3);
    expect(stored).toEqual(expected);
    const [breaks] = await world.database.query<{ count: number }>(
      `select count(*) from price_break where kind = 'ex_right'`,
    );
    expect(breaks?.count).toBe(expected.length);
  });
});

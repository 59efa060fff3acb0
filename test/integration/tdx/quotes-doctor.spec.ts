import { calendarDayOf } from '#lib/kernel';
import { MarketDoctorService } from '#lib/market-sync';
import { DemoTdxMarket } from '../../support/fakes/tdx/demo-tdx-market';
import { FakeQuoteServer } from '../../support/fakes/tdx/fake-quote-server';
import { TdxWorld } from '../../support/worlds/tdx-world';

const [FROM, TO] = [calendarDayOf('2026-11-16'), calendarDayOf('2026-11-20')];
const EXPECTED = 'bars of 600000 as the store has them';

jest.setTimeout(120_000);

describe('the doctor of quote servers', () => {
  const market = new DemoTdxMarket({ from: FROM, to: TO, stocks: 60 });
  let world: TdxWorld;
  let server: FakeQuoteServer;

  beforeAll(async () => {
    server = await FakeQuoteServer.start({ market });
    world = await TdxWorld.open(market, '2026-11-20T17:30:00', server.environment);
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });

  const diagnose = () => world.get(MarketDoctorService).diagnose(TO, new AbortController().signal);

  it('says which host answers, what its newest bar is, and how many days are as in the store', async () => {
    server.mode = 'lots';
    await world.database.query(
      `insert into daily_bar (trade_date, code, open, high, low, close, volume) values ($1, '600000', 10, 10, 10, 10, 1000000)`,
      [TO],
    );
    const { checks, advice } = await diagnose();
    const got = `${server.host}: ${TO} 10 yuan, volume in lots, 1 days as in the store`;
    expect(checks.at(-1)).toEqual({ name: 'quotes', ok: true, expected: EXPECTED, got });
    expect(advice).not.toContain('quotes_missing');
  });

  it('says why none can be used', async () => {
    server.mode = 'old-client';
    server.disconnect();
    const { checks, advice } = await diagnose();
    const got = `no quote server can be used (${server.host}: it has no bars)`;
    expect(checks.at(-1)).toEqual({ name: 'quotes', ok: false, expected: EXPECTED, got });
    expect(advice).toContain('quotes_missing');
  });
});

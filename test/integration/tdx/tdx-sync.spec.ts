import { calendarDayOf } from '#lib/kernel';
import { MarketDaysService } from '#lib/market-sync';
import { DemoTdxMarket } from '../../support/fakes/tdx/demo-tdx-market';
import { TdxWorld } from '../../support/worlds/tdx-world';

const [FROM, TO] = [calendarDayOf('2026-07-01'), calendarDayOf('2026-11-20')];
const EVENING = '2026-11-20T17:30:00';
const DAYS = 30;

jest.setTimeout(120_000);

describe('a market of day packages', () => {
  const market = new DemoTdxMarket({ from: FROM, to: TO, stocks: 60 });
  let world: TdxWorld;

  beforeAll(async () => {
    world = await TdxWorld.open(market, EVENING, { TDX_HISTORY_DAYS: String(DAYS) });
  });
  afterAll(() => world.close());

  it('is filled from the newest day back, one request a day', async () => {
    const sync = await world.sync();
    expect(sync).toMatchObject({ status: 'completed', error: null, unitsDone: DAYS, unitsTotal: DAYS });
    const requested = world.site.packages.requests.map(({ path }) => path);
    expect(requested).toEqual(requested.toSorted().reverse());
    expect(requested).toHaveLength(DAYS);
  });

  it('holds what the site served, bar by bar', async () => {
    const day = calendarDayOf('2026-11-19');
    const served = market.rowsOf(day).filter(({ volume }) => volume > 0);
    const stored = await world.database.query(
      `select code, open, high, low, close, pre_close as "preClose", volume, amount from daily_bar where trade_date = $1 order by code`,
      [day],
    );
    expect(stored).toEqual(
      served
        .map(({ code, open, high, low, close, previousClose, volume, amount }) => ({
          ...{ code, open, high, low, close, preClose: previousClose, volume, amount },
        }))
        .toSorted((one, other) => (one.code < other.code ? -1 : 1)),
    );
  });

  it('has complete days alone', async () => {
    expect(await world.get(MarketDaysService).incompleteDays(market.days.at(-DAYS) ?? TO, TO)).toEqual([]);
  });
});

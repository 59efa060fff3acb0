import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import { DemoTdxMarket } from '../../support/fakes/tdx/demo-tdx-market';
import { inventedLife } from '../../support/fakes/tdx/invented-life';
import { ServedMarket } from '../../support/fakes/tdx/served-market';
import { TdxWorld } from '../../support/worlds/tdx-world';

const [FROM, TO] = [calendarDayOf('2026-09-01'), calendarDayOf('2026-11-20')];
const DAYS = 25;
/** Open days from the newest back: when stocks leave and come. */
const LEFT = -8;
const SUSPENDED_FROM = -12;
const LEFT_SUSPENDED = -4;
const CAME = -6;
const EVENINGS = 10;

jest.setTimeout(120_000);

describe('a market whose stocks come and go', () => {
  const openDays = new DemoTdxMarket({ from: FROM, to: TO, stocks: 1 }).days;
  const filled = openDays.slice(-DAYS);
  const dayAt = (index: number): CalendarDay => filled.at(index) ?? TO;
  const usual = Array.from({ length: 60 }, (_, index) =>
    inventedLife({ symbol: `sh${600_100 + index}`, name: '虚构钢铁', days: openDays }),
  );
  const [leaver, suspendedLeaver, newcomer, resumed] = ['600001', '000002', '301001', '688002'];
  const lives = [
    ...usual,
    inventedLife({ symbol: `sh${leaver}`, name: '虚构旧钢', days: openDays }),
    // Suspended on its last listed days.
    inventedLife({
      symbol: `sz${suspendedLeaver}`,
      name: '虚构地产',
      days: openDays.filter((day) => day < dayAt(SUSPENDED_FROM)),
    }),
    inventedLife({
      symbol: `sz${newcomer}`,
      name: '虚构新材',
      days: openDays.filter((day) => day >= dayAt(CAME)),
      isNewcomer: true,
      // Five days without limits.
      close: (index) => 10 + index * 5,
    }),
    // Suspended on the first day of the fill, and long after.
    inventedLife({
      symbol: `sh${resumed}`,
      name: '虚构芯片',
      days: openDays.filter((day) => day < dayAt(0) || day > dayAt(8)),
    }),
  ];
  const delistings = { [`sh${leaver}`]: dayAt(LEFT), [`sz${suspendedLeaver}`]: dayAt(LEFT_SUSPENDED) };
  const market = new ServedMarket(openDays, lives, { delistings });

  const stockRow = (world: TdxWorld, code: string) =>
    world.database
      .query<Record<string, unknown>>(
        `select name, list_date as "listedOn", delist_date as "delistedOn", first_bar_date as "first", last_bar_date as "last"
         from stock where code = $1`,
        [code],
      )
      .then(([row]) => row);

  /** The same days, in one fill that goes back, and evening by evening. */
  describe.each(['a fill', 'evenings'])('after %s', (how) => {
    let world: TdxWorld;

    beforeAll(async () => {
      const from = how === 'a fill' ? TO : dayAt(-EVENINGS - 1);
      world = await TdxWorld.open(market, `${from}T17:30:00`, {
        TDX_HISTORY_DAYS: String(how === 'a fill' ? DAYS : DAYS - EVENINGS),
      });
      world.site.publish((day) => Date.parse(`${day}T16:30:00+08:00`));
      expect(await world.sync()).toMatchObject({ status: 'completed' });
      for (const day of how === 'a fill' ? [] : filled.slice(-EVENINGS)) {
        world.clock.set(`${day}T17:30:00`);
        // As a package that lacked the stock for a day would have left it.
        await world.database.query('update stock set list_date = $2 where code = $1', [resumed, dayAt(-3)]);
        expect(await world.sync()).toMatchObject({ status: 'completed', unitsDone: 1 });
      }
    });
    afterAll(() => world.close());

    it('a stock that left has its last listed day, its base name and its bars', async () => {
      expect(await stockRow(world, leaver)).toMatchObject({
        listedOn: null,
        delistedOn: dayAt(LEFT),
        last: dayAt(LEFT),
      });
      const names = await world.database.query(
        'select name, from_date as "from" from stock_name where code = $1 order by from_date',
        [leaver],
      );
      expect(names).toEqual([
        { name: '虚构旧钢', from: '1990-12-19' },
        { name: '退市虚构', from: dayAt(LEFT - 14) },
      ]);
    });

    it('a stock that left while it was suspended left on its last listed day', async () => {
      expect(await stockRow(world, suspendedLeaver)).toMatchObject({
        delistedOn: dayAt(LEFT_SUSPENDED),
        last: dayAt(SUSPENDED_FROM - 1),
      });
    });

    it('a newcomer was listed on its first day, has its name without marks, and no limits on its first five', async () => {
      expect(await stockRow(world, newcomer)).toMatchObject({
        name: '虚构新材',
        listedOn: dayAt(CAME),
        delistedOn: null,
        first: dayAt(CAME),
      });
      const breaks = await world.database.query('select trade_date, kind from price_break where code = $1', [newcomer]);
      expect(breaks).toEqual([]);
    });

    it('a stock that was suspended when the market begins is no newcomer', async () => {
      expect(await stockRow(world, resumed)).toMatchObject({
        listedOn: null,
        delistedOn: null,
        first: dayAt(9),
      });
    });

    it('every day is complete', async () => {
      const days = await world.database.query<{ day: string; expected: number; bars: number; complete: boolean }>(
        `select trade_date as day, expected, bars, complete from market_day order by 1`,
      );
      for (const { day, bars, expected, complete } of days) {
        const traded = market.rowsOf(calendarDayOf(day)).filter(({ volume }) => volume > 0).length;
        expect({ day, bars, expected, complete }).toEqual({ day, bars: traded, expected: traded, complete: true });
      }
      expect(days).toHaveLength(DAYS);
    });
  });
});

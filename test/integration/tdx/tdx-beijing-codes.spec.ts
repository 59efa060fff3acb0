import { calendarDayOf } from '#lib/kernel';
import { refreshStockFigures } from '#lib/market-data';
import { MarketStatusService } from '#lib/market-sync';
import { DemoTdxMarket } from '../../support/fakes/tdx/demo-tdx-market';
import { TdxWorld } from '../../support/worlds/tdx-world';

const [FROM, TO] = [calendarDayOf('2026-08-03'), calendarDayOf('2026-11-20')];

jest.setTimeout(120_000);

/**
 * The first day of the new codes, and the day before it: once in the middle of a load, once in one load and the next, once on
 * two evenings. The newest 20 of the days are a load, the few before them another.
 */
describe.each([
  ['in one load', 23, 10, 'both days'],
  ['in two loads', 23, 19, 'both days'],
  ['that comes the day after', 8, 0, 'the last day later'],
])('Beijing’s change of codes %s', (_name, filledDays, daysAfter, how) => {
  const days = new DemoTdxMarket({ from: FROM, to: TO, stocks: 1 }).days;
  const changeDay = days.at(-1 - daysAfter) ?? TO;
  const dayBefore = days.at(-2 - daysAfter) ?? FROM;
  const market = new DemoTdxMarket({ from: FROM, to: TO, stocks: 120, beijingCodesFrom: changeDay });
  const filled = market.days.slice(-filledDays);
  const codesOn = (day: typeof TO) =>
    market.rowsOf(day).flatMap(({ market: exchange, code }) => (exchange === 'bj' ? [code] : []));
  const oldCodes = codesOn(dayBefore).filter((code) => !code.startsWith('920'));
  let world: TdxWorld;

  beforeAll(async () => {
    const isLater = how === 'the last day later';
    world = await TdxWorld.open(market, `${isLater ? dayBefore : TO}T17:30:00`, {
      TDX_HISTORY_DAYS: String(isLater ? filledDays - 1 : filledDays),
    });
    const [old = ''] = oldCodes;
    // Money flow of another source's time: of two vendors under the old code, of one of them under the new code too.
    await world.database.query(
      `insert into money_flow (vendor, trade_date, code, net_main) values
         ('ths', $1, $2, 1), ('tushare', $1, $2, 2), ('ths', $1, $3, 3)`,
      [FROM, old, `920${old.slice(3)}`],
    );
    if (isLater) {
      world.site.publish((day) => Date.parse(`${day}T16:30:00+08:00`));
      expect(await world.sync()).toMatchObject({ status: 'completed', unitsDone: filledDays - 1 });
      world.clock.set(`${TO}T17:30:00`);
      expect(await world.sync()).toMatchObject({ status: 'completed', unitsDone: 1 });
    } else {
      expect(await world.sync()).toMatchObject({ status: 'completed', unitsDone: filledDays });
    }
  });
  afterAll(() => world.close());

  it('is kept for every stock that had an old one', async () => {
    expect(oldCodes.length).toBeGreaterThan(1);
    const changes = await world.database.query<{ old: string; now: string }>(
      'select old_code as old, new_code as now from stock_code_change order by 1',
    );
    expect(changes.map(({ old }) => old)).toEqual(oldCodes.toSorted());
    for (const { old, now } of changes) expect(now).toBe(`920${old.slice(3)}`);
    const notes = await world.get(MarketStatusService).read();
    expect(JSON.stringify(notes)).not.toContain('unmatched_codes');
  });

  it('moves the whole history to the new code', async () => {
    const listed = filled.flatMap((day) => market.rowsOf(day).filter(({ market: exchange }) => exchange === 'bj'));
    const traded = listed.filter(({ volume }) => volume > 0).length;
    const [stored] = await world.database.query(
      `select (select count(*) from daily_bar b join stock s using (code) where s.exchange = 'BSE') as bars,
         (select count(*) from suspension x join stock s using (code) where s.exchange = 'BSE') as suspended,
         (select count(*) from stock where exchange = 'BSE' and code not like '920%') as "oldStocks"`,
    );
    expect(stored).toEqual({ bars: traded, suspended: listed.length - traded, oldStocks: 0 });
    const names = await world.database.query(
      `select code from stock_name where code not in (select code from stock)
       union all select code from share_count where code not in (select code from stock)`,
    );
    expect(names).toEqual([]);
    const flows = await world.database.query('select vendor, code, net_main from money_flow order by vendor');
    const code = `920${oldCodes[0]?.slice(3) ?? ''}`;
    expect(flows).toEqual([
      { vendor: 'ths', code, net_main: 3 },
      { vendor: 'tushare', code, net_main: 2 },
    ]);
  });

  it('gives the new codes the figures of their whole history', async () => {
    const readFigures = (): Promise<object[]> => world.database.query('select * from stock_figures order by code');
    const kept = await readFigures();
    await world.database.transaction((tx) => refreshStockFigures(tx, 'everything'));
    expect(kept).toEqual(await readFigures());
  });

  it('makes nobody a newcomer or a stock that left', async () => {
    const rows = await world.database.query(
      `select s.code, s.list_date, s.delist_date from stock s join stock_code_change c on c.new_code = s.code
       where s.delist_date is not null or s.list_date is not null`,
    );
    expect(rows).toEqual([]);
    const [incomplete] = await world.database.query('select count(*) as days from market_day where not complete');
    expect(incomplete).toEqual({ days: 0 });
  });
});

import { calendarDayOf } from '#lib/kernel';
import { type OpenMarket, openMarket } from '../support/database/open-market';

let market: OpenMarket;

/** A tenth of the stocks: what is told of days holds of any number of them. */
const openDemo = (day: string) => openMarket(calendarDayOf(day), { demoEvery: 10 });

beforeEach(async () => {
  market = await openDemo('2022-03-04');
});
afterEach(() => market.close());

const fingerprint = async () =>
  market.database.query(`select trade_date, count(*) as bars, md5(string_agg(daily_bar::text, '|' order by code)) as sum
    from daily_bar group by trade_date order by trade_date`);

describe('the demo market', () => {
  it('is loaded up to the last open day, once', async () => {
    const first = await market.demo.ensure();
    expect(first).toMatchObject({ isDemo: true, daysAdded: 39 });
    expect(first.barsAdded).toBeGreaterThan(2000);
    expect(await market.state.read()).toEqual({
      source: 'demo',
      dataVersion: 1,
      barsFrom: '2022-01-04',
      barsTo: '2022-03-04',
    });
    market.clock.set(calendarDayOf('2022-03-06'));
    expect(await market.demo.ensure()).toEqual({ isDemo: true, daysAdded: 0, barsAdded: 0 });
    expect((await market.state.read()).dataVersion).toBe(1);
  });

  it('grows at 15:45 of an open day, and at night ends with the last open day before', async () => {
    const lastDay = async () => {
      await market.demo.ensure({ firstLoadDays: 5 });
      return (await market.state.read()).barsTo;
    };
    market.clock.set(calendarDayOf('2022-03-04'), '02:00');
    expect(await lastDay()).toBe('2022-03-03');
    market.clock.set(calendarDayOf('2022-03-04'), '15:44');
    expect(await lastDay()).toBe('2022-03-03');
    market.clock.set(calendarDayOf('2022-03-04'), '15:45');
    expect(await lastDay()).toBe('2022-03-04');
    market.clock.set(calendarDayOf('2022-03-06'), '20:00');
    expect(await lastDay()).toBe('2022-03-04');
    market.clock.set(calendarDayOf('2022-03-07'), '09:00');
    expect(await lastDay()).toBe('2022-03-04');
  });

  it('grows by the days that have passed, into the same market as one loaded later', async () => {
    await market.demo.ensure();
    market.clock.set(calendarDayOf('2022-03-09'));
    expect(await market.demo.ensure()).toMatchObject({ isDemo: true, daysAdded: 3 });
    const grown = await fingerprint();
    await market.close();
    market = await openDemo('2022-03-09');
    await market.demo.ensure();
    expect(await fingerprint()).toEqual(grown);
  });

  it('is loaded once when two processes start together', async () => {
    const both = await Promise.all([market.demo.ensure(), market.demo.ensure()]);
    expect(both.map(({ daysAdded }) => daysAdded).sort((a, b) => a - b)).toEqual([0, 39]);
    expect(await market.database.query('select count(*) as loads from market_import')).toEqual([{ loads: 1 }]);
  });

  it('begins on the configured day, with the bars that those days have anyway', async () => {
    await market.demo.ensure();
    const all = await fingerprint();
    await market.close();
    market = await openDemo('2022-03-05');
    expect(await market.demo.ensure({ firstLoadDays: 20 })).toMatchObject({ isDemo: true, daysAdded: 20 });
    expect(await fingerprint()).toEqual(all.slice(-20));
    market.clock.set(calendarDayOf('2022-03-07'));
    expect(await market.demo.ensure()).toMatchObject({ isDemo: true, daysAdded: 1 });
    expect(await market.status.read()).toMatchObject({
      source: 'demo',
      to: '2022-03-07',
      dataSets: [{ holes: [] }, {}],
    });
  });
});

describe('the calendar', () => {
  it('warns from 15 December of its last known year', async () => {
    market.clock.set(calendarDayOf('2026-12-14'));
    expect(await market.calendars.warning()).toBeUndefined();
    market.clock.set(calendarDayOf('2026-12-15'));
    expect(await market.calendars.warning()).toContain('ends on 2026-12-31');
    market.clock.set(calendarDayOf('2027-01-01'));
    expect(await market.calendars.warning()).toContain('ended on 2026-12-31');
  });
});

import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { putSmallMarket } from '../support/database/small-market';
import { ShanghaiClock } from '../support/worlds/sync-world';
import { TestApi } from '../support/worlds/test-api';

const ROUTE = '/api/market/days';
const SPAN = { from: '2025-01-02', to: '2025-03-14' };
const HOLE = '2025-02-10';
const THIN = '2025-02-11';
const TOLD = '2025-02-12';
const EARLY = '2025-03-14';
const STOCKS = 40;

interface Day {
  day: string;
  bars: number;
  expected: number | null;
  share: number | null;
  state: string;
}

describe('the days of the market', () => {
  let api: TestApi;
  const clock = new ShanghaiClock();

  beforeAll(async () => {
    clock.set('2025-03-17T12:00:00');
    api = await TestApi.start({ clock });
  });
  afterAll(() => api.stop());

  const days = async (query = ''): Promise<Day[]> => {
    const { status, text, body } = await api.call('GET', `${ROUTE}${query}`);
    expect([status, text]).toEqual([200, expect.anything()]);
    return (body.data as { days: Day[] }).days;
  };

  it('of an empty market are the last 250 open days, all empty', async () => {
    const shown = await days();
    expect(shown).toHaveLength(250);
    expect(shown.at(-1)).toEqual({ day: '2025-03-17', bars: 0, expected: null, share: null, state: 'empty' });
  });

  it('report what the gate thinks of each: holes, thin days, complete days, days read too early', async () => {
    await putSmallMarket(
      api.database,
      SPAN,
      Array.from({ length: STOCKS }, (_, index) => ({
        code: String(600_000 + index),
        volumes: { [HOLE]: null, ...(index < 4 ? { [THIN]: null } : {}) },
      })),
    );
    await api.database.query(`update market_day set expected = 50, complete = false where trade_date = $1`, [TOLD]);
    await api.database.query(`update market_day set provisional = true, complete = false where trade_date = $1`, [
      EARLY,
    ]);
    const shown = new Map((await days(`?from=${SPAN.from}&to=${SPAN.to}`)).map((day) => [day.day, day]));
    expect([...shown.keys()]).toEqual(
      TradingCalendar.published().openDaysBetween(calendarDayOf(SPAN.from), calendarDayOf(SPAN.to)),
    );
    const full = { bars: STOCKS, expected: STOCKS, share: 1, state: 'complete' };
    expect(shown.get(SPAN.from)).toEqual({ day: SPAN.from, ...full });
    expect(shown.get(HOLE)).toEqual({ day: HOLE, bars: 0, expected: STOCKS, share: 0, state: 'empty' });
    expect(shown.get(THIN)).toEqual({ day: THIN, bars: 36, expected: STOCKS, share: 0.9, state: 'incomplete' });
    expect(shown.get(TOLD)).toEqual({ day: TOLD, bars: STOCKS, expected: 50, share: 0.8, state: 'incomplete' });
    expect(shown.get(EARLY)).toMatchObject({ state: 'provisional' });
  });

  it('end today, also if more were requested, and none come after it', async () => {
    expect((await days('?from=2025-03-13&to=2025-12-31')).map(({ day }) => day)).toEqual([
      ...['2025-03-13', '2025-03-14', '2025-03-17'],
    ]);
    expect(await days('?from=2025-03-18')).toEqual([]);
    expect(await days('?to=2024-06-28')).toHaveLength(250);
  });

  it.each([
    ['from=2025-03-14&to=2025-03-13', 'from', 'swap them'],
    ['from=2021-01-01', 'from', 'more than 800 open days'],
    ['from=1990-12-19', 'from', 'more than 800 open days'],
    ['from=2025-02-30', 'from', 'calendar day'],
    ['to=yesterday', 'to', 'calendar day'],
    ['since=2025-01-02', 'since', 'since'],
  ])('are rejected for ?%s with a 400 that names %s', async (query, name, sentence) => {
    const { status, body } = await api.call('GET', `${ROUTE}?${query}`);
    expect(status).toBe(400);
    expect(body.fields?.map(({ field }) => field)).toEqual([name]);
    expect(body.error).toContain(sentence);
  });
});

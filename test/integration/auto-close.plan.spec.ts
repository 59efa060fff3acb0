import { textOf } from '#lib/database/testing';
import { AutoCloseService, RisersService } from '#lib/tracking';
import { WallClock } from '../support/worlds/records-world';
import { openDaysBefore } from '../support/database/small-market';
import { TestApi } from '../support/worlds/test-api';

const SESSIONS = 2000;
/** Over a year: longer than sessions last. */
const DAYS = openDaysBefore('2025-12-20', 260);

jest.setTimeout(180_000);

/** All entered over a year ago; at every tenth a rule fires. */
describe('two thousand open sessions', () => {
  let api: TestApi;

  beforeAll(async () => {
    const clock = new WallClock();
    clock.set('2025-12-19T20:00:00');
    api = await TestApi.start({ clock });
    const { database } = api;
    await database.query(
      `insert into stock (code, exchange, board, name)
       select lpad(n::text, 6, '0'), 'SZSE', 'main', 'stock ' || n from generate_series(1, $1) n`,
      [SESSIONS],
    );
    for (let first = 0; first < DAYS.length; first += 20) {
      await database.query(
        `insert into daily_bar (trade_date, code, open, high, low, close, pre_close, volume)
         select d, lpad(n::text, 6, '0'), 10, 10.2, 9.8, 10.1, 10.1, 1000
         from unnest($1::date[]) d, generate_series(1, $2) n order by d, n`,
        [DAYS.slice(first, first + 20), SESSIONS],
      );
    }
    await database.query(
      `insert into market_day (trade_date, bars) select trade_date, count(*) from daily_bar group by trade_date`,
    );
    await database.query(
      `insert into tracking_session (code, entry_date, entry_close_price, market_source)
       select lpad(n::text, 6, '0'), $1, 10, 'files' from generate_series(1, $2) n`,
      [DAYS[3], SESSIONS],
    );
    await database.query(
      `insert into daily_record (session_id, trade_date, origin, is_latest, cycle_events)
       select s.id, d.day, 'ai', d.number = 10, case when d.number = 10 and s.id % 10 = 0 then '{FTI}' else '{}' end::text[]
       from tracking_session s, unnest($1::date[]) with ordinality as d(day, number)`,
      [DAYS.slice(-10)],
    );
    await database.query(
      `insert into weekly_record (session_id, week_start, week_end_date, origin, data_through)
       select s.id, w::date, w::date + 4, 'ai', w::date + 4
       from tracking_session s, generate_series('2025-10-27'::date, '2025-12-15'::date, '7 days') w`,
    );
    await database.query('vacuum analyze daily_bar, tracking_session, daily_record, weekly_record, stock');
  });
  afterAll(() => api.stop());

  it('are evaluated without a query each, and without walking through all bars', async () => {
    const query = jest.spyOn(api.database, 'query');
    const began = performance.now();
    const { reports } = await api.app.get(AutoCloseService).reports();
    process.stderr.write(`  reports of ${SESSIONS} open sessions: ${Math.round(performance.now() - began)} ms\n`);
    const statements = query.mock.calls.map(([statement]) => textOf(statement));
    query.mockRestore();
    expect(reports).toHaveLength(SESSIONS / 10);
    expect(statements.length).toBeLessThan(SESSIONS / 50);
    const bars = statements.find((sql) => sql.includes('from daily_bar')) ?? '';
    const codes = Array.from({ length: 100 }, (_, index) => String(index + 1).padStart(6, '0'));
    const plan = await api.database.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${bars}`, [
      codes,
      codes.map(() => DAYS[3]),
      '2025-12-19',
      23,
    ]);
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).not.toMatch(/Seq Scan on daily_bar/);
    expect(text).toMatch(/daily_bar_code_date/);
  });

  it('have the risers of a day read from that day', async () => {
    const began = performance.now();
    const { tradeDate, total } = await api.app.get(RisersService).ofLatestDay(8, 200);
    process.stderr.write(`  risers of ${SESSIONS} stocks: ${Math.round(performance.now() - began)} ms\n`);
    expect([tradeDate, total]).toEqual(['2025-12-19', 0]);
  });
});

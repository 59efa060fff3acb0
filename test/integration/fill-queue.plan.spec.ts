import { calendarDayOf } from '#lib/kernel';
import { selectFillQueue } from '#lib/tracking';
import { type OpenedDatabase, openTestDatabase } from '../support/database/opened-database';
import { openDaysBefore } from '../support/database/small-market';

const SESSIONS = 5000;
const DAYS = openDaysBefore('2025-12-20', 90);
const MOMENT = {
  today: calendarDayOf('2025-12-19'),
  through: calendarDayOf('2025-12-19'),
  marketDay: calendarDayOf('2025-12-19'),
};

jest.setTimeout(180_000);

/** As many open sessions as there are stocks, and more, each of them with records; nobody has a review date. */
describe('the fill queues of ten thousand open sessions', () => {
  let opened: OpenedDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase({ statementTimeoutMs: 120_000 });
    const { database } = opened;
    await database.query(
      `insert into daily_bar (trade_date, code, open, high, low, close, volume)
       select d, lpad(n::text, 6, '0'), 10, 10, 10, 10, 1000
       from unnest($1::date[]) d, generate_series(1, $2) n order by d, n`,
      [DAYS, SESSIONS],
    );
    await database.query(
      `insert into tracking_session (code, entry_date, market_source)
       select lpad(n::text, 6, '0'), $1, 'files' from generate_series(1, $2) n`,
      [DAYS[0], SESSIONS],
    );
    // Every other session has all its days, and all its weeks.
    await database.query(
      `insert into daily_record (session_id, trade_date, origin)
       select s.id, d, 'ai' from tracking_session s, unnest($1::date[]) d where s.id % 2 = 0`,
      [DAYS.slice(-10)],
    );
    await database.query(
      `insert into weekly_record (session_id, week_start, week_end_date, origin, data_through)
       select s.id, w::date, w::date + 4, 'ai', w::date + 4
       from tracking_session s, generate_series('2025-10-27'::date, '2025-12-15'::date, '7 days') w where s.id % 2 = 0`,
    );
    await database.query('vacuum analyze daily_bar, tracking_session, daily_record, weekly_record');
  });
  afterAll(() => opened.remove());

  it.each(['daily', 'weekly'] as const)('%s: no query walks through all bars or records', async (kind) => {
    let sql = '';
    let parameters: readonly unknown[] = [];
    const recorder = {
      query: <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
        sql = text;
        parameters = values;
        return opened.database.query<Row>(text, values);
      },
    };
    const began = performance.now();
    const queue = await selectFillQueue(recorder, kind, MOMENT);
    const tookMs = Math.round(performance.now() - began);
    expect(queue).toHaveLength(SESSIONS / 2);
    const plan = await opened.database.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off) ${sql}`,
      parameters,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    process.stderr.write(`  ${kind} queue of ${SESSIONS} open sessions: ${tookMs} ms\n`);
    expect(text).not.toMatch(/Seq Scan on (daily_bar|daily_record|weekly_record)/);
    expect(text).toMatch(/Index Only Scan (Backward )?using daily_bar_code_date/);
  });
});

import { Client } from 'pg';
import { demoClock } from '../../browser/support/demo-template';
import { createTestDatabase } from '../../support/database/test-database';
import { TestService } from '../../support/worlds/test-service';
import { fillSessions } from '../sessions/fill-sessions';

export const SESSIONS = 10_000;
export const BARS = 5_000;

/** A stock that no session of the fill has. */
const CODE = '600519';

export interface ConsoleWorld {
  readonly service: TestService;
  /** The session of the stock with the many bars. */
  readonly chartSession: number;
  stop(): Promise<void>;
}

/** API and worker in this process, on a database with 10,000 sessions and a stock of 5,000 bars made by hand. */
export async function startConsoleWorld(): Promise<ConsoleWorld> {
  const database = await createTestDatabase();
  await fillSessions(database.url, SESSIONS);
  const chartSession = await makeStock(database.url);
  const service = await TestService.start(
    { MARKET_SOURCE: 'files', RATE_LIMIT: 'off' },
    { clock: demoClock(), databaseUrl: database.url },
  );
  return {
    service,
    chartSession,
    stop: async () => {
      await service.stop();
      await database.drop();
    },
  };
}

/** Bars on weekdays, holidays or not, whose price wanders up and down. @returns its session's id. */
async function makeStock(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `insert into stock (code, exchange, board, name, list_date) values ($1, 'SSE', 'main', '五千根', '2001-08-27')`,
      [CODE],
    );
    await client.query(
      `with days as (
         select day::date as day, row_number() over (order by day desc) as back
         from generate_series(date '2026-11-20' - 8000, date '2026-11-20', interval '1 day') day
         where extract(isodow from day) < 6
       ), closes as (
         select day, 40 + 25 * sin(back / 260.0) + 4 * sin(back / 17.0) + sin(back * 1.7) as close from days where back <= $2
       )
       insert into daily_bar (trade_date, code, open, high, low, close, volume, amount, turnover_pct)
       select day, $1, round((close * (1 + 0.012 * sin(close * 50)))::numeric, 2), round((close * 1.03)::numeric, 2),
         round((close * 0.97)::numeric, 2), round(close::numeric, 2), 1000000 + (abs(sin(close * 7)) * 9000000)::bigint,
         close * 5000000, 1.5
       from closes`,
      [CODE, BARS],
    );
    const { rows } = await client.query<{ id: string }>(
      `insert into tracking_session (code, stock_name, entry_date, entry_close_price, market_source)
       values ($1, '五千根', '2026-03-02', 40, 'files') returning id`,
      [CODE],
    );
    await client.query('analyze');
    return Number(rows[0]?.id);
  } finally {
    await client.end();
  }
}

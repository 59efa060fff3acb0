import type { DrainReport } from '#lib/ai';
import { until } from '../support/until';
import { describeWithSharedData } from '../support/inputs/shared-data';
import { TestService } from '../support/worlds/test-service';
import { eastMoneyMarket } from './east-money-market';

jest.setTimeout(900_000);

const SESSIONS = 120;
const PATIENCE_MS = 600_000;

/** What the configured models, the rules by default, make of real bars on the evening of 2025-12-31. */
describeWithSharedData('a drain of 120 sessions on real bars', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start({ CLOCK_START: '2025-12-31T12:00:00Z' }, { template: await eastMoneyMarket() });
    // Every fourteenth stock that traded on the last day, entered three months before.
    await service.database.query(
      `insert into tracking_session (code, entry_date, entry_close_price, market_source)
       select b.code, b.trade_date, b.close, 'files'
       from daily_bar b
       join (
         select code, row_number() over (order by code) as n from daily_bar where trade_date = '2025-12-31'
       ) s on s.code = b.code and s.n % 14 = 0
       where b.trade_date = '2025-09-30' order by b.code limit $1`,
      [SESSIONS],
    );
  });
  afterAll(() => service.stop());

  async function drain(kind: string): Promise<DrainReport & { seconds: number }> {
    const began = performance.now();
    const started = await service.call('POST', '/api/stock-cycle/ai-fill-drains', { json: { kind } });
    const { drainId } = started.body.data as { drainId: number };
    const read = async (): Promise<DrainReport> =>
      (await service.call('GET', `/api/stock-cycle/ai-fill-drains/${drainId}`)).body.data as DrainReport;
    await until(`the ${kind} drain ends`, PATIENCE_MS, async () => (await read()).finishedAt !== null);
    return { ...(await read()), seconds: Math.round((performance.now() - began) / 100) / 10 };
  }

  it.each([
    ['daily', 10],
    ['weekly', 8],
  ])('%s: every session gets its %d records, once', async (kind, window) => {
    const report = await drain(kind);
    expect(report).toMatchObject({ status: 'completed', total: SESSIONS, filled: SESSIONS, failed: 0, outcomes: [] });
    expect(report.generated).toBeGreaterThan(SESSIONS * window * 0.97);
    const [rows] = await service.database.query<{ rows: number; sessions: number; hinted: number }>(
      `select count(*)::int as rows, count(distinct session_id)::int as sessions, count(primary_phase_hint)::int as hinted
       from ${kind}_record`,
    );
    expect(rows).toMatchObject({ rows: report.generated, sessions: SESSIONS });
    const events = await service.database.query<{ event: string; count: number }>(
      `select event, count(*)::int as count from ${kind}_record, unnest(cycle_events) event
       group by event order by count desc, event`,
    );
    const told = events.map(({ event, count }) => `${event} ${count}`).join(', ');
    process.stderr.write(
      `  ${kind}: ${report.filled} sessions, ${report.generated} records (${rows?.hinted ?? 0} with a phase) in ` +
        `${report.seconds} s; events: ${told}\n`,
    );
    const queue = await service.call('GET', `/api/stock-cycle/sessions/ai-fill-${kind}-queue`);
    expect(queue.body.data).toMatchObject({ total: 0, todayYmd: '2025-12-31' });
  });
});

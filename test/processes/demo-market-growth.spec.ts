import { growDemoMarketJob } from '#lib/demo-market';
import { Database } from '#lib/database';
import { JobsService } from '#lib/queue';
import { TestService } from '../support/worlds/test-service';

jest.setTimeout(120_000);

describe('the demo market', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
  });

  afterAll(() => service.stop());

  const grow = async (): Promise<unknown> => {
    const jobs = service.api.app.get(JobsService);
    const { jobId } = await service.api.app.get(Database).transaction((tx) => jobs.enqueue(tx, growDemoMarketJob, {}));
    jobs.publishSoon();
    const view = await jobs.wait(jobId, 100_000);
    // Work that computes on without a pause would lose its lease on a slow machine, and be done twice.
    expect(view).toMatchObject({ error: null, attempts: 1 });
    return view.result;
  };

  it('is loaded by its job, grows by the days that are missing, and is reported as a demo everywhere', async () => {
    expect(await grow()).toMatchObject({ daysAdded: 750 });
    expect(await grow()).toEqual({ daysAdded: 0, barsAdded: 0 });

    const { database } = service;
    const sums = `select count(*) as bars, sum(volume)::text as volume, sum(round(close * 100)::bigint)::text as fen from daily_bar`;
    const [whole] = await database.query(sums);
    const [last] = await database.query<{ day: string }>('select max(trade_date) as day from daily_bar');
    const days = await database.query<{ day: string }>(
      'select trade_date as day from market_day order by trade_date desc limit 3',
    );
    const third = days.at(-1)?.day ?? '';
    await database.query('delete from daily_bar where trade_date >= $1', [third]);
    await database.query('delete from market_day where trade_date >= $1', [third]);
    await database.query(
      `update market_state set bars_to = (select max(trade_date) from market_day), data_version = data_version + 1`,
    );
    expect(await grow()).toMatchObject({ daysAdded: 3 });
    const [again] = await database.query(sums);
    expect(again).toEqual(whole);

    const range = await service.call(
      'GET',
      `/api/stock-cycle/ground-volume-scan?start_date=${third}&end_date=${last?.day ?? ''}`,
    );
    expect(range.body.data).toMatchObject({ marketSource: 'demo', marketDataThrough: last?.day, tradingDays: 3 });
    const batch = await service.call('POST', '/api/stock-cycle/ground-volume-scan', {
      json: { start_date: third, end_date: last?.day },
    });
    const { warnings, candidateCount } = batch.body.data as { warnings: string[]; candidateCount: number };
    expect(warnings).toEqual([expect.stringContaining('demo data')]);
    expect(candidateCount).toBeGreaterThan(200);
    const sessions = await service.call('GET', '/api/stock-cycle/sessions');
    expect((sessions.body.data as { warnings: string[] }).warnings).toEqual([expect.stringContaining('demo data')]);
  });
});

import { DemoMarketService } from '#lib/demo-market';
import { createDemoWorkJob, DemoWorkService } from '#lib/getting-started';
import { MarketLoadHooks, requireRealMarket } from '#lib/market-data';
import { JobsService } from '#lib/queue';
import { until } from '../support/until';
import { TestService } from '../support/worlds/test-service';

/** The scan needs 360 days before its 20. */
const DAYS = 400;
const LONG_MS = 90_000;

jest.setTimeout(180_000);

describe('the work that the demo comes with', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start({ MARKET_SOURCE: 'demo' });
    await service.getFromWorker(DemoMarketService).ensure({ firstLoadDays: DAYS });
  });
  afterAll(() => service.stop());

  const request = () => service.getFromWorker(DemoWorkService).request();
  const jobsOf = (name: string) =>
    service.database.query<{ id: number; state: string }>('select id, state from job where name = $1', [name]);
  const read = async <Data>(path: string): Promise<Data> => (await service.call('GET', path)).body.data as Data;

  it('is a finished scan, its sessions with records by rules, a score, a watch-list and positions', async () => {
    await request();
    const [job] = await jobsOf(createDemoWorkJob.name);
    const view = await service.api.app.get(JobsService).wait(job?.id ?? 0, LONG_MS);
    expect(view).toMatchObject({ error: null, attempts: 1, result: { scanId: 1, sessions: 5 } });
    expect(await read('/api/stock-cycle/scans/1')).toMatchObject({ status: 'completed', startedBy: null });
    await until('the fills and the score have ended', LONG_MS, async () => {
      const open = await service.database.query(`select from job where state not in ('completed', 'failed')`);
      return open.length === 0;
    });
    const filled = await service.database.query<{ days: number; model: string | null }>(
      `select count(*) as days, min(r.model) as model from daily_record d join ai_run r on r.id = d.ai_run_id
       group by d.session_id`,
    );
    expect(filled).toHaveLength(5);
    expect(filled.every(({ days, model }) => days >= 1 && model === 'rules')).toBe(true);
    expect(await service.database.query('select applied from fundamental_score')).toEqual([{ applied: true }]);
    expect(await read('/api/watchlist')).toMatchObject({ items: [{ note: '演示 · demo' }, {}, {}] });
    expect(await read('/api/positions')).toMatchObject({ items: [{ quantity: 1000 }, { quantity: 1000 }] });
  });

  it('comes once, and not to somebody who has begun', async () => {
    await request();
    expect(await jobsOf(createDemoWorkJob.name)).toHaveLength(1);
  });

  it('goes with the demo, and leaves what somebody added to the lists', async () => {
    await service.call('PUT', '/api/watchlist/600519', { json: { note: 'mine' } });
    await service.call('PUT', '/api/positions/600519', { json: { quantity: 5 } });
    await service.database.transaction((tx) => requireRealMarket(tx, true, new MarketLoadHooks()));
    expect(await read('/api/watchlist')).toMatchObject({ items: [{ code: '600519', note: 'mine' }] });
    expect(await read('/api/positions')).toMatchObject({ items: [{ code: '600519', quantity: 5 }] });
    expect(await service.database.query('select from demo_sample')).toEqual([]);
  });
});

import { DemoMarketService } from '#lib/demo-market';
import { WallClock } from '../../support/worlds/records-world';
import { databaseTemplate } from '../../support/database/test-database';
import { TestService } from '../../support/worlds/test-service';
import { until } from '../../support/until';

/** The evening of a trading day in Shanghai; the demo market ends with its bars. */
const DEMO_NOW = '2026-11-20T20:00:00';
const SCAN = { start_date: '2026-10-19', end_date: '2026-11-20', circ_mkt_min_yi: 0, circ_mkt_max_yi: 1_000_000 };
const REVIEWED = 40;
const WORK_MS = 120_000;

export function demoClock(): WallClock {
  const clock = new WallClock();
  clock.set(DEMO_NOW);
  return clock;
}

/**
 * A database as it is after some weeks of use: the demo market, a scan with its sessions, their records by the rules
 * model, priorities, review dates, a watch-list and holdings. Made once for all specs of a run.
 */
export function demoTemplate(): Promise<string> {
  return databaseTemplate('console_demo', async (databaseUrl) => {
    const service = await TestService.start({ MARKET_SOURCE: 'demo' }, { clock: demoClock(), databaseUrl });
    try {
      await service.getFromWorker(DemoMarketService).ensure();
      await useForWeeks(service);
    } finally {
      await service.stop();
    }
  });
}

async function useForWeeks(service: TestService): Promise<void> {
  const scan = await post<{ scanId: number }>(service, '/api/stock-cycle/scans', SCAN);
  await ended(service, `/api/stock-cycle/scans/${scan.scanId}`);
  const list = await get<{ sessions: { id: number; code: string }[] }>(
    service,
    '/api/stock-cycle/sessions?status=open&limit=200',
  );
  await Promise.all(
    list.sessions.slice(0, REVIEWED).map(async ({ id }, index) => {
      const path = `/api/stock-cycle/sessions/${id}`;
      const next_review_at = ['2026-11-18', '2026-11-20', '2026-11-24', '2026-12-04'][index % 4];
      await send(service, 'PATCH', path, { next_review_at });
      await send(service, 'PUT', `${path}/priority`, { priority: 95 - index * 2 });
    }),
  );
  for (const [index, { code }] of list.sessions.slice(0, 12).entries()) {
    await service.call('PUT', `/api/watchlist/${code}`, { json: { note: '量缩价稳' } });
    if (index < 5) {
      const position = { quantity: 1000 * (index + 1), avg_cost: 12.5, opened_at: '2026-10-26' };
      await service.call('PUT', `/api/positions/${code}`, { json: position });
    }
  }
  for (const kind of ['daily', 'weekly']) {
    const { drainId } = await post<{ drainId: number }>(service, '/api/stock-cycle/ai-fill-drains', { kind });
    await ended(service, `/api/stock-cycle/ai-fill-drains/${drainId}`);
  }
  await post(service, '/api/stock-cycle/sync-cyq-cache', {});
}

async function ended(service: TestService, path: string): Promise<void> {
  await until(`${path} has ended`, WORK_MS, async () => {
    const { finishedAt } = await get<{ finishedAt: string | null }>(service, path);
    return finishedAt !== null;
  });
}

async function get<Data>(service: TestService, path: string): Promise<Data> {
  return (await service.call('GET', path)).body.data as Data;
}

function post<Data>(service: TestService, path: string, json: unknown): Promise<Data> {
  return send(service, 'POST', path, json);
}

async function send<Data>(service: TestService, method: string, path: string, json: unknown): Promise<Data> {
  const reply = await service.call(method, path, { json });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
  return reply.body.data as Data;
}

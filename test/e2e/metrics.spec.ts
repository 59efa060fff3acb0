import { Client } from 'pg';
import { MetricsListener } from '../../apps/api/src/health/metrics-listener';
import { MetricsService } from '../../apps/api/src/health/metrics.service';
import { JobsService } from '#lib/queue';
import { WallClock } from '../support/worlds/records-world';
import { TcpProxy } from '../support/processes/tcp-proxy';
import { TestApi } from '../support/worlds/test-api';
import { createTestDatabase } from '../support/database/test-database';
import { TestService } from '../support/worlds/test-service';
import { until } from '../support/until';

/** The lines of a metric by their labels, as of now: what is served may be five seconds old. */
async function linesOf(api: TestApi, metric: string): Promise<Record<string, number>> {
  const text = await api.app.get(MetricsService, { strict: false }).read();
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `))
      .map((line) => {
        const [, labels = '', value = ''] = /^\w+(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
        return [labels, Number(value)];
      }),
  );
}

describe('the metrics of the database', () => {
  const clock = new WallClock();
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start({ clock, environment: { AI_CALLS_PER_DAY: '40', AI_TOKENS_PER_DAY: '9000' } });
  });
  afterAll(() => api.stop());

  it('count jobs by state and queue, those that wait, failed and crashed by name, and expired leases', async () => {
    await api.database.query(`
      insert into job (name, queue, payload, state, attempts, crashes, available_at, lease_token, lease_until, finished_at, error)
      values
        ('scan.range', 'bulk', '{}', 'queued', 0, 0, now() - interval '100 s', null, null, null, null),
        ('scan.range', 'bulk', '{}', 'queued', 0, 0, now() + interval '1 hour', null, null, null, null),
        ('scan.range', 'bulk', '{}', 'running', 3, 2, now() - interval '900 s', gen_random_uuid(), now() + interval '1 hour', null, null),
        ('ai.lane', 'ai', '{}', 'running', 1, 0, now(), gen_random_uuid(), now() - interval '9 s', null, null),
        ('ai.lane', 'ai', '{}', 'failed', 1, 1, now(), null, null, now() - interval '23 hours', '{}'),
        ('ai.lane', 'ai', '{}', 'failed', 1, 1, now(), null, null, now() - interval '25 hours', '{}'),
        ('seo.import', 'bulk', '{}', 'completed', 1, 0, now(), null, null, now(), null)`);
    await api.database.query(`
      insert into job_outbox (job_id, queue, available_at) select min(id), 'bulk', now() - interval '50 s' from job`);
    expect(await linesOf(api, 'jobs')).toEqual({
      'state="queued"': 2,
      'state="running"': 2,
      'state="failed_last_day"': 1,
      'state="outbox"': 1,
    });
    expect(await linesOf(api, 'queue_jobs')).toEqual({
      'queue="ai",state="queued"': 0,
      'queue="ai",state="running"': 1,
      'queue="bulk",state="queued"': 2,
      'queue="bulk",state="running"': 1,
    });
    expect(await linesOf(api, 'jobs_failed_last_day')).toEqual({ 'name="ai.lane"': 1, 'name="scan.range"': 0 });
    expect(await linesOf(api, 'job_crashes_last_day')).toEqual({ 'name="ai.lane"': 1, 'name="scan.range"': 2 });
    expect(await linesOf(api, 'expired_leases')).toEqual({ '': 1 });
    const waiting = await linesOf(api, 'queue_oldest_waiting_seconds');
    expect(waiting['queue="ai"']).toBe(0);
    expect(waiting['queue="bulk"']).toBeGreaterThanOrEqual(100);
    expect(waiting['queue="bulk"']).toBeLessThan(200);
    const oldest = await linesOf(api, 'oldest_waiting_seconds');
    expect(oldest['waiting_for="worker"']).toBeCloseTo(waiting['queue="bulk"'] ?? 0, -1);
    expect(oldest['waiting_for="relay"']).toBeGreaterThanOrEqual(50);
    // What is gone leaves no line behind.
    await api.database.query('delete from job_outbox');
    await api.database.query('delete from job');
    expect(await linesOf(api, 'queue_jobs')).toEqual({});
    expect(await linesOf(api, 'jobs_failed_last_day')).toEqual({});
  });

  it('report the market: through which day, how far behind at 20:30, errors of the vendor', async () => {
    expect(await linesOf(api, 'market_lag_trading_days')).toEqual({});
    await api.database.query(
      `update market_state set source = 'tushare', bars_from = '2025-01-02', bars_to = '2025-12-15'`,
    );
    await api.database.query(`
      insert into market_sync_unit (data_set, unit_key, state, fault, noted_at) values
        ('daily', '1', 'failed', 'rate', now()), ('daily', '2', 'failed', 'rate', now()),
        ('daily', '3', 'denied', 'permission', now()), ('daily', '4', 'stored', null, now())`);
    await api.database.query(`
      insert into market_sync (kind, status, from_date, to_date, asked_at, finished_at) values
        ('daily', 'failed', '2025-12-16', '2025-12-16', now(), now()),
        ('daily', 'failed', '2025-12-16', '2025-12-16', now(), now() - interval '2 days'),
        ('daily', 'completed', '2025-12-16', '2025-12-16', now(), now())`);
    clock.set('2025-12-17T20:29:00');
    expect(await linesOf(api, 'market_lag_trading_days')).toEqual({ 'source="tushare"': 1 });
    clock.set('2025-12-17T20:31:00');
    expect(await linesOf(api, 'market_lag_trading_days')).toEqual({ 'source="tushare"': 2 });
    expect(await linesOf(api, 'market_through_timestamp_seconds')).toEqual({
      'source="tushare"': Date.UTC(2025, 11, 15) / 1000,
    });
    expect(await linesOf(api, 'vendor_faulty_questions')).toEqual({ 'fault="permission"': 1, 'fault="rate"': 2 });
    expect(await linesOf(api, 'market_syncs_failed_last_day')).toEqual({ '': 1 });
    expect((await linesOf(api, 'trading_calendar_days_left'))['']).toBeGreaterThan(0);
  });

  it('report drains: the last day of each kind, and whether one is late', async () => {
    await api.database.query(`
      insert into ai_drain (kind, origin, trade_day, today, status, total, finished_at) values
        ('daily', 'schedule', '2025-12-16', '2025-12-16', 'completed', 1, now()),
        ('daily', 'schedule', '2025-12-17', '2025-12-17', 'failed', 1, now()),
        ('weekly', 'manual', '2025-12-17', '2025-12-17', 'completed', 1, now()),
        ('weekly', 'schedule', '2025-12-16', '2025-12-16', 'cancelled', 1, now())`);
    clock.set('2025-12-17T20:29:00');
    expect(await linesOf(api, 'drain_late')).toEqual({ 'kind="daily"': 0, 'kind="weekly"': 0 });
    clock.set('2025-12-17T20:31:00');
    expect(await linesOf(api, 'drain_late')).toEqual({ 'kind="daily"': 1, 'kind="weekly"': 1 });
    const day = Date.UTC(2025, 11, 16) / 1000;
    expect(await linesOf(api, 'drain_last_trade_day_timestamp_seconds')).toEqual({
      'kind="daily"': day,
      'kind="weekly"': day,
    });
    await api.database.query(`update ai_drain set status = 'completed' where status = 'failed'`);
    expect(await linesOf(api, 'drain_late')).toEqual({ 'kind="daily"': 0, 'kind="weekly"': 1 });
  });

  it('report models: usage and limits of the day, and how requests ended', async () => {
    await api.database.query(
      `insert into ai_budget_day (day, calls, tokens) values ((now() at time zone 'Asia/Shanghai')::date, 7, 800)`,
    );
    await api.database.query('alter table ai_call drop constraint ai_call_run_fkey');
    await api.database.query(`
      insert into ai_call (run_id, purpose, outcome, fault, ended_at) values
        (1, 'answer', 'answered', null, now()), (2, 'answer', 'answered', null, now()),
        (3, 'answer', 'failed', 'timeout', now()), (4, 'answer', 'failed', 'timeout', now() - interval '2 days'),
        (5, 'answer', 'begun', null, null)`);
    expect(await linesOf(api, 'ai_budget_used')).toEqual({ 'unit="calls"': 7, 'unit="tokens"': 800 });
    expect(await linesOf(api, 'ai_budget_cap')).toEqual({ 'unit="calls"': 40, 'unit="tokens"': 9000 });
    expect(await linesOf(api, 'ai_calls_last_day')).toEqual({ 'outcome="ok"': 2, 'outcome="timeout"': 1 });
  });

  it('stay there if one value cannot be read', async () => {
    await api.database.query('alter table ai_budget_day rename to away');
    try {
      expect(await linesOf(api, 'ai_budget_used')).toEqual({});
      expect(await linesOf(api, 'drain_late')).toEqual({});
      expect(await linesOf(api, 'database_up')).toEqual({ '': 1 });
      expect(await linesOf(api, 'market_lag_trading_days')).not.toEqual({});
      expect(api.logs).toContain('figures are missing');
    } finally {
      await api.database.query('alter table away rename to ai_budget_day');
    }
    expect(await linesOf(api, 'ai_budget_used')).not.toEqual({});
  });
});

it('the metrics of workers include their own, and the connections of the pool', async () => {
  const service = await TestService.start();
  try {
    await until('the worker has told', 20_000, async () => (await linesOf(service.api, 'live_workers'))[''] === 1);
    const [[worker, memory] = []] = Object.entries(await linesOf(service.api, 'worker_resident_memory_bytes'));
    expect(memory).toBeGreaterThan(20e6);
    expect(worker).toMatch(/^worker="[0-9a-f-]{36}"$/);
    expect(await linesOf(service.api, 'worker_running_jobs')).toEqual({ [String(worker)]: 0 });
    expect(Object.keys(await linesOf(service.api, 'worker_eventloop_delay_seconds'))).toEqual([worker]);
    const pool = await linesOf(service.api, 'worker_pool_connections');
    expect(pool[`${String(worker)},state="total"`]).toBeGreaterThan(0);
    expect((await linesOf(service.api, 'database_pool_connections'))['state="total"']).toBeGreaterThan(0);
    // One of a build that says nothing.
    await service.database.query(
      `insert into worker_heartbeat (worker_id, queues) values (gen_random_uuid(), '{bulk}')`,
    );
    expect(await linesOf(service.api, 'live_workers')).toEqual({ '': 2 });
    expect(Object.keys(await linesOf(service.api, 'worker_resident_memory_bytes'))).toEqual([worker]);
    await service.stopWorker();
    await service.database.query('delete from worker_heartbeat');
    expect(await linesOf(service.api, 'worker_resident_memory_bytes')).toEqual({});
  } finally {
    await service.stop();
  }
});

it.each(['blackhole', 'refuse'] as const)(
  'the metrics are served in time, without old values, if the database is unavailable (%s)',
  async (mode) => {
    const database = await createTestDatabase();
    const address = new URL(database.url);
    const proxy = await TcpProxy.to(address.hostname, Number(address.port));
    const through = new URL(database.url);
    through.hostname = '127.0.0.1';
    through.port = String(proxy.port);
    const api = await TestApi.start({ databaseUrl: through.href });
    try {
      expect(await linesOf(api, 'database_up')).toEqual({ '': 1 });
      expect(await linesOf(api, 'live_workers')).toEqual({ '': 0 });
      await api.call('GET', '/health/live');
      proxy.set(mode);
      const start = performance.now();
      const pages = await Promise.all(Array.from({ length: 5 }, () => api.call('GET', '/metrics')));
      expect(performance.now() - start).toBeLessThan(4500);
      for (const { status, text } of pages) {
        expect(status).toBe(200);
        expect(text).toContain('database_up 0');
        expect(text).toContain('http_request_duration_seconds_count');
        expect(text).not.toMatch(/^(?:live_workers|jobs|drain_late|ai_budget_used|market_)/m);
      }
    } finally {
      proxy.set('refuse');
      await api.stop();
      await proxy.close();
      await database.drop();
    }
  },
);

describe('probes', () => {
  const TOKEN = 'a-token-of-Prometheus';
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start({ environment: { DATABASE_POOL_SIZE: '2', METRICS_TOKEN: TOKEN } });
  });
  afterAll(() => api.stop());

  it('share one reading among all callers, for at most a second, and five for metrics', async () => {
    const jobs = api.app.get(JobsService, { strict: false });
    const [looks, readings] = [jest.spyOn(jobs, 'health'), jest.spyOn(jobs, 'stats')];
    const start = performance.now();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => api.call('GET', '/health/ready')));
      await Promise.all(Array.from({ length: 20 }, () => api.call('GET', '/metrics', { bearer: TOKEN })));
    }
    const seconds = (performance.now() - start) / 1000;
    expect(looks.mock.calls.length).toBeLessThanOrEqual(1 + 5 * seconds);
    expect(readings.mock.calls.length).toBeLessThanOrEqual(1 + seconds / 5);
    looks.mockRestore();
    readings.mockRestore();
  });

  it('respond while requests hold every connection of theirs', async () => {
    const busy = [1, 2].map(() => api.database.query('select pg_sleep(25)').catch((error: unknown) => error));
    const admin = new Client({ connectionString: api.databaseUrl });
    await admin.connect();
    const ofSleepers = `from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(25)'`;
    await until('both are held', 10_000, async () => (await admin.query(`select ${ofSleepers}`)).rows.length === 2);
    expect((await api.call('GET', '/health/ready')).status).toBe(200);
    // Neither had ended by itself.
    expect((await admin.query(`select pg_cancel_backend(pid) ${ofSleepers} and state = 'active'`)).rows).toHaveLength(
      2,
    );
    await admin.end();
    for (const error of await Promise.all(busy)) expect(error).toMatchObject({ code: '57014' });
  });

  it('require the token for metrics if one is set', async () => {
    for (const bearer of [undefined, 'wrong', await api.login()]) {
      const reply = await api.call('GET', '/metrics', bearer === undefined ? {} : { bearer });
      expect(reply.status).toBe(401);
    }
    expect((await api.call('GET', '/metrics', { bearer: TOKEN })).text).toContain('database_up 1');
  });
});

it('a port of its own serves the metrics, and the main one does not', async () => {
  const api = await TestApi.start({ environment: { METRICS_PORT: '0' } });
  try {
    expect((await api.call('GET', '/metrics')).status).toBe(404);
    const { port } = api.app.get(MetricsListener, { strict: false });
    const page = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(page.headers.get('content-type')).toContain('text/plain');
    expect(await page.text()).toContain('database_up 1');
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(404);
  } finally {
    await api.stop();
  }
});

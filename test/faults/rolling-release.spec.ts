import { resolve } from 'node:path';
import { HAS_HAPROXY, HaProxy } from '../support/processes/haproxy';
import { hasCommit, OlderBuild, prepareBy } from '../support/processes/older-build';
import { until } from '../support/until';
import { describeUnless } from './support/describe-unless';
import { SCAN_REQUEST } from './support/fault-market';
import type { FaultyProcess } from './support/faulty-process';
import { measured } from './support/measured';
import { expectAsUndisturbedNow, expectNothingLostNothingTwice } from './support/oracle';
import { PostgresServer } from './support/postgres-server';
import { ADMIN, RealService } from './support/real-service';
import { Traffic } from './support/traffic';

/** What landed before this build, with an older schema: the next release moves it on. */
const LAST_RELEASE = '913e27a9';
const THIS_BUILD = resolve(__dirname, '../..');
const BATCH = '/api/stock-cycle/ground-volume-scan';
const PROCESSES = 2;
const HOLD_MS = 200;
const PATIENCE_MS = 120_000;
const SETTINGS = {
  JWT_SECRET: 'a secret of the tests, long enough',
  SECRETS_KEY: 'a key of the tests for what is stored',
  MARKET_SOURCE: 'files',
  WORKER_CONCURRENCY: '2',
  RATE_LIMIT: 'off',
  TRUST_PROXY: 'on',
  // The evening of the market's last day, so that a drain finds bars for its records.
  CLOCK_START: '2025-12-19T12:00:00Z',
};
const KINDS = ['list', 'edit', 'scan', 'waiting request'];

jest.setTimeout(600_000);

const missing = !HAS_HAPROXY
  ? 'haproxy: apt-get install haproxy'
  : !hasCommit(LAST_RELEASE)
    ? `the history of the repository with ${LAST_RELEASE}: git fetch --unshallow`
    : undefined;

describeUnless(missing, 'from the last release to this build under load, behind HAProxy', () => {
  let older: OlderBuild;
  let service: RealService;
  let proxy: HaProxy;
  let databaseUrl: string;
  const traffic = new Traffic();
  const urls: string[] = [];
  const apis: FaultyProcess[] = [];
  const workers: FaultyProcess[] = [];

  beforeAll(async () => {
    older = await OlderBuild.of(LAST_RELEASE);
    const postgres = await PostgresServer.start({ maxConnections: 200, durable: false });
    databaseUrl = await postgres.empty('rolled');
    await prepareBy(older.root, { ...SETTINGS, DATABASE_URL: databaseUrl, ADMIN_PASSWORD: ADMIN.password });
    service = await RealService.create(SETTINGS, { url: databaseUrl, drop: () => postgres.remove() });
    await service.slowDown(HOLD_MS);
    service.useBuild(older.root);
    await service.startApi();
    urls.push(service.url, await service.startAnotherApi());
    apis.push(...service.apis);
    for (let at = 0; at < PROCESSES; at += 1) workers.push(await service.startWorker());
    proxy = await HaProxy.start(urls);
    await proxy.untilUp(PROCESSES);
  });

  afterAll(async () => {
    await traffic.stop();
    await proxy.remove();
    await service.remove();
    await older.remove();
  });

  const call = (method: string, path: string, json?: unknown) => service.call(method, path, json, proxy.url);

  async function untilAnswered(count: number): Promise<void> {
    for (const name of KINDS) {
      const before = traffic.goodReplies(name);
      await until(
        `${name}: ${count} more good replies`,
        PATIENCE_MS,
        () => traffic.goodReplies(name) >= before + count,
      );
    }
  }

  it('no request fails, no job is lost, no record is written twice', async () => {
    const first = await service.startScan();
    await service.untilEnded(first, PATIENCE_MS);
    const drain = await call('POST', '/api/stock-cycle/ai-fill-drains', { kind: 'daily' });
    const { drainId } = drain.data as { drainId: number };
    traffic.start('list', () => call('GET', '/api/stock-cycle/sessions?limit=3'));
    traffic.start('edit', () => call('PUT', '/api/watchlist/000001', { note: String(performance.now()) }));
    traffic.start('scan', () => call('POST', '/api/stock-cycle/scans', SCAN_REQUEST));
    traffic.start('waiting request', () => call('POST', BATCH, SCAN_REQUEST));
    await untilAnswered(3);

    const said = await prepareBy(THIS_BUILD, { ...SETTINGS, DATABASE_URL: databaseUrl });
    measured('the migration said', said.trim().replaceAll('\n', ' '));
    // The old processes on the new schema.
    await untilAnswered(3);

    service.useBuild(undefined);
    for (const old of workers) {
      await service.startWorker();
      expect((await old.stop()).code).toBe(0);
      await untilAnswered(1);
    }
    for (const [at, old] of apis.entries()) {
      await proxy.drain(at);
      expect((await old.stop()).code).toBe(0);
      await service.startAnotherApi({ PORT: new URL(urls[at] ?? '').port });
      await proxy.giveRequests(at);
      await proxy.untilUp(PROCESSES);
      await untilAnswered(2);
    }

    const counts = await traffic.stop();
    measured('replies while two APIs and two workers were replaced', JSON.stringify(counts));
    expect(traffic.failures()).toEqual([]);
    await service.untilIdle();
    await expectNothingLostNothingTwice(service.database);
    const [records] = await service.database.query(
      `select d.status, (select count(*)::int from ai_drain_session s where s.drain_id = d.id and s.status in ('filled', 'skipped'))
           = d.total as "allSessions",
         (select coalesce(sum(generated), 0)::int from ai_drain_session where drain_id = d.id)
           = (select count(*)::int from daily_record) as "allStored"
       from ai_drain d where d.id = $1`,
      [drainId],
    );
    expect(records).toEqual({ status: 'completed', allSessions: true, allStored: true });
    expect(await service.database.query(`select name, error from job where state = 'failed'`)).toEqual([]);
    await expectAsUndisturbedNow(service, first, PATIENCE_MS);
    const health = await call('GET', '/health/ready');
    expect(health.data).toEqual({ status: 'ok', degraded: [] });
  });
});

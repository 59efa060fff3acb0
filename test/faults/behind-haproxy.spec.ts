import { HAS_HAPROXY, HaProxy } from '../support/processes/haproxy';
import { until } from '../support/until';
import { describeUnless } from './support/describe-unless';
import { SCAN_REQUEST } from './support/fault-market';
import type { FaultyProcess } from './support/faulty-process';
import { FollowedStream } from './support/followed-stream';
import { measured } from './support/measured';
import { expectAsUndisturbedNow, expectNothingLostNothingTwice } from './support/oracle';
import { PostgresServer } from './support/postgres-server';
import { RealService } from './support/real-service';
import { Traffic } from './support/traffic';

const APIS = 4;
const WORKERS = 8;
const BATCH = '/api/stock-cycle/ground-volume-scan';
const HOLD_MS = 100;
const PATIENCE_MS = 90_000;
/** Clients whose requests HAProxy may send again, and those that may have changed something. */
const READERS = 3;
const WRITERS = 3;

jest.setTimeout(240_000);

const missing = HAS_HAPROXY ? undefined : 'haproxy: apt-get install haproxy';

describeUnless(missing, 'four APIs and eight workers behind HAProxy', () => {
  let service: RealService;
  let urls: string[];
  let proxy: HaProxy;
  /** Which process listens at an address. */
  const apis = new Map<string, FaultyProcess>();
  const running: Traffic[] = [];

  beforeAll(async () => {
    const postgres = await PostgresServer.start({ maxConnections: 400, durable: false });
    service = await RealService.create(
      { WORKER_CONCURRENCY: '1', RATE_LIMIT: 'off', TRUST_PROXY: 'on', STOP_DELAY_SECONDS: '4' },
      { url: postgres.url, drop: () => postgres.remove() },
    );
    await service.slowDown(HOLD_MS);
    await service.startApi();
    urls = [service.url];
    for (let at = 1; at < APIS; at += 1) urls.push(await service.startAnotherApi());
    for (const [at, api] of service.apis.entries()) apis.set(urls[at] ?? '', api);
    for (let at = 0; at < WORKERS; at += 1) await service.startWorker();
    // The route that waits opens sessions without a hit where none are open; the checks want a hit for each.
    await service.untilEnded(await service.startScan(), PATIENCE_MS);
    proxy = await HaProxy.start(urls);
    await proxy.untilUp(APIS);
  });

  afterAll(async () => {
    await proxy.remove();
    await service.remove();
  });

  // Where a test failed: clients that go on would keep the run from ending.
  afterEach(() => Promise.all(running.splice(0).map((traffic) => traffic.stop())));

  const call = (method: string, path: string, json?: unknown) => service.call(method, path, json, proxy.url);

  /** Clients that come from outside, through HAProxy. */
  function load(): Traffic {
    const traffic = new Traffic();
    running.push(traffic);
    for (let at = 0; at < READERS; at += 1) {
      traffic.start('list', () => call('GET', '/api/stock-cycle/sessions?limit=3'));
    }
    traffic.start('edit', () => call('PUT', '/api/watchlist/000001', { note: String(performance.now()) }));
    traffic.start('scan', () => call('POST', '/api/stock-cycle/scans', SCAN_REQUEST));
    traffic.start('waiting request', () => call('POST', BATCH, SCAN_REQUEST));
    return traffic;
  }

  /** Waits until every kind of request has been answered `count` times more. */
  async function untilAnswered(traffic: Traffic, count: number): Promise<void> {
    for (const name of ['list', 'edit', 'scan', 'waiting request']) {
      const before = traffic.goodReplies(name);
      await until(
        `${name}: ${count} more good replies`,
        PATIENCE_MS,
        () => traffic.goodReplies(name) >= before + count,
      );
    }
  }

  /** Ends the load and checks what it left. @returns replies that were not 2xx. */
  async function endOf(what: string, traffic: Traffic): Promise<string[]> {
    const counts = await traffic.stop();
    measured(`${what}: replies`, JSON.stringify(counts));
    const { retries, redispatches } = Object.values(await proxy.servers()).reduce((sum, server) => ({
      ...sum,
      retries: sum.retries + server.retries,
      redispatches: sum.redispatches + server.redispatches,
    }));
    measured(`${what}: retries and redispatches since the start of HAProxy`, `${retries}, ${redispatches}`);
    await service.untilIdle();
    await expectNothingLostNothingTwice(service.database);
    return traffic.failures();
  }

  function apiNo(at: number): FaultyProcess {
    const api = apis.get(urls[at] ?? '');
    if (api === undefined) throw new Error(`there is no API ${at}`);
    return api;
  }

  /** Starts an API that has ended, at the address that it had, and waits until it gets requests. */
  async function startAgain(at: number): Promise<void> {
    const url = urls[at] ?? '';
    await service.startAnotherApi({ PORT: new URL(url).port });
    for (const api of service.apis.slice(-1)) apis.set(url, api);
    await proxy.untilUp(APIS);
  }

  it('an API killed: reads are answered by others, and at most the writes that it had are lost', async () => {
    const traffic = load();
    await untilAnswered(traffic, 3);
    await apiNo(1).kill();
    await untilAnswered(traffic, 5);
    await startAgain(1);
    const failures = await endOf('killed', traffic);
    measured('killed: failed requests', JSON.stringify(failures));
    expect(failures.filter((failure) => failure.startsWith('list'))).toEqual([]);
    expect(failures.length).toBeLessThanOrEqual(WRITERS);
  });

  it('an API frozen: at most one request of each client fails, when its silence is noticed', async () => {
    const traffic = load();
    await untilAnswered(traffic, 3);
    const frozen = apiNo(2);
    frozen.freeze();
    measured('frozen: until it gets no more requests, ms', await proxy.untilUp(APIS - 1));
    await untilAnswered(traffic, 5);
    frozen.thaw();
    await proxy.untilUp(APIS);
    await untilAnswered(traffic, 2);
    const failures = await endOf('frozen', traffic);
    measured('frozen: failed requests', JSON.stringify(failures));
    expect(failures.length).toBeLessThanOrEqual(READERS + WRITERS);
  });

  it('an API stopped by SIGTERM: no request fails', async () => {
    const traffic = load();
    await untilAnswered(traffic, 3);
    const { code, ms } = await apiNo(3).stop();
    measured('stopped: from SIGTERM to the end, ms', ms);
    expect(code).toBe(0);
    // It got nothing new while its port was still open.
    expect(proxy.log).toContain('Server api/api4 is stopping');
    await untilAnswered(traffic, 5);
    const failures = await endOf('stopped', traffic);
    measured('stopped: failed requests', JSON.stringify(failures));
    expect(failures).toEqual([]);
    await startAgain(3);
  });

  it('six of eight workers killed: no request fails, and the others end their work', async () => {
    const traffic = load();
    await untilAnswered(traffic, 3);
    await Promise.all(service.workers.slice(0, 6).map((worker) => worker.kill()));
    await untilAnswered(traffic, 5);
    const failures = await endOf('workers killed', traffic);
    expect(failures).toEqual([]);
    for (let at = 0; at < 6; at += 1) await service.startWorker();
  });

  it('HAProxy reloaded with other APIs: no request fails', async () => {
    const traffic = load();
    await untilAnswered(traffic, 3);
    await proxy.reload(urls.slice(1));
    await proxy.untilUp(APIS - 1);
    await untilAnswered(traffic, 5);
    await proxy.reload(urls);
    await proxy.untilUp(APIS);
    await untilAnswered(traffic, 3);
    expect(await endOf('reloaded', traffic)).toEqual([]);
  });

  it('an event stream whose API is killed goes on at another one, from the present state to the end', async () => {
    await service.slowDown(1500);
    const begun = await call('POST', '/api/stock-cycle/scans', SCAN_REQUEST);
    const { scanId } = begun.data as { scanId: number };
    const path = `/api/stock-cycle/scans/${scanId}/events`;
    const first = await FollowedStream.open(`${proxy.url}${path}`, service.credential);
    await first.untilEvents(1);
    const at = Object.values(await proxy.servers()).findIndex(({ current }) => current > 0);
    await apiNo(at).kill();
    await first.untilEnd();
    expect(first.isComplete).toBe(false);

    const second = await FollowedStream.open(`${proxy.url}${path}`, {
      ...service.credential,
      'last-event-id': first.lastId,
    });
    await second.untilEvents(1);
    await second.untilEnd();
    expect(second.isComplete).toBe(true);
    expect(await service.hasEnded(scanId)).toBe(true);
    await startAgain(at);
    await service.slowDown(HOLD_MS);
    await expectAsUndisturbedNow(service, scanId, PATIENCE_MS);
  });

  it('clients are told apart by the address that HAProxy adds, and metrics are not for them', async () => {
    const response = await fetch(`${proxy.url}/metrics`);
    expect(response.status).toBe(404);
    const login = await fetch(`${proxy.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ username: 'nobody', password: 'not the password' }),
    });
    expect(login.status).toBe(401);
    const attempts = await service.database.query('select address from login_attempt');
    expect(attempts).toEqual([{ address: '127.0.0.1' }]);
    expect(proxy.log).not.toMatch(/[?&]limit=/);
  });
});

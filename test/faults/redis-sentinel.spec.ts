import { RedisSentinels } from '../support/processes/redis-sentinels';
import { until } from '../support/until';
import { SCAN_REQUEST } from './support/fault-market';
import { measured } from './support/measured';
import { expectNothingLostNothingTwice, expectUndisturbed, undisturbedHits } from './support/oracle';
import { RealService } from './support/real-service';
import { describeWithRedis } from './support/redis-server';
import { Traffic } from './support/traffic';

const BATCH = '/api/stock-cycle/ground-volume-scan';
const SETTINGS = {
  WORKER_CONCURRENCY: '1',
  RATE_LIMIT: 'off',
  // The evening of the market's last day, so that a drain finds bars for its records.
  CLOCK_START: '2025-12-19T12:00:00Z',
};
const HOLD_MS = 400;
/** The sentinels' patience, an election, and what the new primary lacks published again after 15 s, with a look every 5. */
const RECOVERY_MS = 60_000;

jest.setTimeout(240_000);

describeWithRedis('a primary of Redis that is lost under load, with three sentinels', () => {
  let redis: RedisSentinels;
  let service: RealService;
  let hits: unknown[];
  let traffic: Traffic | undefined;

  beforeAll(async () => {
    redis = await RedisSentinels.start();
    service = await RealService.create({ ...SETTINGS, REDIS_URL: redis.url });
    await service.slowDown(HOLD_MS);
    await service.startApi();
    hits = await undisturbedHits(service, RECOVERY_MS);
    await service.startWorker();
    await service.startWorker();
  });

  afterAll(async () => {
    await service.remove();
    await redis.remove();
  });

  beforeEach(async () => {
    await expectNothingLostNothingTwice(service.database);
    await service.clear();
    await redis.untilWhole();
  });

  // Where a test failed: clients that go on would keep the run from ending.
  afterEach(() => traffic?.stop());

  /** What the drains say they wrote, and what is stored. */
  async function recordsOf(drainId: number): Promise<unknown> {
    const [row] = await service.database.query<object>(
      `select d.status, (select count(*)::int from ai_drain_session s where s.drain_id = d.id and s.status in ('filled', 'skipped'))
           = d.total as "allSessions",
         (select coalesce(sum(generated), 0)::int from ai_drain_session where drain_id = d.id)
           = (select count(*)::int from daily_record) as "allStored",
         (select count(*)::int from daily_record) > 0 as some
       from ai_drain d where d.id = $1`,
      [drainId],
    );
    return row;
  }

  const FAULTS: [string, (port: number) => Promise<void>, (port: number) => Promise<void>][] = [
    ['killed', (port) => redis.kill(port), (port) => redis.startAgain(port)],
    ['frozen', async (port) => redis.freeze(port), async (port) => redis.thaw(port)],
    ['cut off from the sentinels alone', (port) => redis.cutFromSentinels(port), (port) => redis.joinSentinels(port)],
  ];

  it.each(FAULTS)('%s: work goes on by itself, and its return does no harm', async (name, lose, comeBack) => {
    const first = await service.startScan();
    await service.untilEnded(first, RECOVERY_MS);
    const old = await redis.primaryPort();
    const load = new Traffic();
    traffic = load;
    load.start('list', () => service.call('GET', '/api/stock-cycle/sessions?limit=20'));
    load.start('edit', () => service.call('PUT', '/api/watchlist/000001', { note: String(performance.now()) }));
    const drain = await service.call('POST', '/api/stock-cycle/ai-fill-drains', { kind: 'daily' });
    const { drainId } = drain.data as { drainId: number };
    const scanId = await service.startScan();
    await service.untilRanges(scanId, 'completed');
    await lose(old);
    expect(await service.hasEnded(scanId)).toBe(false);
    // Waits for the scan in flight, or begins one.
    load.start('waiting request', () => service.call('POST', BATCH, SCAN_REQUEST));
    load.start('plain request', () => service.call('POST', '/api/stock-cycle/scans', SCAN_REQUEST));

    measured(`${name}: until the sentinels name another, ms`, await redis.untilPrimaryIsNot(old));
    measured(`${name}: from there to the end of the scan, ms`, await service.untilEnded(scanId, RECOVERY_MS));
    await expectUndisturbed(service.database, scanId, hits);
    const good = load.goodReplies('waiting request');
    await until('requests that need the queue are answered', RECOVERY_MS, () => {
      return load.goodReplies('waiting request') >= good + 2;
    });
    const health = await service.call('GET', '/health/ready');
    expect(health.data).toEqual({ status: 'ok', degraded: [] });

    // Two servers hold themselves for the primary now, until a sentinel tells the old one.
    await comeBack(old);
    measured(`${name}: from its return until it follows, ms`, await redis.untilReplica(old));
    const after = load.goodReplies('waiting request');
    await until('requests are answered after its return', RECOVERY_MS, () => {
      return load.goodReplies('waiting request') >= after + 2;
    });

    const counts = await load.stop();
    measured(`${name}: replies`, JSON.stringify(counts));
    measured(`${name}: from the first to the last failed reply, ms`, load.failedMs);
    expect(Object.keys(counts['list'] ?? {})).toEqual(['200']);
    expect(Object.keys(counts['edit'] ?? {})).toEqual(['200']);
    expect(Object.keys(counts['plain request'] ?? {})).toEqual(['202']);
    expect(Object.keys(counts['waiting request'] ?? {}).filter((reply) => !EXPECTED.includes(reply))).toEqual([]);
    await service.untilIdle();
    await expectUndisturbed(service.database, first, hits);
    await expectNothingLostNothingTwice(service.database);
    expect(await recordsOf(drainId)).toEqual({ status: 'completed', allSessions: true, allStored: true, some: true });
    expect([service.api.isRunning, service.workers.length]).toEqual([true, 2]);
  });

  it('killed with wake-ups that no replica has: they are published again', async () => {
    const old = await redis.primaryPort();
    const follow = await redis.holdReplication();
    const scanId = await service.startScan();
    await service.untilRanges(scanId, 'completed');
    expect(await service.shareLeft(scanId)).toBeGreaterThan(0.3);
    await redis.kill(old);
    await follow();
    await redis.untilPrimaryIsNot(old);
    measured(
      'lost wake-ups: from the failover to the end of the scan, ms',
      await service.untilEnded(scanId, RECOVERY_MS),
    );
    await expectUndisturbed(service.database, scanId, hits);
    await redis.startAgain(old);
    await redis.untilReplica(old);
  });

  it('the next one evicts keys: the log says so, and work goes on', async () => {
    await redis.configureReplicas('maxmemory-policy', 'allkeys-lru');
    const old = await redis.primaryPort();
    const before = service.api.output.length;
    await redis.kill(old);
    await redis.untilPrimaryIsNot(old);
    await until('the API says that the new primary evicts keys', RECOVERY_MS, () =>
      service.api.output.slice(before).includes('maxmemory-policy allkeys-lru'),
    );
    const scanId = await service.startScan();
    await service.untilEnded(scanId, RECOVERY_MS);
    await redis.startAgain(old);
    await redis.untilReplica(old);
    await redis.configureAll('maxmemory-policy', 'noeviction');
  });

  it('no log holds a password of Redis, and a sentinel has few connections', async () => {
    const logs = [service.api, ...service.workers].map(({ output }) => output).join('\n');
    expect(logs).toContain('Redis:');
    expect(redis.secrets.filter((secret) => logs.includes(secret))).toEqual([]);
    measured('connections to a sentinel of one API and two workers', await redis.connectionsToASentinel());
  });
});

const EXPECTED = ['200', '503 queue_unavailable'];

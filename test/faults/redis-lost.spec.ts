import { setTimeout as sleep } from 'node:timers/promises';
import { SCAN_REQUEST } from './support/fault-market';
import { measured } from './support/measured';
import { expectNothingLostNothingTwice, expectUndisturbed, hitsOf } from './support/oracle';
import { RealService } from './support/real-service';
import { describeWithRedis, RedisServer } from './support/redis-server';

const BATCH = '/api/stock-cycle/ground-volume-scan';
/** One range at a time, each held for so long: most ranges still wait in Redis when the fault comes. */
const SETTINGS = { WORKER_CONCURRENCY: '1' };
const HOLD_MS = 400;
const DOWN_MS = 2000;
/** Redis' own reconnecting takes two seconds at most; what it lost is published again after 15, with a look every 5. */
const RECOVERY_MS = 40_000;

jest.setTimeout(120_000);

describeWithRedis('a Redis that is lost in the middle of a scan', () => {
  let redis: RedisServer;
  let service: RealService;
  let hits: unknown[];

  beforeAll(async () => {
    redis = await RedisServer.start();
    service = await RealService.create({ ...SETTINGS, REDIS_URL: redis.url });
    await service.slowDown(HOLD_MS);
    await service.startApi();
    await service.startWorker();
    const scanId = await service.startScan();
    measured('undisturbed scan, ms', await service.untilEnded(scanId, RECOVERY_MS));
    hits = await hitsOf(service.database, scanId);
  });

  beforeEach(async () => {
    await expectNothingLostNothingTwice(service.database);
    await service.clear();
  });

  afterAll(async () => {
    await service.remove();
    await redis.remove();
  });

  const FAULTS: [string, () => Promise<void>][] = [
    [
      'killed and started on its append-only file',
      async () => {
        await redis.kill();
        await sleep(DOWN_MS);
        await redis.launch();
      },
    ],
    ['flushed', () => redis.flush()],
    [
      'killed and started with nothing',
      async () => {
        await redis.kill();
        await redis.forget();
        await sleep(DOWN_MS);
        await redis.launch();
      },
    ],
  ];

  it.each(FAULTS)('%s: the scan completes by itself', async (name, fault) => {
    const scanId = await service.startScan();
    await service.untilRanges(scanId, 'completed');
    await fault();
    expect(await service.hasEnded(scanId)).toBe(false);
    measured(`${name}: from Redis' return to the end of the scan, ms`, await service.untilEnded(scanId, RECOVERY_MS));
    await expectUndisturbed(service.database, scanId, hits);
    await expectNothingLostNothingTwice(service.database);
    expect([service.worker.isRunning, service.api.isRunning]).toEqual([true, true]);
  });

  it('frozen: writes continue through the outbox, and requests that would wait for a job report it', async () => {
    redis.freeze();
    const waiting = await service.call('POST', BATCH, SCAN_REQUEST);
    expect(waiting).toMatchObject({ status: 503, code: 'queue_unavailable' });
    expect(waiting.ms).toBeLessThan(3000);
    const plain = await service.call('POST', '/api/stock-cycle/scans', SCAN_REQUEST);
    expect(plain.status).toBe(202);
    expect(plain.ms).toBeLessThan(1000);
    const ready = await service.call('GET', '/health/ready');
    expect(ready.data).toMatchObject({ status: 'degraded', degraded: ['queue'] });
    expect(ready.ms).toBeLessThan(3000);
    measured(
      'frozen: a route that waits for a job, a plain write, readiness, ms',
      [waiting, plain, ready].map(({ ms }) => ms).join(', '),
    );
    await sleep(DOWN_MS);
    redis.thaw();
    const { scanId } = plain.data as { scanId: number };
    measured('frozen: from the thaw to the end of the scan, ms', await service.untilEnded(scanId, RECOVERY_MS));
    await expectUndisturbed(service.database, scanId, hits);
    expect((await service.call('POST', BATCH, SCAN_REQUEST)).status).toBe(200);
  });
});

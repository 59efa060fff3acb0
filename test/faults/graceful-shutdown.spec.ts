import { measured } from './support/measured';
import { expectNothingLostNothingTwice, expectUndisturbed, undisturbedHits } from './support/oracle';
import { RealService } from './support/real-service';
import { describeWithRedis, RedisServer } from './support/redis-server';

const HOLD_MS = 1500;
/** What containers wait by default is ten seconds. */
const GRACE_MS = 7000;
const RECOVERY_MS = 40_000;

jest.setTimeout(180_000);

describeWithRedis('a worker that is stopped in the middle of its work', () => {
  let redis: RedisServer;
  let service: RealService;
  let hits: unknown[];

  beforeAll(async () => {
    redis = await RedisServer.start();
    service = await RealService.create({ REDIS_URL: redis.url, WORKER_CONCURRENCY: '2' });
    await service.startApi();
    hits = await undisturbedHits(service, RECOVERY_MS);
    await service.slowDown(HOLD_MS);
  });

  afterAll(async () => {
    await service.remove();
    await redis.remove();
  });

  const AWAY: [string, () => Promise<void>, () => Promise<void>][] = [
    ['with Redis there', () => Promise.resolve(), () => Promise.resolve()],
    ['with Redis away', () => redis.kill(), () => redis.launch()],
    ['with Redis frozen', async () => redis.freeze(), async () => redis.thaw()],
  ];

  it.each(AWAY)('%s: ends in time, and the next one continues', async (name, leave, comeBack) => {
    const worker = await service.startWorker();
    const scanId = await service.startScan();
    await service.untilRanges(scanId, 'running', 2);
    await leave();
    const { ms } = await worker.stop();
    measured(`${name}: from SIGTERM to the end, ms`, ms);
    expect(ms).toBeLessThan(GRACE_MS);
    await comeBack();
    await service.startWorker();
    await service.untilEnded(scanId, RECOVERY_MS);
    await expectUndisturbed(service.database, scanId, hits);
    await expectNothingLostNothingTwice(service.database);
    await service.stopWorkers();
    await service.clear();
  });
});

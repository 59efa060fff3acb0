import { setTimeout as sleep } from 'node:timers/promises';
import { measured } from './support/measured';
import { expectNothingLostNothingTwice, expectUndisturbed, undisturbedHits } from './support/oracle';
import { RealService } from './support/real-service';
import { describeWithRedis, RedisServer } from './support/redis-server';
import { SmallDisk } from './support/small-disk';
import { until } from '../support/until';

const RECOVERY_MS = 40_000;
const SOON_MS = 10_000;
const DISK_MB = 64;

jest.setTimeout(180_000);

describeWithRedis('a Redis at its limits', () => {
  let disk: SmallDisk | undefined;
  let redis: RedisServer;
  let service: RealService;
  let hits: unknown[];

  beforeAll(async () => {
    disk = await SmallDisk.mount(DISK_MB, 'a full disk under Redis');
    redis = await RedisServer.start(disk?.folder);
    service = await RealService.create({ REDIS_URL: redis.url });
    await service.startApi();
    hits = await undisturbedHits(service, RECOVERY_MS);
    await service.startWorker();
  });

  beforeEach(async () => {
    await expectNothingLostNothingTwice(service.database);
    await service.clear();
  });

  afterAll(async () => {
    await service.remove();
    await redis.remove();
    await disk?.remove();
  });

  const waiting = async (): Promise<number> => (await service.database.query('select 1 from job_outbox')).length;

  const FULL: [string, () => Promise<void>, () => Promise<void>][] = [
    [
      'whose memory is full',
      async () => {
        await redis.fill(8);
        await redis.configure('maxmemory', '4mb');
      },
      async () => {
        await redis.configure('maxmemory', '0');
        await redis.fill(0);
      },
    ],
    ['that can’t save', () => redis.refuseToSave(), () => redis.saveAgain()],
    [
      'whose disk is full',
      async () => {
        await disk?.fill(0);
        await redis.untilItRefuses();
      },
      async () => disk?.makeRoom(),
    ],
  ];

  it.each(FULL)('%s: the outbox keeps what is begun, and empties when there is room', async (name, fill, makeRoom) => {
    if (name === 'whose disk is full' && disk === undefined) return;
    await fill();
    const begun = await service.call('POST', '/api/stock-cycle/scans', {
      start_date: '2025-12-15',
      end_date: '2025-12-19',
    });
    expect(begun.status).toBe(202);
    const { scanId } = begun.data as { scanId: number };
    await sleep(2000);
    expect(await waiting()).toBe(8);
    const metrics = await service.metrics();
    expect(Number(/jobs\{[^}]*state="outbox"[^}]*\} (\d+)/.exec(metrics)?.[1])).toBe(8);
    await makeRoom();
    measured(`${name}: from the room to the end of the scan, ms`, await service.untilEnded(scanId, RECOVERY_MS));
    await expectUndisturbed(service.database, scanId, hits);
    expect([service.worker.isRunning, service.api.isRunning]).toEqual([true, true]);
  });

  it('that comes back with an older append-only file does not repeat what has ended', async () => {
    await service.stopWorkers();
    const scanId = await service.startScan();
    await until('all is published', SOON_MS, async () => (await waiting()) === 0);
    const putBack = await redis.copyOfDisk();
    await service.startWorker();
    await service.untilEnded(scanId, RECOVERY_MS);
    await service.untilIdle();
    const before = await service.database.query('select id, attempts, finished_at from job order by id');
    await redis.kill();
    await putBack();
    await redis.launch();
    expect(await redis.keys('*:ob-*')).toBeGreaterThan(0);
    await until('the old wake-ups have been delivered', RECOVERY_MS, async () => (await redis.keys('*:ob-*')) === 0);
    await expectUndisturbed(service.database, scanId, hits);
    expect(await service.database.query('select id, attempts, finished_at from job order by id')).toEqual(before);
  });

  it('that evicts keys is rejected', async () => {
    await redis.configure('maxmemory-policy', 'allkeys-lru');
    await expect(service.startWorker()).rejects.toThrow(/maxmemory-policy allkeys-lru/);
    await redis.configure('maxmemory-policy', 'noeviction');
  });
});

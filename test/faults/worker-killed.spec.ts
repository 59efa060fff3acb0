import { setTimeout as sleep } from 'node:timers/promises';
import { expectNothingLostNothingTwice, expectUndisturbed, hitsOf } from './support/oracle';
import { measured } from './support/measured';
import { RealService } from './support/real-service';
import { describeWithRedis, RedisServer } from './support/redis-server';
import { seededRandom } from './support/seeded-random';
import { until } from '../support/until';

/** On each of the two queue stores. */
const KILLS = 25;
const WORKERS = 3;
/** Two ranges at a time in each worker, and each holds its finished work for so long: a scan takes about four seconds by one. */
const SETTINGS = { WORKER_CONCURRENCY: '2' };
const HOLD_MS = 1000;
/** Of a scan after its last kill: a lease, a reconciler's look, a boot and the scan itself. */
const RECOVERY_MS = 20_000;

jest.setTimeout(240_000);

const suite = (store: 'PostgreSQL' | 'Redis') => (): void => {
  let redis: RedisServer | undefined;
  let service: RealService;
  let undisturbedMs: number;
  let hits: unknown[];

  beforeAll(async () => {
    if (store === 'Redis') redis = await RedisServer.start();
    service = await RealService.create({ ...SETTINGS, ...(redis === undefined ? {} : { REDIS_URL: redis.url }) });
    await service.slowDown(HOLD_MS);
    await service.startApi();
    await service.startWorker();
    const scanId = await service.startScan();
    undisturbedMs = await service.untilEnded(scanId, RECOVERY_MS);
    measured('undisturbed scan, ms', undisturbedMs);
    hits = await hitsOf(service.database, scanId);
    await expectUndisturbed(service.database, scanId, hits);
    await expectNothingLostNothingTwice(service.database);
    await service.stopWorkers();
    await service.clear();
  });

  afterAll(async () => {
    await service.remove();
    await redis?.remove();
  });

  it(`leaves no trace in the result, ${KILLS} times at random moments`, async () => {
    const random = seededRandom();
    let kills = 0;
    let lostRanges = 0;
    const recoveries: number[] = [];
    for (let worker = 0; worker < WORKERS; worker += 1) service.keepWorker();
    while (kills < KILLS) {
      const scanId = await service.startScan();
      for (let first = true; kills < KILLS && (await runs(scanId)); first = false) {
        if (first) await service.untilRanges(scanId, 'completed');
        else await sleep((random() * undisturbedMs * (await service.shareLeft(scanId))) / WORKERS);
        const workers = service.workers.filter(({ output }) => output.includes('the worker runs'));
        const worker = workers[Math.floor(random() * workers.length)];
        if (worker !== undefined) kills += 1;
        await worker?.kill();
      }
      recoveries.push(await service.untilEnded(scanId, RECOVERY_MS));
      await expectUndisturbed(service.database, scanId, hits);
      await expectNothingLostNothingTwice(service.database);
      const [{ crashes } = { crashes: 0 }] = await service.database.query<{ crashes: number }>(
        'select coalesce(sum(crashes), 0)::int as crashes from job',
      );
      lostRanges += crashes;
      await service.clear();
    }
    measured('kills, and ranges that were lost by them', `${kills}, ${lostRanges}`);
    measured('from the last kill to the end of the scan, ms', recoveries.join(', '));
    expect(lostRanges).toBeGreaterThanOrEqual(KILLS / 5);
  });

  /** Waits until a worker runs a range. @returns false where the scan has ended instead. */
  async function runs(scanId: number): Promise<boolean> {
    await until('a range runs, or the scan has ended', RECOVERY_MS, async () => {
      const held = await service.database.query(`select 1 from job where state = 'running' and lease_until > now()`);
      return held.length > 0 || service.hasEnded(scanId);
    });
    return !(await service.hasEnded(scanId));
  }
};

const NAME = 'a worker that is killed in the middle of a scan, with the queue on';
describe(`${NAME} PostgreSQL`, suite('PostgreSQL'));
describeWithRedis(`${NAME} Redis`, suite('Redis'));

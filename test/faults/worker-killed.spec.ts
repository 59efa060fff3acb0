import { setTimeout as sleep } from 'node:timers/promises';
import { expectNothingLostNothingTwice, expectUndisturbed, hitsOf } from './support/oracle';
import { measured } from './support/measured';
import { RealService } from './support/real-service';
import { describeWithRedis, RedisServer } from './support/redis-server';
import { seededRandom } from './support/seeded-random';
import { until } from '../support/until';

const KILLS = 10;
/** Some come when the scan has just ended; then more are needed until ten have landed. */
const MOST_KILLS = 20;
/** Two ranges at a time, each of which holds its finished work for so long: a scan takes about two seconds. */
const SETTINGS = { WORKER_CONCURRENCY: '2' };
const HOLD_MS = 400;
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

  it('leaves no trace in the result, ten times at random moments', async () => {
    const random = seededRandom();
    const lost = new Set<string>();
    let kills = 0;
    let landed = 0;
    const recoveries: number[] = [];
    service.keepWorker();
    while (landed < KILLS && kills < MOST_KILLS) {
      const scanId = await service.startScan();
      for (let first = true; landed < KILLS && (await runs(scanId, lost)); first = false) {
        if (first) await service.untilRanges(scanId, 'completed');
        else await sleep(random() * undisturbedMs * (await service.shareLeft(scanId)));
        await service.worker.kill();
        kills += 1;
        const newlyLost = (await service.leases()).filter((token) => !lost.has(token));
        if (newlyLost.length > 0) landed += 1;
        for (const token of newlyLost) lost.add(token);
      }
      recoveries.push(await service.untilEnded(scanId, RECOVERY_MS));
      await expectUndisturbed(service.database, scanId, hits);
      await expectNothingLostNothingTwice(service.database);
      await service.clear();
    }
    measured('kills, and those that took running ranges', `${kills}, ${landed}`);
    measured('from the last kill to the end of the scan, ms', recoveries.join(', '));
    expect(landed).toBe(KILLS);
  });

  /** Waits until a living worker runs a range. @returns false where the scan has ended instead. */
  async function runs(scanId: number, lost: ReadonlySet<string>): Promise<boolean> {
    let running = false;
    await until('a range runs, or the scan has ended', RECOVERY_MS, async () => {
      running = (await service.leases()).some((token) => !lost.has(token));
      return running || service.hasEnded(scanId);
    });
    return running;
  }
};

const NAME = 'a worker that is killed in the middle of a scan, with the queue on';
describe(`${NAME} PostgreSQL`, suite('PostgreSQL'));
describeWithRedis(`${NAME} Redis`, suite('Redis'));

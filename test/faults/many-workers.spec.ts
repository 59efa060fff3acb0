import { setTimeout as sleep } from 'node:timers/promises';
import { expectNothingLostNothingTwice, expectUndisturbed, hitsOf } from './support/oracle';
import { RealService } from './support/real-service';
import { seededRandom } from './support/seeded-random';
import { until } from '../support/until';

/** Each holds a dozen connections, and the server of all tests takes a hundred. */
const WORKERS = 6;
const RECOVERY_MS = 90_000;

jest.setTimeout(300_000);

it(`${WORKERS} workers that start at once and are replaced one by one: each slot is taken once, the scan is whole`, async () => {
  const random = seededRandom();
  const service = await RealService.create({ WORKER_CONCURRENCY: '1', DATABASE_POOL_SIZE: '3' });
  try {
    await service.startApi();
    await service.slowDown(300);
    for (let worker = 0; worker < WORKERS; worker += 1) service.keepWorker();
    const scanId = await service.startScan();
    for (let replaced = 0; replaced < WORKERS; replaced += 1) {
      await sleep(500 + random() * 1000);
      await service.workers.at(0)?.kill();
    }
    await service.untilEnded(scanId, RECOVERY_MS);
    await expectUndisturbed(service.database, scanId, await hitsOf(service.database, scanId));
    await expectNothingLostNothingTwice(service.database);
    await until('as many workers as before', RECOVERY_MS, () => service.workers.length === WORKERS);
    const twice = await service.database.query(
      `select name, slot from schedule_run group by name, slot having count(*) > 1`,
    );
    expect(twice).toEqual([]);
    const [prunes] = await service.database.query(`select count(*)::int as jobs from job where name = 'jobs.prune'`);
    expect(prunes).toEqual({ jobs: 1 });
  } finally {
    await service.remove();
  }
});

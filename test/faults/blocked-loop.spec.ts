import { beforeEachRange } from './support/before-each-range';
import { expectNothingLostNothingTwice, expectUndisturbed, undisturbedHits } from './support/oracle';
import { LEASE_SECONDS, RealService } from './support/real-service';

const RECOVERY_MS = 60_000;
const BLOCK_MS = (LEASE_SECONDS + 6) * 1000;

/** Its first range computes without a pause for longer than its lease. */
const BLOCKING = beforeEachRange(
  `if (!globalThis.blocked) { globalThis.blocked = true; for (const end = Date.now() + ${BLOCK_MS}; Date.now() < end;); }`,
);

jest.setTimeout(180_000);

it('a worker whose loop is blocked beyond its leases loses its ranges to others, and its own writes change nothing', async () => {
  const service = await RealService.create({ WORKER_CONCURRENCY: '4' });
  try {
    await service.startApi();
    const hits = await undisturbedHits(service, RECOVERY_MS);

    const blocked = await service.startWorker(BLOCKING);
    const scanId = await service.startScan();
    await service.untilRanges(scanId, 'running', 1);
    const second = await service.startWorker();
    await service.untilEnded(scanId, RECOVERY_MS);
    await expectUndisturbed(service.database, scanId, hits);
    await expectNothingLostNothingTwice(service.database);
    expect([blocked.isRunning, second.isRunning]).toEqual([true, true]);
    expect(await service.database.query('select 1 from job where attempts > 1')).not.toEqual([]);
  } finally {
    await service.remove();
  }
});

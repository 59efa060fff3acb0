import { setTimeout as sleep } from 'node:timers/promises';
import { TcpProxy } from '../support/processes/tcp-proxy';
import { measured } from './support/measured';
import { expectNothingLostNothingTwice, expectUndisturbed, hitsOf } from './support/oracle';
import { RealService } from './support/real-service';
import { until } from '../support/until';

const EACH_WAY_MS = 200;
/** Longer than the time between three looks of the reconciler: one may come just after a heartbeat. */
const HOLD_MS = 12_000;
const RECOVERY_MS = 60_000;

jest.setTimeout(180_000);

it('a slow wire to PostgreSQL, 200 ms each way, is late, but no lease expires and nothing runs twice', async () => {
  const service = await RealService.create();
  const url = new URL(service.databaseUrl);
  const proxy = await TcpProxy.to(url.hostname, Number(url.port));
  url.port = String(proxy.port);
  try {
    await service.startApi();
    const near = await service.startWorker();
    const first = await service.startScan();
    const nearMs = await service.untilEnded(first, RECOVERY_MS);
    const hits = await hitsOf(service.database, first);
    await expectNothingLostNothingTwice(service.database);
    await near.kill();
    await service.clear();

    proxy.delay(EACH_WAY_MS);
    const scanId = await service.startScan();
    await service.database.transaction(async (tx) => {
      // Whoever has claimed a range waits here, before its transaction, and keeps its lease over the wire.
      await tx.query('lock table scan_range in access exclusive mode');
      await service.startWorker({ DATABASE_URL: url.href });
      await until('a range is claimed', RECOVERY_MS, async () => (await service.leases()).length > 0);
      await sleep(HOLD_MS);
    });
    const farMs = await service.untilEnded(scanId, RECOVERY_MS);
    await expectUndisturbed(service.database, scanId, hits);
    await expectNothingLostNothingTwice(service.database);
    expect(
      await service.database.query('select id, attempts, crashes from job where attempts <> 1 or crashes > 0'),
    ).toEqual([]);
    expect(farMs).toBeGreaterThan(2 * EACH_WAY_MS);
    measured('scan on a near and on a slow wire, ms', `${nearMs}, ${farMs}`);
  } finally {
    await service.remove();
    await proxy.close();
  }
});

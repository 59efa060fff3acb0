import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until';
import { expectNothingLostNothingTwice, expectUndisturbed, hitsOf } from './support/oracle';
import { RealService } from './support/real-service';

const LIBRARY = findLibrary();
const RECOVERY_MS = 40_000;
/** Longer than the time between two looks of the reconciler, which takes back what its clock says is abandoned. */
const HOLD_MS = 7000;

jest.setTimeout(180_000);

/** Debian's package `faketime`. */
function findLibrary(): string | undefined {
  const parents = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name)) : [];
  return parents.map((parent) => join(parent, 'faketime', 'libfaketime.so.1')).find((path) => existsSync(path));
}

function clockOff(by: string): Record<string, string> {
  return { LD_PRELOAD: LIBRARY ?? '', FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

if (LIBRARY === undefined)
  process.stderr.write('\n!!! SKIPPED: clocks apart: no libfaketime (apt-get install faketime)\n\n');

(LIBRARY === undefined ? describe.skip : describe)('workers whose clocks are 27 hours apart', () => {
  let service: RealService;

  beforeAll(async () => {
    service = await RealService.create({ WORKER_CONCURRENCY: '2' });
    await service.startApi();
  });
  afterAll(() => service.remove());

  it('take no job from each other, and prune once a day', async () => {
    const scanId = await service.startScan();
    await service.database.transaction(async (tx) => {
      // Whoever has claimed a range waits here, before its transaction: inside, the row of its job is locked, and no reconciler looks.
      await tx.query('lock table scan_range in access exclusive mode');
      await service.startWorker(clockOff('+26h'));
      await service.startWorker(clockOff('-1h'));
      await until('both workers hold two ranges', RECOVERY_MS, async () => (await service.leases()).length === 4);
      await sleep(HOLD_MS);
    });
    await service.untilEnded(scanId, RECOVERY_MS);
    await expectUndisturbed(service.database, scanId, await hitsOf(service.database, scanId));
    await expectNothingLostNothingTwice(service.database);
    expect(await service.database.query('select id from job where attempts <> 1 or crashes > 0')).toEqual([]);
    const slots = await service.database.query<{ slot: string; runs: number }>(
      `select slot, count(*)::int as runs from schedule_run where name = 'jobs.prune' group by slot`,
    );
    expect(slots.map(({ runs }) => runs)).toEqual(slots.map(() => 1));
    await service.stopWorkers();
  });

  it('an API a day and more ahead takes no login that has run out by its clock', async () => {
    const ahead = await service.startAnotherApi({ ...clockOff('+800h') });
    expect((await service.call('GET', '/api/auth/me', undefined, ahead)).status).toBe(401);
    expect((await service.call('GET', '/api/auth/me')).status).toBe(200);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until';
import { FAKETIME_LIBRARY, FakedClock } from './support/faked-clock';
import { expectNothingLostNothingTwice, expectUndisturbed, undisturbedHits } from './support/oracle';
import { RealService } from './support/real-service';

const RECOVERY_MS = 40_000;
/** Longer than the time between two looks of the reconciler, which takes back what its clock says is abandoned. */
const HOLD_MS = 7000;
const HOUR_S = 3600;
/** Twenty seconds before the drain of a Friday may start; its market data are complete. */
const BEFORE_DRAIN = new Date('2025-12-19T09:29:40Z');
const OVER_ITS_MINUTE_MS = 25_000;

jest.setTimeout(180_000);

if (FAKETIME_LIBRARY === undefined) {
  process.stderr.write('\n!!! SKIPPED: clocks that jump: no libfaketime (apt-get install faketime)\n\n');
}

(FAKETIME_LIBRARY === undefined ? describe.skip : describe)('clocks that jump while their processes work', () => {
  let service: RealService;
  let one: FakedClock;
  let other: FakedClock;
  let hits: unknown[];

  beforeAll(async () => {
    [one, other] = [await FakedClock.start(), await FakedClock.start()];
    service = await RealService.create({ WORKER_CONCURRENCY: '2' });
    await service.startApi();
    hits = await undisturbedHits(service, RECOVERY_MS);
  });
  beforeEach(async () => {
    await one.setOff(0);
    await other.setOff(0);
  });
  afterEach(() => service.stopWorkers());
  afterAll(async () => {
    await service.remove();
    await one.remove();
    await other.remove();
  });

  it('with clocks 27 hours apart, two workers take no job from each other, and prune once a day', async () => {
    const scanId = await service.startScan();
    await service.database.transaction(async (tx) => {
      // Whoever has claimed a range waits here, before its transaction: inside, the row of its job is locked, and no reconciler looks.
      await tx.query('lock table scan_range in access exclusive mode');
      await service.startWorker(one.environment);
      await service.startWorker(other.environment);
      await until('both workers hold two ranges', RECOVERY_MS, async () => (await service.leases()).length === 4);
      await one.setOff(26 * HOUR_S);
      await other.setOff(-HOUR_S);
      await sleep(HOLD_MS);
    });
    await service.untilEnded(scanId, RECOVERY_MS);
    await expectUndisturbed(service.database, scanId, hits);
    await expectNothingLostNothingTwice(service.database);
    expect(await service.database.query('select id from job where attempts <> 1 or crashes > 0')).toEqual([]);
    const slots = await service.database.query<{ slot: string; runs: number }>(
      `select slot, count(*)::int as runs from schedule_run where name = 'upkeep.retention' group by slot`,
    );
    expect(slots.map(({ runs }) => runs)).toEqual(slots.map(() => 1));
  });

  it('with a clock moved over the minute of the drain, forth and back, a trading day has one drain of each kind', async () => {
    const drains = () =>
      service.database.query<{ kind: string; day: string }>(
        `select kind, trade_day::text as day from ai_drain where origin = 'schedule' order by trade_day, kind`,
      );
    // By the machine's clock the day is long past, and its drain was made up for.
    await service.database.query('truncate ai_drain cascade');
    await one.setTo(BEFORE_DRAIN);
    await other.setTo(BEFORE_DRAIN);
    await service.startWorker(one.environment);
    await service.startWorker(other.environment);
    await until('Thursday is made up for', RECOVERY_MS, async () => (await drains()).length >= 2);
    await one.setTo(new Date(BEFORE_DRAIN.getTime() + 26 * HOUR_S * 1000));
    await sleep(OVER_ITS_MINUTE_MS);
    // The minute has come to both. Now it comes to one of them again, and the other one is a day ahead of it.
    await service.stopWorkers();
    await one.setTo(BEFORE_DRAIN);
    await other.setTo(new Date(BEFORE_DRAIN.getTime() + 26 * HOUR_S * 1000));
    await service.startWorker(one.environment);
    await service.startWorker(other.environment);
    await sleep(OVER_ITS_MINUTE_MS);
    expect(await drains()).toEqual([
      { kind: 'daily', day: '2025-12-18' },
      { kind: 'weekly', day: '2025-12-18' },
      { kind: 'daily', day: '2025-12-19' },
      { kind: 'weekly', day: '2025-12-19' },
    ]);
  });

  it('with a clock moved over the end of a login, an API rejects it, and accepts it again when its clock is right', async () => {
    const api = await service.startAnotherApi(one.environment);
    const status = async (): Promise<number> => (await service.call('GET', '/api/auth/me', undefined, api)).status;
    expect(await status()).toBe(200);
    await one.setOff(800 * HOUR_S);
    expect(await status()).toBe(401);
    await one.setOff(0);
    expect(await status()).toBe(200);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { measured } from './support/measured';
import { expectNothingLostNothingTwice, expectUndisturbed, undisturbedHits } from './support/oracle';
import { LEASE_SECONDS, RealService } from './support/real-service';
import { until } from '../support/until';

const SETTINGS = { WORKER_CONCURRENCY: '2' };
const RECOVERY_MS = 20_000;
/** How long the server lets a transaction do nothing, see data-source.ts. */
const IDLE_TRANSACTION_MS = 30_000;
const HOLD_MS = 400;
/** A thawed worker takes milliseconds to write, or to find that it may not. */
const LATE_WRITES_MS = 2000;
const DROPPED = /"job (\d+) \(scan\.range\) was cancelled or taken over; this delivery's result is dropped"/g;

jest.setTimeout(120_000);

describe('a worker that is frozen beyond its lease', () => {
  let service: RealService;
  let hits: unknown[];

  beforeAll(async () => {
    service = await RealService.create(SETTINGS);
    await service.startApi();
    hits = await undisturbedHits(service, RECOVERY_MS);
  });

  afterAll(() => service.remove());

  /** Every row that a scan writes, with the transaction that wrote it last: a write that changes nothing shows too. */
  async function rows(): Promise<unknown> {
    const tables = ['scan_run', 'scan_range', 'scan_hit', 'tracking_session', 'job'];
    return Promise.all(
      tables.map((table) =>
        service.database.query(`select xmin::text as writer, t.* from ${table} t order by t::text`),
      ),
    );
  }

  it('between claim and transaction: its ranges are taken over, and its late writes change nothing', async () => {
    const scanId = await service.startScan();
    const frozen = await service.database.transaction(async (tx) => {
      // Whoever has claimed a range waits here, before its transaction, to read what it has to do.
      await tx.query('lock table scan_range in access exclusive mode');
      const worker = await service.startWorker();
      await until('two ranges are claimed and wait', RECOVERY_MS, async () => (await workerWaits('Lock')) === 2);
      worker.freeze();
      return worker;
    });
    const held = await service.leases();
    await sleep(LEASE_SECONDS * 1000);
    const second = await service.startWorker();
    measured(
      'frozen before its transaction: from the second start to the end of the scan, ms',
      await service.untilEnded(scanId, RECOVERY_MS),
    );
    await expectUndisturbed(service.database, scanId, hits);
    await expectNothingLostNothingTwice(service.database);
    // A late write would open them anew.
    await service.database.query('update tracking_session set ended_at = now()');
    const before = await rows();

    frozen.thaw();
    await sleep(LATE_WRITES_MS);
    expect(await rows()).toEqual(before);
    expect(held).toHaveLength(2);
    expect(dropped(frozen.output)).toBe(2);
    expect([frozen.isRunning, second.isRunning]).toEqual([true, true]);
    await service.stopWorkers();
    await service.clear();
  });

  it('in its transaction, with locks: the server ends it, and the worker works again when it thaws', async () => {
    await service.slowDown(HOLD_MS);
    const frozen = await service.startWorker();
    const scanId = await service.startScan();
    await until('two ranges hold their work', RECOVERY_MS, async () => (await workerWaits('Timeout')) === 2);
    frozen.freeze();
    const second = await service.startWorker();
    const ms = await service.untilEnded(scanId, IDLE_TRANSACTION_MS + RECOVERY_MS);
    measured('frozen in its transaction: from the second start to the end of the scan, ms', ms);
    await expectUndisturbed(service.database, scanId, hits);
    await expectNothingLostNothingTwice(service.database);
    await service.clear();

    await second.kill();
    frozen.thaw();
    await service.untilEnded(await service.startScan(), RECOVERY_MS);
    expect(frozen.isRunning).toBe(true);
  });

  /** @returns number of worker connections that wait for such an event; `pg_sleep` waits for `Timeout`. */
  async function workerWaits(event: 'Lock' | 'Timeout'): Promise<number> {
    const waiting = await service.database.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'stock-cycle-worker'
         and wait_event_type = $1 and state = 'active'`,
      [event],
    );
    return waiting.length;
  }

  const dropped = (output: string): number => [...output.matchAll(DROPPED)].length;
});

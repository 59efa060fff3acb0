import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until';
import { measured } from './support/measured';
import { expectNothingLostNothingTwice, expectUndisturbed, hitsOf } from './support/oracle';
import { PostgresServer } from './support/postgres-server';
import { RealService } from './support/real-service';

const RESTARTS = 3;
const DOWN_MS = 500;
/** From PostgreSQL's first answer on. */
const BOUND_MS = 10_000;
const RECOVERY_MS = 60_000;

jest.setTimeout(180_000);

it('PostgreSQL restarted at once, under load: no process ends, acknowledged writes are there, and work continues', async () => {
  const postgres = await PostgresServer.start();
  let service: RealService | undefined;
  try {
    service = await RealService.create({ RATE_LIMIT: 'off' }, { url: postgres.url, drop: () => Promise.resolve() });
    const { call, database } = { call: service.call.bind(service), database: service.database };
    await service.slowDown(200);
    await service.startApi();
    const worker = await service.startWorker();
    const first = await service.startScan();
    await service.untilEnded(first, RECOVERY_MS);
    const hits = await hitsOf(database, first);
    await service.clear();

    const kept: string[] = [];
    const replies = new Set<number>();
    let writing = true;
    const writer = async (hand: number): Promise<void> => {
      for (let code = hand; writing; code += 2) {
        const name = String(code).padStart(6, '0');
        const { status } = await call('PUT', `/api/watchlist/${name}`, { note: 'kept' });
        replies.add(status);
        if (status === 200) kept.push(name);
        await sleep(10);
      }
    };
    const writers = [writer(1), writer(2)];
    const scanId = await service.startScan();
    const healed: number[] = [];
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await sleep(400);
      await postgres.killAndStart(DOWN_MS);
      const from = kept.length;
      healed.push(await until('writes succeed again', RECOVERY_MS, () => kept.length > from));
    }
    const scanMs = await service.untilEnded(scanId, RECOVERY_MS);
    writing = false;
    await Promise.all(writers);

    measured('from PostgreSQL’s first answer to the first write, ms', healed.join(', '));
    measured('from the last restart to the end of the scan, ms', scanMs);
    expect(Math.max(...healed)).toBeLessThan(BOUND_MS);
    expect([...replies].filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect(replies).toContain(503);
    expect([service.api.isRunning, worker.isRunning]).toEqual([true, true]);
    await expectUndisturbed(database, scanId, hits);
    await expectNothingLostNothingTwice(database);
    const noted = await database.query<{ code: string }>('select code from watchlist_item');
    expect(kept.filter((code) => !noted.some((row) => row.code === code))).toEqual([]);
  } finally {
    await service?.remove();
    await postgres.remove();
  }
});

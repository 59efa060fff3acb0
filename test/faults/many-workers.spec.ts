import { setTimeout as sleep } from 'node:timers/promises';
import { connectionsOf } from './support/connections';
import { measured } from './support/measured';
import { expectAsUndisturbedNow, expectNothingLostNothingTwice } from './support/oracle';
import { PostgresServer } from './support/postgres-server';
import { RealService } from './support/real-service';
import { seededRandom } from './support/seeded-random';
import { until } from '../support/until';

const WORKERS = 20;
const REPLACED = 10;
/** The server of all tests takes a hundred; twenty workers that start at once want more. */
const MAX_CONNECTIONS = 400;
/** 20:30 in Shanghai, when a day's drain starts in any case. */
const DRAIN_MINUTE = '2025-12-19T12:30:00Z';
/** Twenty processes start on two processors. */
const START_MS = 120_000;
const RECOVERY_MS = 90_000;

jest.setTimeout(300_000);

it(`${WORKERS} workers that start at the drain's minute and are replaced one by one: each slot is taken once, the scan is whole`, async () => {
  const random = seededRandom();
  const postgres = await PostgresServer.start({ maxConnections: MAX_CONNECTIONS, durable: false });
  const service = await RealService.create(
    { WORKER_CONCURRENCY: '1', DATABASE_POOL_SIZE: '3', CLOCK_START: DRAIN_MINUTE },
    { url: postgres.url, drop: () => postgres.remove() },
  );
  try {
    await service.startApi();
    await service.slowDown(300);
    for (let worker = 0; worker < WORKERS; worker += 1) service.keepWorker();
    await until('all workers run', START_MS, () =>
      service.workers.every(({ output }) => output.includes('the worker runs')),
    );
    let most = (await connectionsOf(service.database)).total;
    const scanId = await service.startScan();
    for (let replaced = 0; replaced < REPLACED; replaced += 1) {
      await sleep(500 + random() * 1000);
      await service.workers.at(0)?.kill();
      most = Math.max(most, (await connectionsOf(service.database)).total);
    }
    await service.untilEnded(scanId, RECOVERY_MS);
    await expectAsUndisturbedNow(service, scanId, RECOVERY_MS);
    await expectNothingLostNothingTwice(service.database);
    await until('as many workers as before', RECOVERY_MS, () => service.workers.length === WORKERS);
    measured(`connections of ${WORKERS} workers and an API, at most`, most);
    const twice = await service.database.query(
      `select name, slot from schedule_run group by name, slot having count(*) > 1`,
    );
    expect(twice).toEqual([]);
    const [prunes] = await service.database.query(
      `select count(*)::int as jobs from job where name = 'upkeep.retention'`,
    );
    expect(prunes).toEqual({ jobs: 1 });
    const drains = await service.database.query(
      `select kind, trade_day::text as day, count(*)::int as drains from ai_drain group by 1, 2 order by 1`,
    );
    expect(drains).toEqual([
      { kind: 'daily', day: '2025-12-19', drains: 1 },
      { kind: 'weekly', day: '2025-12-19', drains: 1 },
    ]);
  } finally {
    await service.remove();
  }
});

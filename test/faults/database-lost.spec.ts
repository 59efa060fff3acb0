import { setTimeout as sleep } from 'node:timers/promises';
import { TcpProxy } from '../support/processes/tcp-proxy';
import { measured } from './support/measured';
import { expectNothingLostNothingTwice, expectUndisturbed, undisturbedHits } from './support/oracle';
import { RealService, type Reply } from './support/real-service';
import { seededRandom } from './support/seeded-random';
import { until } from '../support/until';

const SCANS = '/api/stock-cycle/scans';
const TERMINATIONS = 200;
const RECOVERY_MS = 40_000;
const POOL = 4;
/** A statement's limit on the API's side of the wire, with time for what else a request does. */
const SILENT_MS = 13_000;
/** A connection's limit, likewise. */
const CONNECT_MS = 5000;

jest.setTimeout(180_000);

describe('the loss of PostgreSQL', () => {
  let service: RealService;
  let proxy: TcpProxy;
  let hits: unknown[];

  beforeAll(async () => {
    service = await RealService.create();
    await service.slowDown(200);
    const url = new URL(service.databaseUrl);
    proxy = await TcpProxy.to(url.hostname, Number(url.port));
    url.port = String(proxy.port);
    await service.startApi({ DATABASE_URL: url.href, DATABASE_POOL_SIZE: String(POOL) });
    hits = await undisturbedHits(service, RECOVERY_MS);
    await service.startWorker();
  });

  beforeEach(async () => {
    await expectNothingLostNothingTwice(service.database);
    await service.clear();
  });

  afterAll(async () => {
    await service.remove();
    await proxy.close();
  });

  const read = (): Promise<Reply> => service.call('GET', SCANS);

  function expectUnavailable(replies: readonly Reply[], withinMs: number): void {
    for (const reply of replies) expect(reply).toMatchObject({ status: 503, code: 'database_unavailable' });
    expect(Math.max(...replies.map(({ ms }) => ms))).toBeLessThan(withinMs);
  }

  /** @returns milliseconds until as many requests at once as the pool has connections succeed. */
  const untilHealed = (): Promise<number> =>
    until('requests succeed again', RECOVERY_MS, async () =>
      (await Promise.all(Array.from({ length: POOL }, read))).every(({ status }) => status === 200),
    );

  it(`by ${TERMINATIONS} connections ended at random: no process dies, and no response is worse than 503`, async () => {
    const random = seededRandom();
    const statuses = new Map<string, number>();
    let reading = true;
    const reader = async (): Promise<void> => {
      while (reading) {
        const { status, code } = await read();
        const seen = `${status} ${code ?? ''}`.trim();
        statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
        await sleep(5);
      }
    };
    const readers = [reader(), reader(), reader()];
    let scanId = await service.startScan();
    const scans = new Set([scanId]);
    for (let ended = 0; ended < TERMINATIONS;) {
      ended += await endOneConnection(random());
      await sleep(random() * 150);
      if (await service.hasEnded(scanId)) {
        scanId = await service.startScan().catch(() => scanId);
        scans.add(scanId);
      }
    }
    reading = false;
    await Promise.all(readers);
    for (const id of scans) await service.untilEnded(id, RECOVERY_MS);
    measured('replies while connections were ended', JSON.stringify(Object.fromEntries(statuses)));
    measured('scans meanwhile', scans.size);
    for (const id of scans) await expectUndisturbed(service.database, id, hits);
    expect([...statuses.keys()].filter((seen) => !['200', '503 database_unavailable'].includes(seen))).toEqual([]);
    expect([service.worker.isRunning, service.api.isRunning]).toEqual([true, true]);
  });

  it('by a wire that swallows all: 503 within the time limit of a statement, and the pool recovers', async () => {
    await untilHealed();
    expect((await service.call('GET', '/health/ready')).status).toBe(200);
    proxy.set('blackhole');
    // What was read before may be told for a second yet.
    const readiness = until('readiness names the database', CONNECT_MS + 1000, async () => {
      const { status, data } = await service.call('GET', '/health/ready');
      expect(status).toBe(200);
      return (data as { degraded: string[] }).degraded.includes('database');
    });
    const replies = await Promise.all(Array.from({ length: POOL + 2 }, read));
    expectUnavailable(replies, SILENT_MS);
    const noticedMs = await readiness;
    expect((await service.call('GET', '/health/live')).status).toBe(200);
    proxy.set('pass');
    measured('silent wire: longest request, ms', Math.max(...replies.map(({ ms }) => ms)));
    measured('silent wire: readiness names the database after, ms', noticedMs);
    measured('silent wire: healed after, ms', await untilHealed());
  });

  it('by a rejected connection: 503 at once, and the pool recovers', async () => {
    await untilHealed();
    proxy.set('refuse');
    const replies = await Promise.all(Array.from({ length: POOL + 2 }, read));
    expectUnavailable(replies, CONNECT_MS);
    expect((await service.call('GET', '/health/live')).status).toBe(200);
    proxy.set('pass');
    measured('refused: longest request, ms', Math.max(...replies.map(({ ms }) => ms)));
    measured('refused: healed after, ms', await untilHealed());
  });

  it('by a pool whose connections are all taken: 503 within the time limit of a connection', async () => {
    await untilHealed();
    await service.database.transaction(async (tx) => {
      await tx.query('lock table scan_run in access exclusive mode');
      const held = Array.from({ length: POOL }, read);
      await until('all connections are taken', CONNECT_MS, async () => (await waitingForLock()) === POOL);
      const refused = await Promise.all([read(), read()]);
      expectUnavailable(refused, CONNECT_MS);
      const live = await service.call('GET', '/health/live');
      expect(live.status).toBe(200);
      expect(live.ms).toBeLessThan(500);
      measured('no connection left: refused after, ms', Math.max(...refused.map(({ ms }) => ms)));
      void Promise.all(held);
    });
    measured('no connection left: healed after, ms', await untilHealed());
  });

  async function waitingForLock(): Promise<number> {
    const rows = await service.database.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and application_name = 'stock-cycle-api' and wait_event_type = 'Lock'`,
    );
    return rows.length;
  }

  /** @param where which of our processes' connections, from 0 to 1. @returns number of connections ended. */
  async function endOneConnection(where: number): Promise<number> {
    const rows = await service.database.query<{ done: boolean }>(
      `select pg_terminate_backend(pid) as done from (
         select pid from pg_stat_activity
         where datname = current_database() and application_name like 'stock-cycle%' order by pid
         offset floor($1::float8 * (select count(*) from pg_stat_activity
           where datname = current_database() and application_name like 'stock-cycle%')) limit 1
       ) one`,
      [where],
    );
    return rows.filter(({ done }) => done).length;
  }
});

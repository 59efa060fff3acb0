import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#lib/database';
import { SCAN_REQUEST } from './support/fault-market';
import { measured } from './support/measured';
import { expectNothingLostNothingTwice, expectUndisturbed, undisturbedHits } from './support/oracle';
import { PostgresServer } from './support/postgres-server';
import { RealService } from './support/real-service';
import { describeWithRedis, RedisServer } from './support/redis-server';
import { seededRandom } from './support/seeded-random';
import { until } from '../support/until';

/** How long deaths are drawn; FAULTS_MINUTES for another time. */
const MINUTES = Number(process.env['FAULTS_MINUTES'] ?? '10');
/** The share of that time for the queue on PostgreSQL. */
const POSTGRES_MINUTES = MINUTES / 5;
const SETTINGS = {
  WORKER_CONCURRENCY: '3',
  DATABASE_POOL_SIZE: '6',
  RATE_LIMIT: 'off',
  // The evening of the market's last day, so that a drain finds bars for its records.
  CLOCK_START: '2025-12-19T12:00:00Z',
};
const HOLD_MS = 250;
/** Between two deaths, seconds: long enough for work to go on, short enough that they meet what the last one left. */
const PAUSE_S = { min: 1, max: 9 };
/** After the last death everything must end: leases, a reconciler's look, boots, a scan or two. */
const RECOVERY_MS = 120_000;

jest.setTimeout(MINUTES * 60_000 + 10 * 60_000);

type Death = [name: string, weight: number, cause: () => Promise<void>];

function deathsAtRandom(minutes: number, startRedis: () => Promise<RedisServer | undefined>): void {
  let postgres: PostgresServer;
  let redis: RedisServer | undefined;
  let service: RealService;
  let hits: unknown[];

  beforeAll(async () => {
    postgres = await PostgresServer.start();
    redis = await startRedis();
    service = await RealService.create(
      { ...SETTINGS, ...(redis === undefined ? {} : { REDIS_URL: redis.url }) },
      { url: postgres.url, drop: () => postgres.remove() },
    );
    await service.slowDown(HOLD_MS);
    await service.keepApi();
    hits = await undisturbedHits(service, RECOVERY_MS);
    await service.database.query('create table drain_trial as select coalesce(max(id), 0) as seen from ai_drain');
  });

  afterAll(async () => {
    await service.remove();
    await redis?.remove();
  });

  it('end with every guarantee kept', async () => {
    const random = seededRandom();
    const between = (min: number, max: number): number => min + random() * (max - min);
    const pick = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(random() * choices.length)];
    const deaths: Death[] = [
      ['worker killed', 5, async () => pick(service.workers)?.kill()],
      [
        'worker frozen',
        3,
        async () => {
          const worker = pick(service.workers);
          worker?.freeze();
          await sleep(between(500, 6000));
          worker?.thaw();
        },
      ],
      ['API killed', 3, () => service.api.kill()],
      ...deathsOf(redis, between),
      ['PostgreSQL killed', 2, () => postgres.killAndStart(between(0, 3000))],
    ];
    const draws = deaths.flatMap(([name, weight, cause]) => Array.from({ length: weight }, () => ({ name, cause })));

    service.keepWorker();
    service.keepWorker();
    const scans = new Set<number>();
    const kept = new Set<string>();
    const replies = new Map<string, number>();
    const end = Date.now() + minutes * 60_000;
    const client = async (ask: () => Promise<string>): Promise<void> => {
      while (Date.now() < end) {
        const reply = await ask().catch(() => 'no answer');
        replies.set(reply, (replies.get(reply) ?? 0) + 1);
        await sleep(reply.startsWith('2') ? 30 : 300);
      }
    };
    const scanning = client(async () => {
      const { status, data } = await service.call('POST', '/api/stock-cycle/scans', SCAN_REQUEST);
      if (status === 202) {
        const { scanId } = data as { scanId: number };
        scans.add(scanId);
        while (Date.now() < end && !(await service.hasEnded(scanId).catch(() => false))) await sleep(200);
      }
      return String(status);
    });
    const drained: Drained[] = [];
    const draining = client(async () => {
      const { status } = await service.call('POST', '/api/stock-cycle/ai-fill-drains', { kind: 'daily' });
      let done: Drained | undefined;
      while (Date.now() < end && done === undefined) {
        await sleep(200);
        done = await takeRecords(service.database).catch(() => undefined);
      }
      if (done !== undefined) drained.push(done);
      return String(status);
    });
    const noting = [1, 2].map((hand) =>
      client(async () => {
        const code = String(hand * 400 - Math.floor(random() * 399)).padStart(6, '0');
        const note = `${hand} ${Date.now()}`;
        const { status } = await service.call('PUT', `/api/watchlist/${code}`, { note });
        if (status === 200) kept.add(code);
        return String(status);
      }),
    );

    const counts = new Map<string, number>();
    while (Date.now() < end) {
      await sleep(between(PAUSE_S.min, PAUSE_S.max) * 1000);
      const death = pick(draws);
      if (death === undefined) throw new Error('nothing to draw from');
      counts.set(death.name, (counts.get(death.name) ?? 0) + 1);
      await death.cause();
    }
    await Promise.all([scanning, draining, ...noting]);
    measured('deaths', JSON.stringify(Object.fromEntries(counts)));
    measured('replies meanwhile', JSON.stringify(Object.fromEntries(replies)));
    measured('scans and noted codes', `${scans.size}, ${kept.size}`);
    const records = drained.reduce((sum, { stored }) => sum + stored, 0);
    measured('drains and their records', `${drained.length}, ${records}`);

    // What was begun without its answer having arrived counts too.
    await until('the database answers', RECOVERY_MS, async () => {
      return service.database.query('select 1').then(...YES_NO);
    });
    const begun = await service.database.query<{ id: number }>('select id from scan_run order by id');
    for (const { id } of begun) await service.untilEnded(id, RECOVERY_MS);
    for (const id of scans) expect(begun).toContainEqual({ id });
    await until('the last drain ends', RECOVERY_MS, async () => {
      const last = await takeRecords(service.database);
      if (last !== undefined) drained.push(last);
      return last !== undefined;
    });
    expect(drained.filter(({ told, stored, unfinished }) => told !== stored || unfinished.length > 0)).toEqual([]);
    expect(records).toBeGreaterThan(0);
    await expectNothingLostNothingTwice(service.database);
    for (const { id } of begun) await expectUndisturbed(service.database, id, hits);
    const noted = await service.database.query<{ code: string }>('select code from watchlist_item');
    expect([...kept].filter((code) => !noted.some((row) => row.code === code))).toEqual([]);
    expect([...replies.keys()].filter((reply) => !EXPECTED_REPLIES.has(reply))).toEqual([]);
    expect(service.workers).toHaveLength(2);
  });
}

/** What the drains since the last look say of themselves, and what is stored. */
interface Drained {
  /** Records that they say they wrote. */
  told: number;
  stored: number;
  /** Drains that ended without having gone through all their sessions. */
  unfinished: unknown[];
}

/**
 * Looks when no drain runs, and takes the records away, so that the next drain has the same work again. What was looked at
 * stands in the database: whether this commits while PostgreSQL is killed, nobody knows.
 * @returns undefined while a drain runs.
 */
async function takeRecords(database: Database): Promise<Drained | undefined> {
  return database.transaction(async (tx) => {
    await tx.query('lock table ai_drain in exclusive mode');
    const running = await tx.query<unknown>('select 1 from ai_drain where finished_at is null');
    if (running.length > 0) return undefined;
    const unfinished = await tx.query<unknown>(
      `select d.id, d.status, d.total, count(s.position)::int as through
       from ai_drain d left join ai_drain_session s on s.drain_id = d.id and s.status in ('filled', 'skipped')
       where d.id > (select seen from drain_trial)
       group by d.id having d.status <> 'completed' or count(s.position) <> d.total`,
    );
    const [counts] = await tx.query<{ told: number; stored: number }>(
      `select (select coalesce(sum(generated), 0)::int from ai_drain_session where drain_id > (select seen from drain_trial)) as told,
         (select count(*)::int from daily_record) as stored`,
    );
    await tx.query('delete from daily_record');
    await tx.query('update drain_trial set seen = coalesce((select max(id) from ai_drain), 0)');
    return counts === undefined ? undefined : { ...counts, unfinished };
  });
}

function deathsOf(redis: RedisServer | undefined, between: (min: number, max: number) => number): Death[] {
  if (redis === undefined) return [];
  return [
    [
      'Redis killed',
      2,
      async () => {
        await redis.kill();
        await sleep(between(0, 5000));
        await redis.launch();
      },
    ],
    ['Redis flushed', 1, () => redis.flush()],
    [
      'Redis frozen',
      1,
      async () => {
        redis.freeze();
        await sleep(between(500, 5000));
        redis.thaw();
      },
    ],
  ];
}

describeWithRedis(`${MINUTES} minutes of random crashes, the queue on Redis`, () =>
  deathsAtRandom(MINUTES, () => RedisServer.start()),
);

describe(`${POSTGRES_MINUTES} minutes of random crashes, the queue on PostgreSQL`, () =>
  deathsAtRandom(POSTGRES_MINUTES, () => Promise.resolve(undefined)));

const EXPECTED_REPLIES = new Set(['200', '202', '503', 'no answer']);
const YES_NO = [() => true, () => false] as const;

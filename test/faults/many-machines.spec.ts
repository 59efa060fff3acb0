import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { FakeTushare } from '../support/fakes/fake-tushare';
import { until } from '../support/until';
import { VendorMarket } from '../support/fakes/tushare/vendor-market';
import { connectionsOf } from './support/connections';
import { SCAN_REQUEST } from './support/fault-market';
import { FaultyProcess } from './support/faulty-process';
import { measured } from './support/measured';
import { expectAsUndisturbedNow, expectNothingLostNothingTwice } from './support/oracle';
import { PostgresServer } from './support/postgres-server';
import { RealService } from './support/real-service';
import { describeWithRedis, RedisServer } from './support/redis-server';

const APIS = 4;
const WORKERS = 8;
const MAX_CONNECTIONS = 400;
const USER_PER_MINUTE = 200;
const PUBLIC_PER_MINUTE = 24;
/** An API spends a tenth of the minute at a time, so n of them may be n - 1 slices off. */
const OFF = ((APIS - 1) * USER_PER_MINUTE) / 10;
/** A morning, when the drain of the day before is due; an evening, when that of the day is. */
const MORNING = '2025-12-19T01:00:00Z';
const EVENING = '2025-12-19T12:35:00Z';
const OPEN_SESSIONS = 20;
const PATIENCE_MS = 60_000;
/** Chip distributions belong to a trading day, of which morning and evening are two; the others to a day. */
const ONCE_A_DAY = [
  { name: 'ai.score-judgements', jobs: 1 },
  { name: 'cyq.sync-market', jobs: 2 },
  { name: 'upkeep.retention', jobs: 1 },
];
const VENDOR_PER_MINUTE = 300;
const WATCHED_MS = 10_000;

jest.setTimeout(180_000);

/** Runs what must not be cut by the end of a minute, in which limits begin anew. */
async function inOneMinute<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const left = 60 - ((Date.now() / 1000) % 60);
  if (left < seconds) await sleep(left * 1000 + 50);
  return work();
}

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await PostgresServer.start({ maxConnections: MAX_CONNECTIONS, durable: false });
});
afterAll(() => postgres.remove());

/** Four APIs and eight workers, as on machines of their own: with the default pools, on one PostgreSQL and one queue store. */
function manyMachines(store: 'PostgreSQL' | 'Redis'): void {
  let redis: RedisServer | undefined;
  let service: RealService;
  let apis: (string | undefined)[];

  beforeAll(async () => {
    redis = store === 'Redis' ? await RedisServer.start() : undefined;
    const url = await postgres.copy(`on_${store.toLowerCase()}`);
    service = await RealService.create(
      {
        ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
        RATE_LIMIT_USER_PER_MINUTE: String(USER_PER_MINUTE),
        RATE_LIMIT_PUBLIC_PER_MINUTE: String(PUBLIC_PER_MINUTE),
        TRUST_PROXY: 'on',
        CLOCK_START: MORNING,
        LOG_LEVEL: 'info',
      },
      { url, drop: () => Promise.resolve() },
    );
    await service.startApi();
    const others = await Promise.all(Array.from({ length: APIS - 1 }, () => service.startAnotherApi()));
    apis = [undefined, ...others];
  });

  afterAll(async () => {
    await service.remove();
    await redis?.remove();
  });

  const apiOf = (index: number): string | undefined => apis[index % APIS];

  /** Calls all APIs in turn, `atOnce` at a time. @returns how often each status and error code came. */
  async function answers(
    count: number,
    atOnce: number,
    ask: (index: number) => Promise<{ status: number; code: string | undefined }>,
  ): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (let done = 0; done < count; done += atOnce) {
      const replies = await Promise.all(
        Array.from({ length: Math.min(atOnce, count - done) }, (_, index) => ask(done + index)),
      );
      for (const { status, code } of replies) {
        const key = code === undefined ? String(status) : `${status} ${code}`;
        counts[key] = (counts[key] ?? 0) + 1;
      }
    }
    return counts;
  }

  const login = async (index: number, username: string, address: string) => {
    const url = apiOf(index) ?? service.url;
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username, password: 'not the password' }),
    });
    return { status: response.status, code: ((await response.json()) as { code?: string }).code };
  };

  it('run one scan for four requests of it, and scheduled work once with eight workers', async () => {
    await service.startWorker();
    const asked = await inOneMinute(10, () =>
      Promise.all(apis.map((url) => service.call('POST', '/api/stock-cycle/scans', SCAN_REQUEST, url))),
    );
    const ids = new Set(asked.map(({ data }) => (data as { scanId: number }).scanId));
    expect(ids.size).toBe(1);
    const [scanId = 0] = ids;
    await service.untilEnded(scanId, PATIENCE_MS);
    await service.untilIdle();
    await service.stopWorkers();
    // A drain of all would take a minute on two processors.
    await service.database.query(
      `update tracking_session set ended_at = now(), end_reason = 'enough'
       where id not in (select id from tracking_session order by id limit $1)`,
      [OPEN_SESSIONS],
    );

    const started = performance.now();
    let most = 0;
    const watch = setInterval(() => {
      void connectionsOf(service.database).then(({ total }) => (most = Math.max(most, total)));
    }, 100);
    await Promise.all(Array.from({ length: WORKERS }, () => service.startWorker({ CLOCK_START: EVENING })));
    await until('both drains have ended', PATIENCE_MS, async () => {
      const drains = await service.database.query(
        `select 1 from ai_drain where trade_day = '2025-12-19' and finished_at is not null`,
      );
      return drains.length === 2;
    });
    await service.untilIdle();
    clearInterval(watch);
    measured(
      `${store}: ${WORKERS} workers from their start to the end of both drains, ms`,
      Math.round(performance.now() - started),
    );
    measured(`${store}: most connections to PostgreSQL meanwhile`, most);
    measured(`${store}: connections just after`, (await connectionsOf(service.database)).byName);

    expect(
      await service.database.query(`select name, slot from schedule_run group by 1, 2 having count(*) > 1`),
    ).toEqual([]);
    expect(
      await service.database.query(
        `select kind, trade_day::text as day, count(*)::int as drains from ai_drain where origin = 'schedule'
         group by 1, 2 order by 2, 1`,
      ),
    ).toEqual([
      { kind: 'daily', day: '2025-12-18', drains: 1 },
      { kind: 'weekly', day: '2025-12-18', drains: 1 },
      { kind: 'daily', day: '2025-12-19', drains: 1 },
      { kind: 'weekly', day: '2025-12-19', drains: 1 },
    ]);
    expect(
      await service.database.query(
        `select name, count(*)::int as jobs from job
         where name in ('upkeep.retention', 'cyq.sync-market', 'ai.score-judgements') group by 1 order by 1`,
      ),
    ).toEqual(ONCE_A_DAY);
    const [records] = await service.database.query(
      `select count(*)::int as rows, count(distinct (session_id, trade_date))::int as days,
         count(distinct session_id)::int as sessions from daily_record`,
    );
    const [bars] = await service.database.query<{ days: number }>(
      `select count(*)::int as days from tracking_session s
       join daily_bar b on b.code = s.code and b.trade_date between s.entry_date and '2025-12-19' where s.ended_at is null`,
    );
    expect(bars?.days).toBeGreaterThan(OPEN_SESSIONS);
    expect(records).toEqual({ rows: bars?.days, days: bars?.days, sessions: OPEN_SESSIONS });
    await expectAsUndisturbedNow(service, scanId, PATIENCE_MS);
    await expectNothingLostNothingTwice(service.database);
    await service.stopWorkers();
  });

  it('a limit is one limit, whichever API is called', async () => {
    const counts = await inOneMinute(15, () =>
      answers(2 * USER_PER_MINUTE, 16, (index) => service.call('GET', '/api/jobs?limit=1', undefined, apiOf(index))),
    );
    const admitted = counts['200'] ?? 0;
    measured(`requests that ${APIS} APIs admit of ${2 * USER_PER_MINUTE}, ${USER_PER_MINUTE} a minute`, admitted);
    expect(admitted + (counts['429 rate_limited'] ?? 0)).toBe(2 * USER_PER_MINUTE);
    expect(admitted).toBeGreaterThanOrEqual(USER_PER_MINUTE - OFF);
    expect(admitted).toBeLessThanOrEqual(USER_PER_MINUTE + OFF);
  });

  it('limits of logins are exact: attempts a minute of an address, and failures of an account', async () => {
    const strict = await inOneMinute(15, () =>
      answers(PUBLIC_PER_MINUTE + 16, 8, (index) => login(index, `nobody-${index}`, '192.0.2.1')),
    );
    expect(strict).toEqual({ '401': PUBLIC_PER_MINUTE, '429 rate_limited': 16 });
    const failed = await inOneMinute(10, () => answers(20, 8, (index) => login(index, 'admin', '192.0.2.2')));
    expect(failed).toEqual({ '401': 10, '429 too_many_logins': 10 });
  });
}

describe('four APIs and eight workers, queue on PostgreSQL', () => manyMachines('PostgreSQL'));
describeWithRedis('four APIs and eight workers, queue on Redis', () => manyMachines('Redis'));

it('sync the market once in eight workers, and call the vendor as one', async () => {
  const vendorDatabase = await postgres.copy('vendor');
  const market = new VendorMarket({ from: '2022-01-04', to: '2024-01-10' }, 12);
  const vendor = await FakeTushare.start({ market, perMinute: VENDOR_PER_MINUTE });
  const workers = Array.from(
    { length: WORKERS },
    () =>
      new FaultyProcess('worker', {
        ...vendor.environment,
        DATABASE_URL: vendorDatabase,
        MARKET_SOURCE: 'tushare',
        TUSHARE_CALLS_PER_MINUTE: String(VENDOR_PER_MINUTE),
        CLOCK_START: '2024-01-11T01:30:00Z',
        LOG_LEVEL: 'warn',
      }),
  );
  try {
    await until('the vendor was called', PATIENCE_MS, () => vendor.calls.length > 0);
    await sleep(WATCHED_MS);
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
    await vendor.close();
  }
  const share = Math.ceil((VENDOR_PER_MINUTE * WATCHED_MS) / 60_000);
  measured(`vendor calls of ${WORKERS} workers in ${WATCHED_MS / 1000} s, ${share} allowed`, vendor.most(WATCHED_MS));
  // Turns are given out evenly; one may be taken half a second late.
  expect(vendor.most(WATCHED_MS)).toBeLessThanOrEqual(share + VENDOR_PER_MINUTE / 120);
  expect(vendor.most(WATCHED_MS)).toBeGreaterThan(share / 2);
  expect(vendor.calls.filter(({ outcome }) => outcome !== 'rows')).toEqual([]);
  expect(vendor.answered()).toBe(vendor.calls.length);
  const client = new Client({ connectionString: vendorDatabase });
  await client.connect();
  const syncs = await client.query(`select kind, count(*)::int as syncs from market_sync group by 1 order by 1`);
  const slots = await client.query(`select name from schedule_run where name like 'market.%' order by 1`);
  await client.end();
  expect(syncs.rows).toEqual([
    { kind: 'daily', syncs: 1 },
    { kind: 'repair', syncs: 1 },
  ]);
  expect(slots.rows).toEqual([{ name: 'market.repair' }, { name: 'market.sync' }]);
});

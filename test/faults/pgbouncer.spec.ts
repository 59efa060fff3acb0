import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { createTestDatabase } from '../support/database/test-database';
import { describeWithPgBouncer, PgBouncer } from '../support/processes/pgbouncer';
import { until } from '../support/until';
import { measured } from './support/measured';
import { expectNothingLostNothingTwice, expectUndisturbed, undisturbedHits } from './support/oracle';
import { RealService, type Reply } from './support/real-service';
import { seededRandom } from './support/seeded-random';

const SCANS = '/api/stock-cycle/scans';
const DRAINS = '/api/stock-cycle/ai-fill-drains';
/** Fewer than the processes would use. */
const POOL = 5;
const READERS = 6;
const HOLD_MS = 150;
const RECOVERY_MS = 60_000;
const DOWN_MS = 2000;
/** Longer than a statement of the API may take. */
const FROZEN_MS = 13_000;
/** A statement's limit on the API's side, PgBouncer's own wait, and time for what else a request does. */
const SILENT_MS = 16_000;
const TERMINATIONS = 60;
/** The API's limit, what the server takes to see that its client is gone, and some to spare. */
const ABANDONED_MS = 30_000;
const IDLE_LIMIT_MS = 45_000;
const POOLED = `application_name in ('stock-cycle-api', 'stock-cycle-worker', 'stock-cycle-probe')`;

jest.setTimeout(240_000);

describeWithPgBouncer('PgBouncer in front of PostgreSQL', () => {
  let bouncer: PgBouncer;
  let service: RealService;
  let hits: unknown[];

  beforeAll(async () => {
    const own = await createTestDatabase();
    bouncer = await PgBouncer.start(own.url, { poolSize: POOL });
    service = await RealService.create(
      {
        DATABASE_URL: bouncer.url,
        DATABASE_DIRECT_URL: own.url,
        RATE_LIMIT: 'off',
        // The evening of the market's last day, so that a drain finds bars for its records.
        CLOCK_START: '2025-12-19T12:00:00Z',
      },
      own,
    );
    await service.slowDown(HOLD_MS);
    await service.startApi();
    hits = await undisturbedHits(service, RECOVERY_MS);
    await service.startWorker();
    await service.startWorker();
  });

  beforeEach(async () => {
    await expectNothingLostNothingTwice(service.database);
    await service.clear();
    await service.database.query('truncate ai_drain, ai_drain_session, daily_record cascade');
  });

  afterAll(async () => {
    await service.remove();
    await bouncer.remove();
  });

  /** Statements that nobody should have seen, and what came instead. */
  const read = (): Promise<Reply> => service.call('GET', `${SCANS}?limit=5`);

  /**
   * A scan, a drain of its sessions, lists and edits; `fault` comes in the middle of the scan, and once more in that of the
   * drain. Checks what must hold after either.
   */
  async function underWork(fault: () => Promise<void>): Promise<void> {
    const replies = new Map<string, number>();
    let slowest = 0;
    const kept = new Map<string, string>();
    let working = true;
    const keepDoing = async (work: (turn: number) => Promise<Reply>): Promise<void> => {
      for (let turn = 0; working; turn += 1) {
        const { status, code, ms } = await work(turn);
        const seen = `${status} ${status < 400 ? '' : (code ?? '')}`.trim();
        replies.set(seen, (replies.get(seen) ?? 0) + 1);
        slowest = Math.max(slowest, ms);
        await sleep(5);
      }
    };
    const note = async (turn: number): Promise<Reply> => {
      const code = String(1 + (turn % 800)).padStart(6, '0');
      const text = `turn ${turn}`;
      const reply = await service.call('PUT', `/api/watchlist/${code}`, { note: text });
      if (reply.status === 200) kept.set(code, text);
      return reply;
    };
    const others = [...Array.from({ length: READERS }, () => keepDoing(read)), keepDoing(note)];

    const scanId = await service.startScan();
    await service.untilRanges(scanId, 'completed');
    await fault();
    await service.untilEnded(scanId, RECOVERY_MS);
    await until('a drain is accepted', RECOVERY_MS, async () => {
      return (await service.call('POST', DRAINS, { kind: 'daily' })).status === 202;
    });
    await until('records are written', RECOVERY_MS, async () => (await recordsStored()) > 0);
    await fault();
    await until('the drain ends', RECOVERY_MS, async () => {
      return (await service.database.query('select from ai_drain where finished_at is null')).length === 0;
    });
    working = false;
    await Promise.all(others);

    measured('replies', JSON.stringify(Object.fromEntries(replies)));
    measured('slowest reply, ms', slowest);
    await expectUndisturbed(service.database, scanId, hits);
    const [drain] = await service.database.query(
      `select d.status, sum(s.generated)::int as told, bool_and(s.status = 'filled') as filled,
         (select count(*)::int from daily_record) as stored,
         (select count(distinct (session_id, trade_date))::int from daily_record) as days
       from ai_drain d join ai_drain_session s on s.drain_id = d.id group by d.id`,
    );
    const stored = await recordsStored();
    expect(drain).toEqual({ status: 'completed', told: stored, filled: true, stored, days: stored });
    const notes = await service.database.query<{ code: string; note: string }>('select code, note from watchlist_item');
    const noted = new Map(notes.map(({ code, note: text }) => [code, text]));
    // A later note whose answer was lost may stand in the place of an acknowledged one.
    expect([...kept.keys()].filter((code) => !noted.has(code))).toEqual([]);
    expect([...replies.keys()].filter((seen) => !EXPECTED_REPLIES.has(seen))).toEqual([]);
    expect([...service.workers, service.api].map(({ isRunning }) => isRunning)).toEqual([true, true, true]);
  }

  async function recordsStored(): Promise<number> {
    const [row] = await service.database.query<{ count: number }>('select count(*)::int as count from daily_record');
    return row?.count ?? 0;
  }

  /** The processes of the server that listen for us, and the leases' connections. */
  async function directSessions(): Promise<number[]> {
    const rows = await service.database.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()
         and application_name in ('stock-cycle-api-listen', 'stock-cycle-worker-listen') order by 1`,
    );
    return rows.map(({ pid }) => pid);
  }

  it('killed and started again: requests are 503 meanwhile, and all work completes', async () => {
    const listening = await directSessions();
    expect(listening).toHaveLength(3);
    await underWork(async () => {
      await bouncer.kill();
      const replies = await Promise.all([read(), read()]);
      for (const reply of replies) expect(reply).toMatchObject({ status: 503, code: 'database_unavailable' });
      expect((await service.call('GET', '/health/live')).status).toBe(200);
      await sleep(DOWN_MS);
      await bouncer.launch();
      measured(
        'killed: a request succeeds after, ms',
        await until('a request succeeds', RECOVERY_MS, async () => {
          return (await read()).status === 200;
        }),
      );
    });
    // Notifications never went through it.
    expect(await directSessions()).toEqual(listening);
  });

  it('frozen for longer than a statement may take: requests end with 503, and all work completes', async () => {
    await underWork(async () => {
      bouncer.freeze();
      const [replies] = await Promise.all([Promise.all(Array.from({ length: 4 }, read)), sleep(FROZEN_MS)]);
      bouncer.thaw();
      for (const reply of replies) expect(reply).toMatchObject({ status: 503, code: 'database_unavailable' });
      expect(Math.max(...replies.map(({ ms }) => ms))).toBeLessThan(SILENT_MS);
      measured(
        'frozen: a request succeeds after, ms',
        await until('a request succeeds', RECOVERY_MS, async () => {
          return (await read()).status === 200;
        }),
      );
    });
  });

  it(`its connections to the server ended ${TERMINATIONS} times: no answer is worse than 503`, async () => {
    const random = seededRandom();
    await underWork(async () => {
      for (let ended = 0; ended < TERMINATIONS / 2;) {
        const rows = await service.database.query<{ done: boolean }>(
          `select pg_terminate_backend(pid) as done from (
             select pid from pg_stat_activity where datname = current_database() and ${POOLED}
             order by md5(pid::text || $1) limit 1) one`,
          [String(random())],
        );
        ended += rows.filter(({ done }) => done).length;
        await sleep(random() * 100);
      }
    });
  });

  it('paused, and all its connections killed by its console: it goes on after "resume"', async () => {
    const name = new URL(bouncer.url).pathname.slice(1);
    await underWork(async () => {
      await bouncer.ask(`kill ${name}`);
      await sleep(DOWN_MS);
      await bouncer.ask(`resume ${name}`);
    });
  });

  it('a statement that the API gave up ends on the server too, while what it waits for is still held', async () => {
    await service.database.transaction(async (tx) => {
      const waiting = async (): Promise<number> => {
        const rows = await tx.query<unknown>(
          `select from pg_stat_activity
           where datname = current_database() and ${POOLED} and wait_event_type = 'Lock'`,
        );
        return rows.length;
      };
      await tx.query('lock table scan_run in access exclusive mode');
      const asked = Promise.all([read(), read()]);
      await until('both wait for the table', RECOVERY_MS, async () => (await waiting()) === 2);
      const held = await asked;
      for (const reply of held) expect(reply).toMatchObject({ status: 503, code: 'database_unavailable' });
      expect(Math.max(...held.map(({ ms }) => ms))).toBeLessThan(SILENT_MS);
      const ms = await until('nobody waits for the table', ABANDONED_MS, async () => (await waiting()) === 0);
      measured('given up: ends on the server after, ms', ms);
    });
  });

  it('a client that is silent in a transaction loses it by the limit that its connection has', async () => {
    const silent = new Client({ connectionString: bouncer.url });
    const broken = new Promise<void>((done) => silent.on('error', () => done()).on('end', () => done()));
    await silent.connect();
    await silent.query('begin');
    await silent.query('lock table watchlist_item in access exclusive mode');
    const ms = await until('the table is free', IDLE_LIMIT_MS, async () =>
      service.database
        .transaction(async (tx) => {
          await tx.query('lock table watchlist_item in access exclusive mode nowait');
        })
        .then(
          () => true,
          () => false,
        ),
    );
    await broken;
    measured('silent in a transaction: its lock is free after, ms', ms);
  });

  it('what a transaction through it notifies reaches those who listen', async () => {
    const listener = new Client({ connectionString: service.databaseUrl });
    const heard: string[] = [];
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await listener.connect();
    await listener.query('listen job');
    const scanId = await service.startScan();
    await service.untilEnded(scanId, RECOVERY_MS);
    await listener.query('select 1');
    await listener.end();
    const jobs = await service.database.query<{ id: string }>(
      'select job_id::text as id from scan_range where scan_id = $1',
      [scanId],
    );
    expect(jobs.map(({ id }) => id).filter((id) => !heard.includes(id))).toEqual([]);
  });
});

const EXPECTED_REPLIES = new Set(['200', '503 database_unavailable']);

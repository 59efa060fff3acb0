/** One thing broken on purpose, and the test that must notice. */
export interface Mutation {
  /** What is broken, in words. */
  readonly name: string;
  /** Rows of the fault matrix whose test this proves. */
  readonly rows: readonly number[];
  /** A built file, and what is put in the place of what in it. */
  readonly file?: string;
  readonly find?: string;
  readonly replace?: string;
  /** A change of the database, alone or with it. */
  readonly sql?: string;
  readonly spec: string;
  /** A part of the name of the test that must fail. */
  readonly test: string;
}

const JOB_ROWS = 'dist/libs/queue/src/worker/job-rows.js';

/** A row of the matrix counts only while its mutation is killed: `npm run test:mutations`. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'the fence does not look at the lease',
    rows: [1, 2],
    file: JOB_ROWS,
    find: 'select 1 from job where id = $1 and lease_token = $2 for update',
    replace: 'select 1 from job where id = $1 and $2::uuid is not null for update',
    spec: 'worker-frozen',
    test: 'between claim and transaction',
  },
  {
    name: 'a lost worker is never noticed',
    rows: [1],
    file: JOB_ROWS,
    find: `state = 'running' and lease_until < now()`,
    replace: `state = 'running' and lease_until < now() - interval '1 hour'`,
    spec: 'worker-killed',
    test: 'on PostgreSQL leaves no trace',
  },
  {
    name: 'a frozen transaction keeps its locks',
    rows: [2],
    file: 'dist/libs/database/src/data-source.js',
    find: 'idle_in_transaction_session_timeout: 30_000',
    replace: 'idle_in_transaction_session_timeout: 0',
    spec: 'worker-frozen',
    test: 'in its transaction',
  },
  {
    name: 'a job may lose workers for ever',
    rows: [4],
    file: 'dist/libs/queue/src/worker/reconciler.js',
    find: 'retry.crashes ?? 0',
    replace: 'retry.crashes * 1000) + (0',
    spec: 'range-kills-worker',
    test: 'is given up and named',
  },
  {
    name: 'the worker publishes nothing that another process left',
    rows: [5, 6],
    file: 'dist/libs/queue/src/outbox-relay.js',
    find: 'where available_at <= now() order by id',
    replace: `where available_at <= now() and available_at > now() - interval '50 milliseconds' order by id`,
    spec: 'api-killed',
    test: 'has its jobs published by the worker',
  },
  {
    name: 'wake-ups that the store lost are not published again',
    rows: [8, 9],
    file: JOB_ROWS,
    find: 'published_at < now() - $1',
    replace: 'published_at < now() - 1000 * $1',
    spec: 'redis-lost',
    test: 'flushed',
  },
  {
    name: 'a wake-up that comes again runs a job that has ended',
    rows: [10],
    file: JOB_ROWS,
    find: `where id = $1 and state = 'queued' and available_at <= now()`,
    replace: `where id = $1 and available_at <= now()`,
    // It would refuse such a claim by itself.
    sql: 'alter table job drop constraint job_finished_check',
    spec: 'redis-limits',
    test: 'older append-only file',
  },
  {
    name: 'a command to Redis waits without a bound',
    rows: [11],
    file: 'dist/libs/queue/src/deadline.js',
    find: '`), ms)',
    replace: '`), ms * 1000)',
    spec: 'redis-lost',
    test: 'frozen',
  },
  {
    name: 'a lost connection is a bug of ours',
    rows: [15, 17, 18],
    file: 'dist/libs/database/src/pg-error.js',
    find: '08|40|53|57P',
    replace: '40|53',
    spec: 'database-lost',
    test: 'connections ended at random',
  },
  {
    name: 'a scan that was begun is not named when asked again',
    rows: [16],
    file: 'dist/libs/scan/src/persistence/scan-runs.query.js',
    find: `on conflict (request_key) where status in ('queued', 'running') do nothing`,
    replace: '',
    sql: 'drop index scan_run_one_in_flight',
    spec: 'commit-unanswered',
    test: 'while the scan waits or runs',
  },
  {
    name: 'a connection whose statement got no answer stays in the pool',
    rows: [17],
    file: 'dist/libs/database/src/impatient-client.js',
    find: `error.message === 'Query read timeout'`,
    replace: 'false',
    spec: 'database-lost',
    test: 'a wire that swallows all',
  },
  {
    name: 'a request waits for a connection without a bound',
    rows: [18],
    file: 'dist/libs/database/src/data-source.js',
    find: 'connectTimeoutMS: 3000',
    replace: 'connectTimeoutMS: 0',
    spec: 'database-lost',
    test: 'whose connections are all taken',
  },
  {
    name: 'a stock may have two open sessions',
    rows: [21],
    sql: 'drop index tracking_session_one_open',
    spec: 'two-apis',
    test: 'opened fifty times at once',
  },
  {
    name: 'a record is written without a look at its session',
    rows: [21],
    file: 'dist/libs/tracking/src/persistence/record-session.query.js',
    find: 'for no key update',
    replace: '',
    spec: 'two-apis',
    test: 'closed while records are written',
  },
  {
    name: 'a Redis that forgets keys is good enough',
    rows: [13],
    file: 'dist/libs/queue/src/backend/redis-queue-backend.js',
    find: `policy !== 'noeviction'`,
    replace: 'false',
    spec: 'redis-limits',
    test: 'evicts keys',
  },
  {
    name: 'the API takes a request for handled only when Redis has it',
    rows: [12, 13],
    file: 'dist/libs/queue/src/outbox-relay.js',
    find: 'failure = error instanceof Error',
    replace: 'done.push(...ids); failure = error instanceof Error',
    spec: 'redis-limits',
    test: 'full',
  },
  {
    name: 'leases are measured by the clock of the process',
    rows: [23],
    file: JOB_ROWS,
    find: 'lease_until = now() +',
    replace: 'lease_until = to_timestamp(${Date.now() / 1000}) +',
    spec: 'clocks-apart',
    test: 'take no job from each other',
  },
  {
    name: 'a worker waits for its queue when it is told to stop',
    rows: [31],
    file: 'dist/apps/worker/src/main.js',
    find: 'LONGEST_SHUTDOWN_MS = 5500',
    replace: 'LONGEST_SHUTDOWN_MS = 550000',
    spec: 'told-to-stop',
    test: 'Redis away',
  },
];

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { retentionJob } from '#lib/upkeep';
import { JOBS } from '#lib/schema';
import { QUEUE_STORES, QueueWorld, type Side } from '../support/worlds/queue-world';
import { until } from '../support/until';
import { BESIDE_TESTS } from '../support/processes/beside-tests';

const ROOT = join(__dirname, '../..');

describe.each(QUEUE_STORES)('the worker process on %s', (store) => {
  let world: QueueWorld;
  let api: Side;
  const processes: ChildProcess[] = [];

  beforeAll(async () => {
    world = await QueueWorld.open(store, 'stock-cycle');
    api = await world.producer(JOBS);
    await world.emptyStore(api.database);
  });

  afterEach(() => processes.splice(0).forEach((child) => child.kill('SIGKILL')));

  afterAll(() => world.close());

  async function startWorker(): Promise<ChildProcess> {
    const child = fork(join(ROOT, 'apps/worker/src/main.ts'), {
      execArgv: ['--conditions=source', '--require', join(ROOT, 'test/support/runner/swc-register.cjs')],
      env: {
        ...process.env,
        ...BESIDE_TESTS,
        ...world.environment(),
        JOB_LEASE_SECONDS: '2',
        MARKET_SOURCE: 'files',
        LOG_LEVEL: 'info',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    processes.push(child);
    await api.database.query('delete from worker_heartbeat');
    while ((await api.jobs.health(['maintenance'])).undrained.length > 0) await sleep(50);
    return child;
  }

  it('prunes once a day, runs its jobs, and stops at SIGTERM', async () => {
    const worker = await startWorker();
    const { jobId } = await api.database.transaction((tx) => api.jobs.enqueue(tx, retentionJob, {}));
    expect(await api.jobs.wait(jobId, 60_000)).toMatchObject({ state: 'completed', result: { ended: 0 } });
    // The queue is drained before the schedules have looked.
    const slots = `select 1 from schedule_run where name = 'upkeep.retention'`;
    await until('the slot is taken', 30_000, async () => (await api.database.query(slots)).length === 1);
    const before = performance.now();
    worker.kill('SIGTERM');
    expect(await once(worker, 'exit')).toEqual([0, null]);
    expect(performance.now() - before).toBeLessThan(6000);
  });

  it('prunes drains with the jobs, and keeps which day has had its drain', async () => {
    await api.database.query(`
      insert into ai_drain (kind, origin, trade_day, today, status, total, finished_at)
      select kind, origin, day::date, day::date, status, 0, now() - age::interval
      from (values ('daily', 'schedule', '2025-09-01', 'completed', '90 days'), ('daily', 'schedule', '2025-09-02', 'completed', '40 days'),
        ('daily', 'schedule', '2025-09-03', 'failed', '40 days'), ('weekly', 'schedule', '2025-09-01', 'completed', '90 days'),
        ('daily', 'manual', '2025-09-03', 'completed', '40 days'), ('weekly', 'manual', '2025-09-01', 'completed', '20 days'))
        as given (kind, origin, day, status, age)`);
    await startWorker();
    const { jobId } = await api.database.transaction((tx) => api.jobs.enqueue(tx, retentionJob, {}));
    expect(await api.jobs.wait(jobId, 60_000)).toMatchObject({ state: 'completed' });
    expect(await api.database.query('select kind, origin, trade_day::text as day from ai_drain order by id')).toEqual([
      { kind: 'daily', origin: 'schedule', day: '2025-09-02' },
      { kind: 'daily', origin: 'schedule', day: '2025-09-03' },
      { kind: 'weekly', origin: 'schedule', day: '2025-09-01' },
      { kind: 'weekly', origin: 'manual', day: '2025-09-01' },
    ]);
  });

  it('ends when its supervisor is gone', async () => {
    const worker = await startWorker();
    worker.disconnect();
    expect(await once(worker, 'exit')).toEqual([0, null]);
  });

  it('leaves its job to the next one if it is killed in the middle', async () => {
    await api.database.query(
      `insert into job (name, queue, payload, state, result, finished_at)
       values ('jobs.prune', 'maintenance', '{}', 'completed', '{"deleted":0}', now() - interval '40 days')`,
    );
    await startWorker();
    const killer = api.database.transaction(async (tx) => {
      // Holds up the delete that the job is about, so that the worker dies in the middle of it.
      await tx.query(`select 1 from job where finished_at < now() - interval '30 days' for update`);
      const { jobId } = await api.database.transaction((other) => api.jobs.enqueue(other, retentionJob, {}));
      while ((await api.jobs.get(jobId))?.state !== 'running') await sleep(20);
      processes.pop()?.kill('SIGKILL');
      return jobId;
    });
    const jobId = await killer;
    await startWorker();
    expect(await api.jobs.wait(jobId, 60_000)).toMatchObject({ state: 'completed', attempts: 2 });
  });
});

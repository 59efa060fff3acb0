import { setTimeout as sleep } from 'node:timers/promises';
import { IsInt } from 'class-validator';
import { defineJob, type JobContext } from '#lib/queue';
import { LeaseLostError } from '#lib/queue/testing';
import { handlerOf, QUEUE_STORES, QueueWorld, type Side } from '../../support/worlds/queue-world';

class NumberPayload {
  @IsInt()
  value!: number;
}

const effectJob = defineJob<NumberPayload, string>({
  name: 'test.effect',
  queue: 'test',
  payload: NumberPayload,
  retry: { attempts: 1, backoffMs: 10, crashes: 1 },
});
/** Of a queue that is never as long. */
const urgentJob = defineJob<NumberPayload, string>({
  name: 'test.urgent',
  queue: 'urgent',
  payload: NumberPayload,
  retry: { attempts: 1, backoffMs: 10, crashes: 1 },
});
const jobs = [effectJob, urgentJob];
const urgent = handlerOf(urgentJob, { run: () => Promise.resolve('urgent') });

describe.each(QUEUE_STORES)('the queue after lost workers and wake-ups on %s', (store) => {
  let world: QueueWorld;
  let api: Side;

  beforeEach(async () => {
    world = await QueueWorld.open(store);
    api = await world.producer(jobs);
    await api.database.query('create table effect (job_id bigint, note text)');
  });

  afterEach(() => world.close());

  /** Writes one effect row named `note`; stands still before it while `gate` is closed. */
  const effectOf = (note: string, gate: Promise<void> = Promise.resolve(), onLost?: (error: unknown) => void) =>
    handlerOf(effectJob, {
      run: async (_payload: NumberPayload, context: JobContext<string>) => {
        await gate;
        try {
          return await context.complete(async (tx) => {
            await tx.query('insert into effect values ($1, $2)', [context.jobId, note]);
            return note;
          });
        } catch (error) {
          onLost?.(error);
          throw error;
        }
      },
      failed: async (_payload: NumberPayload, error, tx, jobId) => {
        await tx.query('insert into effect values ($1, $2)', [jobId, error.code]);
      },
    });

  const effects = (): Promise<{ note: string }[]> => api.database.query('select note from effect');

  async function enqueuePublished(): Promise<number> {
    const { jobId } = await api.database.transaction((tx) => api.jobs.enqueue(tx, effectJob, { value: 1 }));
    api.jobs.publishSoon();
    await until(outboxIsEmpty);
    return jobId;
  }

  const outboxIsEmpty = async () => (await api.database.query('select 1 from job_outbox')).length === 0;

  const running = (jobId: number) => async () => (await api.jobs.get(jobId))?.state === 'running';

  /** As if the worker that holds the job had been frozen past its lease. Without its token it cannot renew it meanwhile. */
  const expireLease = (jobId: number) =>
    api.database.query(
      `update job set lease_token = gen_random_uuid(), lease_until = now() - interval '1 second' where id = $1`,
      [jobId],
    );

  it('lets another worker take over from a frozen one, whose late write changes nothing', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    let lost: unknown;
    const frozen = await world.worker(jobs, [effectOf('frozen', gate, (error) => (lost = error)), urgent], {
      concurrency: 1,
    });
    const jobId = await enqueuePublished();
    await until(running(jobId));
    await world.worker(jobs, [effectOf('second'), urgent], { concurrency: 1 });
    await expireLease(jobId);
    const view = await api.jobs.wait(jobId, 30_000);
    expect(view).toMatchObject({ state: 'completed', result: 'second', attempts: 2 });
    open();
    await until(() => Promise.resolve(lost !== undefined));
    expect(lost).toBeInstanceOf(LeaseLostError);
    await world.stop(frozen);
    expect(await effects()).toEqual([{ note: 'second' }]);
  });

  it('keeps a job that runs longer than its lease with the worker that renews it', async () => {
    await world.worker(jobs, [effectOf('slow', sleep(2500)), urgent]);
    const jobId = await enqueuePublished();
    expect(await api.jobs.wait(jobId, 30_000)).toMatchObject({ state: 'completed', attempts: 1 });
  });

  it('fails a job that loses its worker repeatedly, with its business row', async () => {
    const never = new Promise<void>(() => undefined);
    await world.worker(jobs, [effectOf('first', never), urgent], { concurrency: 2 });
    const jobId = await enqueuePublished();
    for (let crash = 1; crash <= 2; crash += 1) {
      await until(running(jobId));
      await expireLease(jobId);
      await until(async () => (await crashesOf(jobId)) === crash);
    }
    const view = await api.jobs.wait(jobId, 5000);
    expect(view).toMatchObject({ state: 'failed', attempts: 2, error: { code: 'worker_lost' } });
    expect(await effects()).toEqual([{ note: 'worker_lost' }]);
  });

  it('has one effect if the relay dies between publishing and deleting', async () => {
    await api.database.transaction((tx) => api.jobs.enqueue(tx, effectJob, { value: 1 }));
    const [row] = await api.database.query<{ id: number; jobId: number }>(
      `select id, job_id as "jobId" from job_outbox`,
    );
    const again = () =>
      api.database.query(`insert into job_outbox (id, job_id, queue) values ($1, $2, 'test')`, [row?.id, row?.jobId]);
    api.jobs.publishSoon();
    await until(outboxIsEmpty);
    await again();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    await world.worker(jobs, [effectOf('once', gate), urgent], { concurrency: 3 });
    await until(running(row?.jobId ?? 0));
    await until(outboxIsEmpty);
    // One more wake-up, that BullMQ doesn't know as the same.
    await api.database.query(`insert into job_outbox (job_id, queue) values ($1, 'test')`, [row?.jobId]);
    await until(outboxIsEmpty);
    await sleep(200);
    open();
    await api.jobs.wait(row?.jobId ?? 0, 30_000);
    await again();
    await until(outboxIsEmpty);
    await sleep(300);
    expect(await effects()).toEqual([{ note: 'once' }]);
    expect(await api.jobs.get(row?.jobId ?? 0)).toMatchObject({ state: 'completed', attempts: 1 });
  });

  it('restores what the store of the queue has lost', async () => {
    const lost = [await enqueuePublished(), await enqueuePublished(), await enqueuePublished()];
    await world.emptyStore(api.database);
    await world.worker(jobs, [effectOf('restored'), urgent]);
    const views = await Promise.all(lost.map((jobId) => api.jobs.wait(jobId, 30_000)));
    expect(views.map((view) => [view.state, view.attempts])).toEqual(lost.map(() => ['completed', 1]));
    expect(await effects()).toHaveLength(3);

    await world.emptyStore(api.database);
    expect((await api.jobs.wait(await enqueuePublished(), 30_000)).state).toBe('completed');
  });

  it('restores one lost wake-up among thousands of waiting jobs, and writes nothing for those', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    // A worker that holds one job of many, and looks for no lost ones.
    await world.worker(jobs, [effectOf('slow', gate), urgent], { concurrency: 1, redeliverAfterMs: 600_000 });
    await api.database.query(
      `with waiting as (
         insert into job (name, queue, payload, available_at)
         select 'test.effect', 'test', '{"value":1}', now() - interval '1 minute' from generate_series(1, 5000)
         returning id, queue
       )
       insert into job_outbox (job_id, queue) select id, queue from waiting`,
    );
    await until(outboxIsEmpty);
    await api.database.query(`update job set published_at = now() - interval '1 minute'`);
    const [lost] = await api.database.query<{ id: number }>(
      `insert into job (name, queue, payload, available_at, published_at, outbox_id) values
         ('test.urgent', 'urgent', '{"value":1}', now() - interval '1 minute', now() - interval '1 minute', 1000000)
       returning id`,
    );
    await world.worker(jobs, [effectOf('second', gate), urgent], { concurrency: 1 });
    expect(await api.jobs.wait(lost?.id ?? 0, 5000)).toMatchObject({ state: 'completed', result: 'urgent' });
    expect(
      await api.database.query(
        `select count(*) from job where queue = 'test' and published_at > now() - interval '50 seconds'`,
      ),
    ).toEqual([{ count: 0 }]);
    await api.database.query(`update job set state = 'cancelled', finished_at = now() where state = 'queued'`);
    open();
  }, 30_000);

  it('keeps its leases while a handler uses up the pool', async () => {
    const greedy = handlerOf(effectJob, {
      run: async () => {
        const { database } = own;
        await Promise.all(Array.from({ length: 12 }, () => database.query('select pg_sleep(3)')));
        return 'alone';
      },
    });
    const own: Side = await world.worker(jobs, [greedy, urgent], { concurrency: 1 });
    const jobId = await enqueuePublished();
    await until(running(jobId));
    await world.worker(jobs, [effectOf('second'), urgent], { concurrency: 1 });
    expect(await api.jobs.wait(jobId, 30_000)).toMatchObject({ state: 'completed', result: 'alone', attempts: 1 });
  });

  it('reports a failure to a handler again if the handler could not store it', async () => {
    let tries = 0;
    const failing = handlerOf(effectJob, {
      run: () => Promise.reject(new Error('broken')),
      failed: async (_payload: NumberPayload, error, tx, jobId) => {
        await tx.query('insert into effect values ($1, $2)', [jobId, error.code]);
        if ((tries += 1) === 1) throw new Error('the row is locked');
      },
    });
    await world.worker(jobs, [failing, urgent]);
    const jobId = await enqueuePublished();
    expect((await api.jobs.wait(jobId, 30_000)).state).toBe('failed');
    expect(await effects()).toEqual([]);
    await api.database.query('update job set failure_due_at = now() where failure_due_at is not null');
    await until(async () => (await effects()).length > 0);
    expect(await effects()).toEqual([{ note: 'internal_error' }]);
    expect(await api.database.query('select 1 from job where failure_due_at is not null')).toEqual([]);
  });

  async function crashesOf(jobId: number): Promise<number | undefined> {
    return (await api.database.query<{ crashes: number }>('select crashes from job where id = $1', [jobId]))[0]
      ?.crashes;
  }
});

/** Looks until `condition` holds; after ten seconds it never will. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('what the test waits for did not happen');
    await sleep(20);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { IsInt } from 'class-validator';
import { AppError } from '#lib/kernel';
import { type AnyJobDefinition, defineJob, type JobContext, type JobView, getJobResult } from '#lib/queue';
import { handlerOf, QUEUE_STORES, QueueWorld, type Side } from '../../support/worlds/queue-world';

class NumberPayload {
  @IsInt()
  value!: number;
}

const retry = { attempts: 3, backoffMs: 100, crashes: 1 };
const options = { queue: 'test', payload: NumberPayload, retry };
const doubleJob = defineJob<NumberPayload, { doubled: number }>({ name: 'test.double', ...options });
const oncePerValueJob = defineJob<NumberPayload, null>({
  name: 'test.once',
  ...options,
  dedupeKey: (payload) => String(payload.value),
});
const flakyJob = defineJob<NumberPayload, number>({ name: 'test.flaky', ...options });
const brokenJob = defineJob<NumberPayload, null>({ name: 'test.broken', ...options });
const longJob = defineJob<NumberPayload, string>({ name: 'test.long', ...options });
const steppingJob = defineJob<NumberPayload, number>({ name: 'test.stepping', ...options });
const boundedJob = defineJob<NumberPayload, string>({ name: 'test.bounded', ...options, maxRunMs: 300 });
/** Enqueued only. */
const limitedJob = defineJob<NumberPayload, null>({
  name: 'test.limited',
  ...options,
  dedupeKey: (payload) => String(payload.value),
  limitedPerUser: true,
});
const jobs = [doubleJob, oncePerValueJob, flakyJob, brokenJob, longJob, steppingJob, boundedJob];

describe.each(QUEUE_STORES)('jobs on %s', (store) => {
  let world: QueueWorld;
  let api: Side;
  const triedAt: number[] = [];
  let brokenRuns = 0;
  let openGate = (): void => undefined;
  const gate = new Promise<void>((resolve) => (openGate = resolve));
  let longRun: { began: () => void; ended: (how: string) => void };

  const handlers = [
    handlerOf(doubleJob, { run: ({ value }: NumberPayload) => Promise.resolve({ doubled: value * 2 }) }),
    handlerOf(oncePerValueJob, { run: () => gate.then(() => null) }),
    handlerOf(flakyJob, {
      run: ({ value }: NumberPayload, context: JobContext<number>) => {
        triedAt.push(performance.now());
        if (context.attempt <= value) throw AppError.unavailable('vendor_away', 'the vendor is unavailable');
        return Promise.resolve(context.attempt);
      },
    }),
    handlerOf(brokenJob, {
      run: () => {
        brokenRuns += 1;
        throw AppError.invalid('this can never work', undefined, 'never_works');
      },
      failed: async ({ value }: NumberPayload, error, tx, jobId) => {
        await tx.query('insert into effect (job_id, note) values ($1, $2)', [jobId, `${value} ${error.code}`]);
      },
    }),
    handlerOf(longJob, {
      run: async (_payload: NumberPayload, { signal }: JobContext<string>) => {
        longRun.began();
        await sleep(20_000, undefined, { signal }).catch(() => undefined);
        longRun.ended(signal.aborted ? 'aborted' : 'finished');
        return 'done';
      },
    }),
    handlerOf(boundedJob, {
      run: async ({ value }: NumberPayload, { signal }: JobContext<string>) => {
        // 0: ends in time. 1: ends as soon as it is told to. 2: never does.
        if (value === 1) await sleep(20_000, undefined, { signal }).catch(() => undefined);
        if (value === 2) await new Promise(() => undefined);
        return 'done';
      },
      failed: async ({ value }: NumberPayload, error, tx, jobId) => {
        await tx.query('insert into effect (job_id, note) values ($1, $2)', [jobId, `${value} ${error.code}`]);
      },
    }),
    handlerOf(steppingJob, {
      run: async ({ value }: NumberPayload, context: JobContext<number>) => {
        for (let step = 1; step <= value; step += 1) {
          await context.progress({ step });
          await sleep(30);
        }
        return context.complete(async (tx) => {
          await tx.query('insert into effect (job_id, note) values ($1, $2)', [context.jobId, 'stepped']);
          return value;
        });
      },
    }),
  ];

  beforeAll(async () => {
    world = await QueueWorld.open(store);
    api = await world.producer(jobs, { jobsPerUser: 2 });
    await api.database.query('create table effect (job_id bigint, note text)');
    await world.worker(jobs, handlers);
  });

  afterAll(() => world.close());

  const ended = (jobId: number): Promise<JobView> => api.jobs.wait(jobId, 15_000);

  async function enqueue(definition: AnyJobDefinition, value: number): Promise<number> {
    const { jobId } = await api.database.transaction((tx) => api.jobs.enqueue(tx, definition, { value }));
    api.jobs.publishSoon();
    return jobId;
  }

  it('run and return their result to the caller that waits', async () => {
    const view = await ended(await enqueue(doubleJob, 21));
    expect(view).toMatchObject({ name: 'test.double', state: 'completed', attempts: 1, error: null });
    expect(getJobResult(doubleJob, view)).toEqual({ doubled: 42 });
  });

  it('run although their producer never published them', async () => {
    const { jobId } = await api.database.transaction((tx) => api.jobs.enqueue(tx, doubleJob, { value: 1 }));
    expect((await ended(jobId)).state).toBe('completed');
  });

  it('leaves nothing of a transaction that rolled back', async () => {
    let jobId = 0;
    const rollback = api.database.transaction(async (tx) => {
      ({ jobId } = await api.jobs.enqueue(tx, doubleJob, { value: 1 }));
      throw new Error('rolled back');
    });
    await expect(rollback).rejects.toThrow('rolled back');
    expect(jobId).toBeGreaterThan(0);
    expect(await api.jobs.get(jobId)).toBeUndefined();
    expect(await api.database.query('select 1 from job_outbox where job_id = $1', [jobId])).toEqual([]);
  });

  it('share one row among identical jobs in flight, and start a new one after it ended', async () => {
    const options20 = Array.from({ length: 20 }, () => ({ dedupeScope: 'user 1' }));
    const enqueued = await Promise.all(
      options20.map((scope) =>
        api.database.transaction(async (tx) => {
          const job = await api.jobs.enqueue(tx, oncePerValueJob, { value: 7 }, scope);
          await sleep(20);
          return job;
        }),
      ),
    );
    expect(new Set(enqueued.map((job) => job.jobId)).size).toBe(1);
    expect(enqueued.filter((job) => job.created)).toHaveLength(1);

    const other = await api.database.transaction((tx) =>
      api.jobs.enqueue(tx, oncePerValueJob, { value: 7 }, { dedupeScope: 'user 2' }),
    );
    expect(other.created).toBe(true);
    openGate();
    await ended(enqueued[0]?.jobId ?? 0);
    const later = await api.database.transaction((tx) =>
      api.jobs.enqueue(tx, oncePerValueJob, { value: 7 }, { dedupeScope: 'user 1' }),
    );
    expect(later.created).toBe(true);
  });

  it('are retried after a temporary error, each time later', async () => {
    triedAt.length = 0;
    const view = await ended(await enqueue(flakyJob, 2));
    expect(view).toMatchObject({ state: 'completed', attempts: 3, result: 3 });
    const [first = 0, second = 0, third = 0] = triedAt;
    expect(second - first).toBeGreaterThanOrEqual(95);
    expect(third - second).toBeGreaterThanOrEqual(190);
  });

  it('fail when the attempts are used up, with the last reason', async () => {
    const view = await ended(await enqueue(flakyJob, 99));
    expect(view).toMatchObject({
      state: 'failed',
      attempts: 3,
      error: { kind: 'unavailable', code: 'vendor_away', message: 'the vendor is unavailable', retryable: true },
    });
    expect(() => getJobResult(flakyJob, view)).toThrow('the vendor is unavailable');
  });

  it('fail at once by a permanent error, and the handler fails its own row in the same transaction', async () => {
    const jobId = await enqueue(brokenJob, 5);
    expect(await ended(jobId)).toMatchObject({ state: 'failed', attempts: 1, error: { code: 'never_works' } });
    expect(brokenRuns).toBe(1);
    expect(await api.database.query('select note from effect where job_id = $1', [jobId])).toEqual([
      { note: '5 never_works' },
    ]);
  });

  it('fails poisoned jobs with a reason and goes on', async () => {
    const poison = await api.database.query<{ id: number }>(
      `insert into job (name, queue, payload) values
         ('test.double', 'test', '{"value":"many"}'), ('test.double', 'test', '{"value":1,"old_field":2}')
       returning id`,
    );
    const ids = poison.map((row) => row.id);
    await api.database.query(`insert into job_outbox (job_id, queue) select unnest($1::bigint[]), 'test'`, [ids]);
    const views = await Promise.all(ids.map(ended));
    expect(views.map((view) => view.error?.code)).toEqual(['invalid_payload', 'invalid_payload']);
    expect(views[1]?.error?.message).toContain('old_field');
    expect((await ended(await enqueue(doubleJob, 2))).state).toBe('completed');
  });

  it('report progress to watchers, and complete together with the effect', async () => {
    const seen: unknown[] = [];
    const { jobId } = await api.database.transaction((tx) => api.jobs.enqueue(tx, steppingJob, { value: 3 }));
    const stop = api.jobs.onChange(jobId, () => {
      void api.jobs.get(jobId).then((view) => seen.push(view?.progress));
    });
    const view = await ended(jobId);
    stop();
    expect(view).toMatchObject({ state: 'completed', result: 3, progress: { step: 3 } });
    expect(seen).toEqual(expect.arrayContaining([{ step: 1 }, { step: 2 }, { step: 3 }]));
    expect(await api.database.query('select note from effect where job_id = $1', [jobId])).toHaveLength(1);
  });

  it('stop when cancelled, and never start if cancelled while they wait', async () => {
    const began = new Promise<void>((resolve) => (longRun = { began: resolve, ended: () => undefined }));
    const endedHow = new Promise<string>((resolve) => (longRun = { ...longRun, ended: resolve }));
    const running = await enqueue(longJob, 1);
    await began;
    const before = performance.now();
    expect(await api.database.transaction((tx) => api.jobs.cancel(tx, running))).toBe(true);
    expect(await endedHow).toBe('aborted');
    expect(performance.now() - before).toBeLessThan(900);
    expect(await ended(running)).toMatchObject({ state: 'cancelled', result: null });
    expect(await api.database.transaction((tx) => api.jobs.cancel(tx, running))).toBe(false);

    const later = await api.database.transaction((tx) =>
      api.jobs.enqueue(tx, doubleJob, { value: 1 }, { availableAt: new Date(Date.now() + 400) }),
    );
    await api.database.transaction((tx) => api.jobs.cancel(tx, later.jobId));
    await sleep(700);
    expect(await api.jobs.get(later.jobId)).toMatchObject({ state: 'cancelled', attempts: 0 });
  });

  it('fail if they run longer than their kind may, whether the handler yields or not', async () => {
    expect(await ended(await enqueue(boundedJob, 0))).toMatchObject({ state: 'completed', result: 'done' });
    for (const value of [1, 2]) {
      const jobId = await enqueue(boundedJob, value);
      expect(await ended(jobId)).toMatchObject({
        state: 'failed',
        attempts: 1,
        error: { code: 'ran_too_long', retryable: false },
      });
      expect(await api.database.query('select note from effect where job_id = $1', [jobId])).toEqual([
        { note: `${value} ran_too_long` },
      ]);
    }
  });

  it('are limited to a number per user and queue, and a user may join one of them', async () => {
    const [user] = await api.database.query<{ id: number }>(
      `insert into app_user (username, password_hash) values ('busy', 'x') returning id`,
    );
    const availableAt = new Date(Date.now() + 60_000);
    const ask = (value: number, requestedBy = user?.id ?? 0) =>
      api.database.transaction((tx) => api.jobs.enqueue(tx, limitedJob, { value }, { requestedBy, availableAt }));
    const { jobId } = await ask(1);
    await ask(2);
    await expect(ask(3)).rejects.toMatchObject({ kind: 'rate_limited', code: 'too_many_jobs' });
    expect(await ask(1)).toEqual({ jobId, created: false });
    await api.database.transaction((tx) => api.jobs.cancel(tx, jobId));
    expect((await ask(3)).created).toBe(true);
  });

  it('wait no longer than requested', async () => {
    const later = await api.database.transaction((tx) =>
      api.jobs.enqueue(tx, doubleJob, { value: 1 }, { availableAt: new Date(Date.now() + 60_000) }),
    );
    const before = performance.now();
    expect((await api.jobs.wait(later.jobId, 200)).state).toBe('queued');
    expect(performance.now() - before).toBeLessThan(10_000);
    await expect(api.jobs.wait(999_999, 200)).rejects.toMatchObject({ code: 'not_found' });
    const gone = AbortSignal.timeout(50);
    expect((await api.jobs.wait(later.jobId, 60_000, gone)).state).toBe('queued');
    expect((await api.jobs.wait(later.jobId, 60_000, gone)).state).toBe('queued');
  });
});

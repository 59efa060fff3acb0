import { setTimeout as sleep } from 'node:timers/promises';
import { IsInt } from 'class-validator';
import { defineJob } from '#lib/queue';
import { handlerOf, QUEUE_STORES, QueueWorld, type Side } from '../../support/worlds/queue-world';

class NumberPayload {
  @IsInt()
  value!: number;
}

const rest = { queue: 'test', payload: NumberPayload, retry: { attempts: 1, backoffMs: 10, crashes: 3 } };
const oldJob = defineJob<NumberPayload, string>({ name: 'test.old', ...rest });
const newJob = defineJob<NumberPayload, string>({ name: 'test.new', ...rest });
const OLD_BUILD = [oldJob];
const NEW_BUILD = [oldJob, newJob];
const by = (build: string) => ({ run: () => Promise.resolve(build) });

describe.each(QUEUE_STORES)('workers of two builds side by side on %s', (store) => {
  let world: QueueWorld;
  let api: Side;

  beforeEach(async () => {
    world = await QueueWorld.open(store);
    api = await world.producer(NEW_BUILD);
  });

  afterEach(() => world.close());

  const startOld = (patienceMs = 60_000) =>
    world.worker(OLD_BUILD, [handlerOf(oldJob, by('old'))], {
      unknownJobDelayMs: 150,
      unknownJobTimeoutMs: patienceMs,
    });
  const startNew = () => world.worker(NEW_BUILD, [handlerOf(oldJob, by('new')), handlerOf(newJob, by('new'))]);

  async function enqueueNew(): Promise<number> {
    const { jobId } = await api.database.transaction((tx) => api.jobs.enqueue(tx, newJob, { value: 1 }));
    api.jobs.publishSoon();
    return jobId;
  }

  it('hand back jobs that the old one does not know; it does its own, and the new one gets the rest', async () => {
    await startOld();
    const unknown = await enqueueNew();
    const own = await api.database.transaction((tx) => api.jobs.enqueue(tx, oldJob, { value: 1 }));
    expect(await api.jobs.wait(own.jobId, 5000)).toMatchObject({ state: 'completed', result: 'old' });
    await sleep(1000);
    const waiting = await api.jobs.wait(unknown, 0);
    expect(['queued', 'running']).toContain(waiting.state);
    await startNew();
    expect(await api.jobs.wait(unknown, 5000)).toMatchObject({ state: 'completed', result: 'new', attempts: 1 });
  });

  it('abandon a job at last if no build knows it', async () => {
    await startOld(1000);
    const unknown = await enqueueNew();
    expect((await api.jobs.wait(unknown, 0)).error).toBeNull();
    expect(await api.jobs.wait(unknown, 10_000)).toMatchObject({ state: 'failed', error: { code: 'unknown_job' } });
    const [job] = await api.database.query<{ seconds: number }>(
      `select extract(epoch from finished_at - started_at)::float8 as seconds from job where id = $1`,
      [unknown],
    );
    expect(job?.seconds).toBeGreaterThan(1);
  });

  it('do not evaluate, in the old one, a crash of a job that it does not know', async () => {
    const [lost] = await api.database.query<{ id: number }>(
      `insert into job (name, queue, payload, state, attempts, started_at, lease_token, lease_until)
       values ('test.new', 'test', '{"value":1}', 'running', 1, now(), gen_random_uuid(), now() - interval '1 second')
       returning id`,
    );
    const id = Number(lost?.id);
    await startOld();
    await sleep(600);
    expect(await api.jobs.get(id)).toMatchObject({ state: 'running', attempts: 1 });
    await startNew();
    expect(await api.jobs.wait(id, 10_000)).toMatchObject({ state: 'completed', result: 'new' });
    expect(await api.database.query('select crashes from job where id = $1', [id])).toEqual([{ crashes: 1 }]);
  });
});

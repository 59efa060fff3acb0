import { type AiPanel } from '#lib/ai';
import { configurePanel } from '#lib/ai/testing';
import { loadConfig } from '#lib/config';
import { AppError } from '#lib/kernel';
import { defineJob, type JobContext } from '#lib/queue';
import { dailyQuestion, PLAIN_RULES } from '../../support/inputs/ai-questions';
import { AI_FAULTS, FakeAiServer } from '../../support/fakes/fake-ai-server';
import { handlerOf, QUEUE_STORES, QueueWorld, type Side } from '../../support/worlds/queue-world';
import { until } from '../../support/until';

class NoPayload {}

const fillJob = defineJob<NoPayload, number>({
  name: 'test.fill',
  queue: 'test',
  payload: NoPayload,
  retry: { attempts: 3, backoffMs: 10, crashes: 3 },
});

describe.each(QUEUE_STORES)('a job that requests judgements, on %s', (store) => {
  let world: QueueWorld;
  let fakeAi: FakeAiServer;
  let api: Side;

  beforeEach(async () => {
    fakeAi = await FakeAiServer.start();
    world = await QueueWorld.open(store);
    api = await world.producer([fillJob]);
    await api.database.query(
      `insert into tracking_session (code, entry_date, market_source) values ('600519', '2025-12-01', 'demo')`,
    );
    await api.database.query('create table filled (job_id bigint, note text)');
  });
  afterEach(async () => {
    await world.close();
    await fakeAi.stop();
  });

  const panel = (): AiPanel =>
    configurePanel({
      config: loadConfig({ AI_BASE_URL: fakeAi.url, AI_MODELS: 'gpt' }),
      database: api.database,
      rules: PLAIN_RULES,
    });

  /** Asks, then writes what was answered with the job's completion, as a fill does. `before` comes between the two. */
  const filling = (before: (attempt: number) => void) => {
    const asked = panel();
    return handlerOf(fillJob, {
      run: async (_payload: NoPayload, context: JobContext<number>) => {
        const { jobId, signal } = context;
        const call = { jobId, signal, deadlineMs: Date.now() + 30_000, fenced: context.fenced.bind(context) };
        const { judgements } = await asked.answer(dailyQuestion(), call);
        before(context.attempt);
        return context.complete(async (tx) => {
          for (const { judgement } of judgements) {
            await tx.query('insert into filled values ($1, $2)', [jobId, judgement.evidenceNote]);
          }
          return judgements.length;
        });
      },
    });
  };

  async function enqueue(): Promise<number> {
    const { jobId } = await api.database.transaction((tx) => api.jobs.enqueue(tx, fillJob, {}));
    api.jobs.publishSoon();
    return jobId;
  }

  const filled = () => api.database.query('select note from filled');

  it('pays once if the use of the answer fails twice', async () => {
    const failing = filling((attempt) => {
      if (attempt < 3) throw AppError.unavailable('market_failed', 'not now');
    });
    await world.worker([fillJob], [failing]);
    expect(await api.jobs.wait(await enqueue(), 20_000)).toMatchObject({ state: 'completed', result: 3, attempts: 3 });
    expect(fakeAi.calls).toBe(1);
    expect(await filled()).toHaveLength(3);
  });

  it('keeps its lease through a slow call', async () => {
    fakeAi.next([{ delayMs: 2500 }]);
    await world.worker([fillJob], [filling(() => undefined)]);
    expect(await api.jobs.wait(await enqueue(), 20_000)).toMatchObject({ state: 'completed', attempts: 1 });
    expect(fakeAi.calls).toBe(1);
  });

  it('that loses its lease during the call is done by the next delivery: one more call, nothing twice', async () => {
    fakeAi.next([AI_FAULTS.hang]);
    await world.worker([fillJob], [filling(() => undefined)], { concurrency: 2 });
    const jobId = await enqueue();
    await until('the first call is made', 20_000, () => fakeAi.calls === 1);
    // Without its token the first worker cannot renew the lease before the other one sees that it ended.
    await api.database.query(
      `update job set lease_token = gen_random_uuid(), lease_until = now() - interval '1 second' where id = $1`,
      [jobId],
    );
    expect(await api.jobs.wait(jobId, 20_000)).toMatchObject({ state: 'completed', result: 3, attempts: 2 });
    expect(fakeAi.calls).toBe(2);
    expect(await filled()).toHaveLength(3);
    const rows = await api.database.query('select outcome, starts from ai_call');
    expect(rows).toEqual([{ outcome: 'answered', starts: 2 }]);
  });

  it('that is cancelled during the call closes the connection and writes nothing', async () => {
    fakeAi.next([AI_FAULTS.hang]);
    await world.worker([fillJob], [filling(() => undefined)]);
    const jobId = await enqueue();
    await until('the call is made', 20_000, () => fakeAi.calls === 1);
    await api.database.transaction((tx) => api.jobs.cancel(tx, jobId));
    await until('the request is given up', 20_000, () => fakeAi.open === 0);
    expect(await filled()).toEqual([]);
    expect(await api.database.query('select outcome from ai_call')).toEqual([{ outcome: 'begun' }]);
  });
});

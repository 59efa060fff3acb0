import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PanelCall } from '#lib/ai/testing';
import { AppError } from '#lib/kernel';
import { LeaseLostError } from '#lib/queue/testing';
import { dailyQuestion, weeklyQuestion } from '../support/inputs/ai-questions';
import { AI_FAULTS } from '../support/fakes/fake-ai-server';
import { AI_KEY, AiWorld } from '../support/worlds/ai-world';
import { until } from '../support/until';

jest.setTimeout(120_000);

const ROOT = join(__dirname, '../..');

describe('answers that were paid for', () => {
  let world: AiWorld;

  beforeAll(async () => {
    world = await AiWorld.start();
  });
  afterAll(() => world.stop());
  beforeEach(() => world.reset());

  /** A process that asks for `jobId`, killed when `moment` has come. */
  async function askAndDie(jobId: number, moment: 'answered' | 'in the call'): Promise<void> {
    const calls = world.fakeAi.calls;
    const child = fork(join(ROOT, 'test/support/processes/ai-asker.ts'), [], {
      cwd: ROOT,
      execArgv: ['--conditions=source', '--require', join(ROOT, 'test/support/runner/swc-register.cjs')],
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: world.databaseUrl,
        AI_BASE_URL: world.fakeAi.url,
        AI_API_KEY: AI_KEY,
        AI_MODELS: 'gpt',
        AI_JOB_ID: String(jobId),
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const messages: unknown[] = [];
    child.on('message', (message) => messages.push(message));
    const exit = once(child, 'exit');
    await until('the process has come so far', 60_000, () =>
      moment === 'answered' ? messages.includes('answered') : world.fakeAi.calls > calls,
    );
    child.kill('SIGKILL');
    await exit;
  }

  it('are found again by the redelivery if the process was killed between the answer and its use: one call in all', async () => {
    const call = world.call();
    await askAndDie(call.jobId, 'answered');
    expect(world.fakeAi.calls).toBe(1);
    const answer = await world.panel().answer(dailyQuestion(), call);
    expect(answer.judgements).toHaveLength(3);
    expect(world.fakeAi.calls).toBe(1);
    expect(await world.runs()).toEqual([{ outcome: 'answered', fault: null, requests: 1 }]);
  });

  it('are requested once more, and never a third time, if the process was killed during the call', async () => {
    world.fakeAi.always(AI_FAULTS.hang);
    const call = world.call();
    await askAndDie(call.jobId, 'in the call');
    await askAndDie(call.jobId, 'in the call');
    world.fakeAi.always({});
    await expect(world.panel().answer(dailyQuestion(), call)).rejects.toMatchObject({ code: 'ai_failed' });
    expect(world.fakeAi.calls).toBe(2);
    expect(await world.runs()).toEqual([{ outcome: 'failed', fault: 'asked_twice', requests: 0 }]);
  });

  it('are requested once more if the process was killed during the call, and then used', async () => {
    world.fakeAi.next([AI_FAULTS.hang]);
    const call = world.call();
    await askAndDie(call.jobId, 'in the call');
    expect((await world.panel().answer(dailyQuestion(), call)).judgements).toHaveLength(3);
    expect(world.fakeAi.calls).toBe(2);
  });

  it('are read again where they were stored and not read yet', async () => {
    const call = world.call();
    const first = await world.panel().answer(dailyQuestion(), call);
    // As if the process had died right after the answer was stored.
    await world.database.query(
      `update ai_run set outcome = 'running', answer = null, finished_at = null, errors = '[]'`,
    );
    const second = await world.panel().answer(dailyQuestion(), call);
    expect(second).toEqual(first);
    expect(world.fakeAi.calls).toBe(1);
  });

  it('include those of a repair', async () => {
    world.fakeAi.next([AI_FAULTS.not_json]);
    const call = world.call();
    const first = await world.panel().answer(dailyQuestion(), call);
    await world.database.query(`update ai_run set outcome = 'running', answer = null, finished_at = null`);
    expect(await world.panel().answer(dailyQuestion(), call)).toEqual(first);
    expect(world.fakeAi.calls).toBe(2);
  });

  it('of a dry run are used by the fill that follows, for half an hour', async () => {
    const proposed = await world.panel().answer(dailyQuestion(), world.call({ madeFor: 'dry_run' }));
    const written = await world.panel().answer(dailyQuestion(), world.call());
    expect(written).toEqual(proposed);
    expect(world.fakeAi.calls).toBe(1);
    await world.panel().answer(dailyQuestion({ summaryNote: '另一条备注' }), world.call());
    expect(world.fakeAi.calls).toBe(2);
    await world.database.query(`update ai_run set finished_at = finished_at - interval '31 minutes'`);
    await world.panel().answer(dailyQuestion(), world.call());
    expect(world.fakeAi.calls).toBe(3);
  });

  it('of a drain are used by another drain, and by no fill of a person', async () => {
    const first = await world.panel().answer(dailyQuestion(), world.call({ madeFor: 'drain' }));
    expect(await world.panel().answer(dailyQuestion(), world.call({ madeFor: 'drain' }))).toEqual(first);
    expect(world.fakeAi.calls).toBe(1);
    await world.panel().answer(dailyQuestion(), world.call());
    expect(world.fakeAi.calls).toBe(2);
  });

  it('belong to the job and to the request', async () => {
    const call = world.call();
    await world.panel().answer(dailyQuestion(), call);
    await world.panel().answer(dailyQuestion({ summaryNote: '另一条备注' }), call);
    await world.panel().answer(weeklyQuestion(), call);
    await world.panel().answer(dailyQuestion(), world.call());
    expect(world.fakeAi.calls).toBe(4);
    expect(await world.runs()).toHaveLength(4);
  });

  it('may be requested again without limit if the server certainly did no work', async () => {
    const call = world.call();
    for (const fault of [AI_FAULTS.unauthorized, AI_FAULTS.unauthorized, AI_FAULTS.unauthorized]) {
      world.fakeAi.next([fault]);
      await expect(world.panel().answer(dailyQuestion(), call)).rejects.toBeInstanceOf(AppError);
    }
    expect((await world.panel().answer(dailyQuestion(), call)).judgements).toHaveLength(3);
  });

  it('are dropped, and nothing is written, if the lease was lost meanwhile', async () => {
    const lease = new AbortController();
    let lost = false;
    const call: PanelCall = world.call({
      signal: lease.signal,
      fenced: (work) => {
        if (lost) throw new LeaseLostError(1);
        return world.database.transaction(work);
      },
    });
    world.fakeAi.next([AI_FAULTS.hang]);
    const asked = world.panel().answer(dailyQuestion(), call);
    asked.catch(() => undefined);
    await until('the call is made', 20_000, () => world.fakeAi.calls === 1);
    lost = true;
    lease.abort(new LeaseLostError(1));
    await expect(asked).rejects.toBeInstanceOf(LeaseLostError);
    const [row] = await world.database.query('select outcome, starts, raw_answer from ai_call');
    expect(row).toEqual({ outcome: 'begun', starts: 1, raw_answer: null });
  });

  it('require no connection and no lock during a call', async () => {
    world.fakeAi.next([{ delayMs: 600 }]);
    const asked = world.panel().answer(dailyQuestion(), world.call());
    await until('the call is made', 20_000, () => world.fakeAi.calls === 1);
    const busy = await world.database.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`,
    );
    expect(busy).toEqual([]);
    await asked;
  });
});

import { Logger } from '@nestjs/common';
import type { Database } from '#lib/database';
import { type Statement, textOf } from '#lib/database/testing';
import { defineJob } from '../job-definition';
import type { HandlesJob } from '../job-handler';
import type { OutboxRelay } from '../outbox-relay';
import { HandlerRegistry } from './handler-registry';
import { JobRunner } from './job-runner';

class NoPayload {}

const job = defineJob<NoPayload, string>({
  name: 'test.job',
  queue: 'test',
  payload: NoPayload,
  retry: { attempts: 1, backoffMs: 10, crashes: 1 },
});

/** A promise that a test resolves. */
class Gate {
  open!: () => void;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
}

/** Responds to a claim when the test lets it, and notes every other statement. */
class FakeDatabase {
  readonly statements: string[] = [];
  private claims = 0;

  constructor(private readonly beforeClaim: Promise<void> = Promise.resolve()) {}

  async query(statement: Statement<unknown>): Promise<unknown[]> {
    const sql = textOf(statement);
    if (!sql.includes("set state = 'running'")) {
      this.statements.push(sql);
      return [{ id: 1 }];
    }
    await this.beforeClaim;
    this.claims += 1;
    const leaseToken = `token-${this.claims}`;
    return [{ id: 1, name: job.name, payload: {}, attempts: 1, crashes: 0, leaseToken, firstTakenMsAgo: 0 }];
  }
}

function runnerOn(database: FakeDatabase, run: HandlesJob<object, string>['run']): JobRunner {
  const registry = new HandlerRegistry([job], [{ definition: job, handler: { run } }]);
  const settings = { leaseMs: 60_000, unknownJobTimeoutMs: 60_000, unknownJobDelayMs: 10 };
  return new JobRunner(
    database as unknown as Database,
    registry,
    {} as OutboxRelay,
    database as unknown as Database,
    settings,
  );
}

describe('JobRunner.stop', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  it('a job whose claim succeeds while the worker stops is handed back', async () => {
    const claim = new Gate();
    const database = new FakeDatabase(claim.opened);
    let ran = false;
    const runner = runnerOn(database, () => {
      ran = true;
      return Promise.resolve('ran');
    });
    const delivered = runner.deliver(1);
    const stopped = runner.stop(10_000);
    claim.open();
    expect(await stopped).toBe(true);
    await delivered;
    expect(ran).toBe(false);
    expect(database.statements).toEqual([expect.stringContaining("set state = 'queued'")]);
  });

  it('a worker with a claim on its way is not idle', async () => {
    const claim = new Gate();
    const runner = runnerOn(new FakeDatabase(claim.opened), () => Promise.resolve('ran'));
    const delivered = runner.deliver(1);
    expect(await runner.stop(0)).toBe(false);
    claim.open();
    await delivered;
  }, 10_000);

  it('the new run of a job is aborted although its old run ended meanwhile', async () => {
    const old = new Gate();
    const signals: AbortSignal[] = [];
    const runner = runnerOn(new FakeDatabase(), async (_payload, { signal }) => {
      signals.push(signal);
      if (signals.length === 1) await old.opened;
      else await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return 'ended';
    });
    const first = runner.deliver(1);
    const second = runner.deliver(1);
    old.open();
    await first;
    expect(await runner.stop(0)).toBe(true);
    expect(signals[1]?.aborted).toBe(true);
    await second;
  });
});

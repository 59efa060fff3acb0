import type { SqlRunner, Statement } from '../sql-runner';
import { type ReplicaState, ReplicaWatch } from './replica-watch';

const BOUND_MS = 1000;
const OURS = 'ours';

/** Two servers whose answers a test sets; a position is the low half of a `pg_lsn`. */
class Servers {
  primary = { position: 100, system: OURS, answers: true };
  replica = { position: 100, system: OURS, inRecovery: true, answers: true };
  readonly states: ReplicaState[] = [];
  readonly watch = new ReplicaWatch(
    this.runner(() => this.primary),
    this.runner(() => this.replica),
    { maxLagMs: BOUND_MS, onChange: (state) => this.states.push(state) },
  );

  private runner(server: () => { position: number; answers: boolean }): SqlRunner {
    return {
      query: <Row>(_statement: Statement<Row>) => {
        const { answers, position, ...rest } = server();
        if (!answers) return Promise.reject(new Error('Connection terminated unexpectedly'));
        return Promise.resolve([{ ...rest, position: `0/${position.toString(16).toUpperCase()}` } as Row]);
      },
    };
  }
}

describe('the watch of a replica', () => {
  let servers: Servers;

  beforeEach(() => {
    jest.useFakeTimers();
    servers = new Servers();
  });
  afterEach(() => {
    servers.watch.stop();
    jest.useRealTimers();
  });

  const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

  /** The first look. */
  function begin(): Promise<void> {
    servers.watch.start();
    return pass(0);
  }

  it('lets reads go there after the first look', async () => {
    expect(servers.watch.isUsable()).toBe(false);
    await begin();
    expect(servers.watch.getLook()).toMatchObject({ state: 'ok', lagBytes: 0 });
  });

  it('holds through an hour in which nobody writes', async () => {
    await begin();
    await pass(3_600_000);
    expect(servers.states).toEqual(['ok']);
  });

  it('ends at the bound while replay stands still, and begins again when it has caught up', async () => {
    await begin();
    for (let step = 0; step < 14; step += 1) {
      servers.primary.position += 1;
      await pass(100);
    }
    expect(servers.watch.getLook()).toMatchObject({ state: 'stale', lagBytes: expect.any(Number) as number });
    servers.replica.position = servers.primary.position;
    await pass(250);
    expect(servers.states).toEqual(['ok', 'stale', 'ok']);
  });

  it('ends at the bound where the primary does not answer, for nothing is proven any more', async () => {
    await begin();
    servers.primary.answers = false;
    await pass(BOUND_MS - 300);
    expect(servers.watch.isUsable()).toBe(true);
    await pass(600);
    expect(servers.watch.getLook().state).toBe('stale');
  });

  it.each<[ReplicaState, Partial<Servers['replica']>]>([
    ['other_system', { system: 'another' }],
    ['not_in_recovery', { inRecovery: false }],
    ['ahead', { position: 101 }],
  ])('refuses what is no replica of ours: %s', async (state, wrong) => {
    Object.assign(servers.replica, wrong);
    await begin();
    await pass(1000);
    expect(servers.states).toEqual([state]);
  });

  it('tells the reads that wait when the replica is lost, and comes back by itself', async () => {
    await begin();
    const { answering } = servers.watch;
    servers.replica.answers = false;
    await pass(250);
    expect(answering.aborted).toBe(true);
    expect(servers.watch.answering.aborted).toBe(false);
    expect(servers.states).toEqual(['ok', 'unreachable']);
    servers.replica.answers = true;
    await pass(1000);
    expect(servers.watch.isUsable()).toBe(true);
  });

  it('takes reads that fail together for one failure, and believes nothing of before', async () => {
    await begin();
    for (let read = 0; read < 20; read += 1) servers.watch.leave(true);
    expect(servers.watch.getLook().state).toBe('left');
    await pass(600);
    expect(servers.watch.isUsable()).toBe(true);
  });

  it('is current only when the position of the primary is replayed', async () => {
    await begin();
    expect(await servers.watch.isCurrent()).toBe(true);
    servers.primary.position += 5;
    const waiting = servers.watch.isCurrent();
    await pass(20);
    servers.replica.position += 5;
    await pass(20);
    expect(await waiting).toBe(true);
  });

  it('waits no second time for a replica that did not come', async () => {
    await begin();
    servers.primary.position += 5;
    const first = servers.watch.isCurrent();
    await pass(120);
    expect(await first).toBe(false);
    expect(await servers.watch.isCurrent()).toBe(false);
  });
});

import type { Database, ReplicaStats } from '#lib/database';
import type { JobsService } from '#lib/queue';
import type { ProbeDatabase } from './probe-database';
import { ReadinessService } from './readiness.service';

describe('readiness', () => {
  let away = false;
  let replica: Pick<ReplicaStats, 'state'> | undefined;
  const dataSource = {
    migrations: [],
    query: () => (away ? Promise.reject(new Error('Connection terminated unexpectedly')) : Promise.resolve([])),
  };
  const jobs = { health: () => Promise.resolve({ backend: true, undrained: [] }) };
  const database = { getReplicaStats: () => replica } as unknown as Database;
  const opened = () =>
    new ReadinessService({ dataSource } as unknown as ProbeDatabase, jobs as unknown as JobsService, database);

  beforeEach(() => {
    away = false;
    replica = undefined;
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  });
  afterEach(() => jest.useRealTimers());

  it('holds for half a minute without the database, and then fails', async () => {
    const readiness = opened();
    expect(await readiness.look()).toEqual({ status: 'ok', degraded: [] });
    away = true;
    jest.advanceTimersByTime(29_000);
    expect(await readiness.look()).toEqual({ status: 'degraded', degraded: ['database'] });
    jest.advanceTimersByTime(2000);
    await expect(readiness.look()).rejects.toMatchObject({ code: 'database_unavailable' });
    away = false;
    jest.advanceTimersByTime(1000);
    expect(await readiness.look()).toEqual({ status: 'ok', degraded: [] });
  });

  it('ends when the process is about to stop, with the database there', async () => {
    const readiness = opened();
    await readiness.look();
    readiness.stop();
    await expect(readiness.look()).rejects.toMatchObject({ code: 'server_stops', kind: 'unavailable' });
  });

  it.each(['stale', 'unreachable', 'other_system'] as const)('is degraded while the replica is %s', async (state) => {
    replica = { state };
    expect(await opened().look()).toEqual({ status: 'degraded', degraded: ['replica'] });
    replica = { state: 'ok' };
    expect(await opened().look()).toEqual({ status: 'ok', degraded: [] });
  });

  it('is not reported before the database has answered once', async () => {
    away = true;
    await expect(opened().look()).rejects.toMatchObject({ code: 'database_unavailable' });
  });
});

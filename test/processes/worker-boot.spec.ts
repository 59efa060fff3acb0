import { setTimeout as sleep } from 'node:timers/promises';
import { IsInt } from 'class-validator';
import { Redis } from 'ioredis';
import { defineJob, type JobContext, JobHandler, ScheduleGate } from '#lib/queue';
import { type QueueSettings } from '#lib/queue/testing';
import { handlerOf, QUEUE_STORES, QueueWorld, type Side } from '../support/worlds/queue-world';
import { TcpProxy } from '../support/processes/tcp-proxy';
import { until } from '../support/until';

class NumberPayload {
  @IsInt()
  value!: number;
}

const rest = { payload: NumberPayload, retry: { attempts: 1, backoffMs: 10, crashes: 3 } };
const firstJob = defineJob<NumberPayload, null>({ name: 'test.first', queue: 'one', ...rest });
const secondJob = defineJob<NumberPayload, null>({ name: 'test.second', queue: 'two', ...rest });
const done = { run: () => Promise.resolve(null) };

describe.each(QUEUE_STORES)('start and stop of a worker on %s', (store) => {
  let world: QueueWorld;

  beforeEach(async () => {
    world = await QueueWorld.open(store);
  });

  afterEach(() => world.close());

  it('fails if jobs and handlers do not match', async () => {
    await expect(world.worker([firstJob, secondJob], [handlerOf(firstJob, done)])).rejects.toThrow(
      'test.second has no handler',
    );
    await expect(world.worker([firstJob], [handlerOf(firstJob, done), handlerOf(firstJob, done)])).rejects.toThrow(
      'test.first has several handlers',
    );
    await expect(world.worker([firstJob], [handlerOf(firstJob, done), handlerOf(secondJob, done)])).rejects.toThrow(
      'test.second, which is not a listed job',
    );
  });

  it('reports whether a worker drains a queue', async () => {
    const api = await world.producer([firstJob, secondJob], { workerLostAfterMs: 1000 });
    // Else it is the queue that is told, which is still being connected to.
    await until('the queue answers', 30_000, async () => (await api.jobs.health(['one'])).backend);
    await expect(api.jobs.assertReachable('one')).rejects.toMatchObject({ code: 'no_worker', kind: 'unavailable' });
    const worker = await world.worker([firstJob], [handlerOf(firstJob, done)]);
    await sleep(300);
    await api.jobs.assertReachable('one');
    expect(await api.jobs.health(['one', 'two'])).toEqual({ backend: true, undrained: ['two'] });
    expect(await api.jobs.stats()).toMatchObject({ queued: 0, running: 0, outbox: 0, liveWorkers: 1 });
    await world.stop(worker);
    await expect(api.jobs.assertReachable('one')).rejects.toMatchObject({ code: 'no_worker' });
  });

  it('leaves no heartbeat behind when it stops, not even one that was on its way', async () => {
    const api = await world.producer([firstJob]);
    for (let round = 0; round < 3; round += 1) {
      const worker = await world.worker([firstJob], [handlerOf(firstJob, done)], { heartbeatEveryMs: 1 });
      await until(
        'the worker reports itself',
        10_000,
        async () => (await api.jobs.health(['one'])).undrained.length === 0,
      );
      await world.stop(worker);
      await expect(api.jobs.assertReachable('one')).rejects.toMatchObject({ code: 'no_worker' });
    }
  });

  it('hands running jobs back at the stop, and does not wait for one that ignores it', async () => {
    // Not by the state of the rows: a job that is claimed while its worker stops is handed back before its handler runs.
    const begun = new Set<string>();
    const polite = handlerOf(firstJob, {
      run: async (_payload: NumberPayload, { signal }: JobContext<null>) => {
        begun.add('polite');
        await sleep(60_000, undefined, { signal });
        return null;
      },
    });
    const deaf = handlerOf(secondJob, {
      run: () => {
        begun.add('deaf');
        return new Promise<null>(() => undefined);
      },
    });
    const worker = await world.worker([firstJob, secondJob], [polite, deaf]);
    const api = await world.producer([firstJob, secondJob]);
    const [first, second] = await api.database.transaction(async (tx) => [
      (await api.jobs.enqueue(tx, firstJob, { value: 1 })).jobId,
      (await api.jobs.enqueue(tx, secondJob, { value: 1 })).jobId,
    ]);
    await until('both handlers run', 30_000, () => begun.size === 2);

    const before = performance.now();
    await world.stop(worker);
    expect(performance.now() - before).toBeLessThan(4000);
    expect(await api.jobs.get(first)).toMatchObject({ state: 'queued', attempts: 0 });

    await world.worker([firstJob, secondJob], [handlerOf(firstJob, done), handlerOf(secondJob, done)]);
    expect(await api.jobs.wait(first, 5000)).toMatchObject({ state: 'completed', attempts: 1 });
    expect(await api.jobs.wait(second, 5000)).toMatchObject({ state: 'completed', attempts: 2 });
  });

  it('lets one of many workers take a schedule’s slot, and returns it if the work fails', async () => {
    const sides = await Promise.all([1, 2, 3].map(() => world.producer([])));
    const gates = sides.map((side) => side.app.get(ScheduleGate));
    const failing = gates[0]?.once('nightly', '2025-11-20', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    const taken = await Promise.all(gates.map((gate) => gate.once('nightly', '2025-11-20', () => Promise.resolve())));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await gates[0]?.once('nightly', '2025-11-21', () => Promise.resolve())).toBe(true);
  });
});

const redisUrl = process.env['TEST_REDIS_URL'];

(redisUrl === undefined ? describe.skip : describe)('a Redis that is away', () => {
  let world: QueueWorld;
  let proxy: TcpProxy;
  let viaProxy: string;

  beforeEach(async () => {
    const target = new URL(redisUrl ?? '');
    proxy = await TcpProxy.to(target.hostname, Number(target.port));
    viaProxy = `redis://127.0.0.1:${proxy.port}${target.pathname}`;
    world = await QueueWorld.open('redis');
  });

  afterEach(async () => {
    await world.close();
    await proxy.close();
  });

  it.each(['refuse', 'blackhole'] as const)(
    'an unavailable Redis (%s): callers learn of it fast, jobs wait, and run when it is back',
    async (mode) => {
      await world.worker([firstJob], [handlerOf(firstJob, done)], { redisUrl: viaProxy });
      const api = await world.producer([firstJob], { redisUrl: viaProxy });
      await sleep(300);
      proxy.set(mode);
      await sleep(100);
      const before = performance.now();
      const { jobId } = await api.database.transaction((tx) => api.jobs.enqueue(tx, firstJob, { value: 1 }));
      expect(performance.now() - before).toBeLessThan(900);
      api.jobs.publishSoon();
      await expect(api.jobs.assertReachable('one')).rejects.toMatchObject({ code: 'queue_unavailable' });
      expect(performance.now() - before).toBeLessThan(2600);
      proxy.set('pass');
      expect((await api.jobs.wait(jobId, 15_000)).state).toBe('completed');
    },
  );

  it('a worker in the middle of a job stops in time if Redis swallows all (blackhole)', async () => {
    let begin = (): void => undefined;
    const began = new Promise<void>((resolve) => (begin = resolve));
    const polite = handlerOf(firstJob, {
      run: async (_payload: NumberPayload, { signal }: JobContext<null>) => {
        begin();
        await sleep(60_000, undefined, { signal });
        return null;
      },
    });
    const worker = await world.worker([firstJob], [polite], { redisUrl: viaProxy, shutdownGraceMs: 2000 });
    const api = await world.producer([firstJob]);
    const { jobId } = await api.database.transaction((tx) => api.jobs.enqueue(tx, firstJob, { value: 1 }));
    await began;
    proxy.set('blackhole');
    const before = performance.now();
    await world.stop(worker);
    expect(performance.now() - before).toBeLessThan(6000);
    expect(await api.jobs.get(jobId)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  it('a worker rejects a Redis that evicts', async () => {
    const redis = new Redis(redisUrl ?? '');
    try {
      await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
      await expect(world.worker([firstJob], [handlerOf(firstJob, done)])).rejects.toThrow(
        'maxmemory-policy noeviction',
      );
    } finally {
      await redis.config('SET', 'maxmemory-policy', 'noeviction');
      redis.disconnect();
    }
  });
});

describe.each(QUEUE_STORES)('a store that is unavailable at first use, %s', (store) => {
  let world: QueueWorld;
  let proxy: TcpProxy;
  let viaProxy: Partial<QueueSettings>;

  beforeEach(async () => {
    world = await QueueWorld.open(store);
    const target = new URL(store === 'redis' ? (redisUrl ?? '') : world.testDatabase.url);
    proxy = await TcpProxy.to(target.hostname, Number(target.port));
    target.host = `127.0.0.1:${proxy.port}`;
    viaProxy = store === 'redis' ? { redisUrl: target.href } : { databaseUrl: target.href };
  });

  afterEach(async () => {
    await world.close();
    await proxy.close();
  });

  const AWAY = ['refusing', 'silent'] as const;

  /** @returns what brings the store back. */
  function takeAway(how: (typeof AWAY)[number]): () => void {
    if (how === 'refusing') proxy.set('refuse');
    else if (store === 'postgres') proxy.set('blackhole');
    // A client of Redis must not miss a single answer: these come when nobody waits for them any more.
    else proxy.delay(2500);
    return () => {
      proxy.set('pass');
      proxy.delay(0);
    };
  }

  const enqueueOn = ({ database, jobs }: Side) =>
    database.transaction(async (tx) => (await jobs.enqueue(tx, firstJob, { value: 1 })).jobId);

  it.each(AWAY)('%s: receives what a queue publishes when it is back', async (how) => {
    const api = await world.producer([firstJob], viaProxy);
    await api.jobs.health([]);
    const bringBack = takeAway(how);
    await enqueueOn(api);
    api.jobs.publishSoon();
    await sleep(6000);
    await expect(api.jobs.assertReachable('one')).rejects.toMatchObject({ code: 'queue_unavailable' });
    expect(await api.jobs.stats()).toMatchObject({ outbox: 1 });
    bringBack();
    await until('the wake-up is published', 30_000, async () => {
      api.jobs.publishSoon();
      return (await api.jobs.stats()).outbox === 0;
    });
  });

  it.each(AWAY)('%s: serves a worker when it is back', async (how) => {
    let bringBack = (): void => undefined;
    class AfterTheCheck {
      run(): Promise<null> {
        return Promise.resolve(null);
      }
      /** The worker has looked at its store; its first fetch is still to come. */
      onModuleInit(): void {
        bringBack = takeAway(how);
      }
    }
    JobHandler(firstJob)(AfterTheCheck);
    await world.worker([firstJob], [AfterTheCheck], viaProxy);
    const api = await world.producer([firstJob]);
    await sleep(6000);
    const jobId = await enqueueOn(api);
    api.jobs.publishSoon();
    bringBack();
    expect((await api.jobs.wait(jobId, 15_000)).state).toBe('completed');
  });
});

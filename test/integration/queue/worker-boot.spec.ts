import { setTimeout as sleep } from 'node:timers/promises';
import { IsInt } from 'class-validator';
import { Redis } from 'ioredis';
import { defineJob, type JobContext, ScheduleGate } from '#lib/queue';
import { handlerOf, QUEUE_STORES, QueueWorld } from '../../support/queue-world';
import { TcpProxy } from '../../support/tcp-proxy';

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

  it('refuses to boot where jobs and handlers do not fit', async () => {
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

  it('says whether somebody drains a queue', async () => {
    const api = await world.producer([firstJob, secondJob], { workerLostAfterMs: 1000 });
    await expect(api.jobs.assertReachable('one')).rejects.toMatchObject({ code: 'no_worker', kind: 'unavailable' });
    const worker = await world.worker([firstJob], [handlerOf(firstJob, done)]);
    await sleep(300);
    await api.jobs.assertReachable('one');
    expect(await api.jobs.health(['one', 'two'])).toEqual({ backend: true, undrained: ['two'] });
    expect(await api.jobs.stats()).toMatchObject({ queued: 0, running: 0, outbox: 0, liveWorkers: 1 });
    await world.stop(worker);
    await expect(api.jobs.assertReachable('one')).rejects.toMatchObject({ code: 'no_worker' });
  });

  it('hands running jobs back when it stops, and does not wait for one that ignores it', async () => {
    const polite = handlerOf(firstJob, {
      run: async (_payload: NumberPayload, { signal }: JobContext<null>) => {
        await sleep(60_000, undefined, { signal });
        return null;
      },
    });
    const deaf = handlerOf(secondJob, { run: () => new Promise<null>(() => undefined) });
    const worker = await world.worker([firstJob, secondJob], [polite, deaf]);
    const api = await world.producer([firstJob, secondJob]);
    const [first, second] = await api.database.transaction(async (tx) => [
      (await api.jobs.enqueue(tx, firstJob, { value: 1 })).jobId,
      (await api.jobs.enqueue(tx, secondJob, { value: 1 })).jobId,
    ]);
    const states = async () => [(await api.jobs.get(first))?.state, (await api.jobs.get(second))?.state];
    while ((await states()).join() !== 'running,running') await sleep(20);

    const before = performance.now();
    await world.stop(worker);
    expect(performance.now() - before).toBeLessThan(4000);
    expect(await api.jobs.get(first)).toMatchObject({ state: 'queued', attempts: 0 });

    await world.worker([firstJob, secondJob], [handlerOf(firstJob, done), handlerOf(secondJob, done)]);
    expect(await api.jobs.wait(first, 5000)).toMatchObject({ state: 'completed', attempts: 1 });
    expect(await api.jobs.wait(second, 5000)).toMatchObject({ state: 'completed', attempts: 2 });
  });

  it('lets one of many workers take a schedule’s slot, and gives it back where the work fails', async () => {
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
    '%s: callers learn it fast, jobs wait, and run when it is back',
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

  it('blackhole: a worker in the middle of a job stops in time all the same', async () => {
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

  it('refuses to boot on a Redis that evicts', async () => {
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

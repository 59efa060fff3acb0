import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until';
import { beforeEachRange } from './support/before-each-range';
import { measured } from './support/measured';
import { expectNothingLostNothingTwice, expectUndisturbed, undisturbedHits } from './support/oracle';
import { RealService } from './support/real-service';

/** From a heap in which no program of ours starts to one in which it does, and soon meets its end. */
const HEAPS_MB = [32, 36, 40, 44, 48];
const API_HEAPS_MB = [52, 56, 60, 64, 72, 80];
const EACH_MS = 4000;
const RECOVERY_MS = 90_000;

/** Takes memory until there is none, with its first range in hand. */
const HOARDING = {
  NODE_OPTIONS: '--max-old-space-size=64',
  ...beforeEachRange('for (const hoard = []; ; ) hoard.push(new Array(100_000).fill(hoard.length / 3));'),
};

jest.setTimeout(240_000);

describe('processes whose memory runs out', () => {
  let service: RealService;
  let hits: unknown[];

  beforeAll(async () => {
    service = await RealService.create({ RATE_LIMIT: 'off' });
    await service.slowDown(200);
    await service.startApi();
    hits = await undisturbedHits(service, RECOVERY_MS);
  });

  afterAll(() => service.remove());

  it('are replaced: workers die as often as they are started, and one with room completes their work', async () => {
    const scanId = await service.startScan();
    const deaths: string[] = [];
    for (const megabytes of HEAPS_MB) {
      let died = 0;
      const end = Date.now() + EACH_MS;
      while (Date.now() < end) {
        const worker = service.launchWorker({ NODE_OPTIONS: `--max-old-space-size=${megabytes}` });
        await Promise.race([worker.untilEnd(), sleep(Math.max(0, end - Date.now()))]);
        if (!worker.isRunning) died += 1;
        await worker.kill();
      }
      deaths.push(`${megabytes} MB: ${died}`);
    }
    measured('deaths of workers by the size of their heap', deaths.join(', '));
    expect(deaths[0]).not.toBe(`${HEAPS_MB[0]} MB: 0`);
    await service.startWorker();
    measured('from a worker with room to the end of the scan, ms', await service.untilEnded(scanId, RECOVERY_MS));
    await expectUndisturbed(service.database, scanId, hits);
    await expectNothingLostNothingTwice(service.database);
  });

  it('are replaced: a worker dies with ranges in its hands, and the next one does them once', async () => {
    await service.stopWorkers();
    await service.clear();
    const scanId = await service.startScan();
    const hoarding = service.launchWorker(HOARDING);
    await hoarding.untilEnd();
    expect((await service.leases()).length).toBeGreaterThan(0);
    await service.startWorker();
    measured('from the next worker to the end of the scan, ms', await service.untilEnded(scanId, RECOVERY_MS));
    await expectUndisturbed(service.database, scanId, hits);
    await expectNothingLostNothingTwice(service.database);
    expect(await service.database.query('select 1 from job where crashes > 0')).not.toEqual([]);
  });

  /** An API with hardly more memory than it needs to start. */
  async function smallestApi(): Promise<[megabytes: number, url: string]> {
    for (const megabytes of API_HEAPS_MB) {
      const heap = { NODE_OPTIONS: `--max-old-space-size=${megabytes}` };
      const url = await service.startAnotherApi(heap).catch(() => undefined);
      if (url === undefined) continue;
      const first = await service.call('PUT', '/api/watchlist/000001', { note: 'first' }, url).catch(() => undefined);
      if (first?.status === 200) return [megabytes, url];
    }
    throw new Error('no API works with so little memory');
  }

  it('lose no acknowledged write: an API dies of a response', async () => {
    const [megabytes, url] = await smallestApi();
    const kept: string[] = [];
    const replies = new Map<string, number>();
    const ask = async (index: number): Promise<void> => {
      const code = String(index).padStart(6, '0');
      const put = await service.call('PUT', `/api/watchlist/${code}`, { note: 'x'.repeat(20_000) }, url).then(
        ({ status }) => String(status),
        () => 'no answer',
      );
      if (put === '200') kept.push(code);
      replies.set(put, (replies.get(put) ?? 0) + 1);
      await service.call('GET', '/api/watchlist?limit=200', undefined, url).catch(() => undefined);
    };
    for (let batch = 0; batch < 20; batch += 1) {
      await Promise.all(Array.from({ length: 40 }, (_, index) => ask(batch * 40 + index + 1)));
    }
    measured(`replies of an API with a heap of ${megabytes} MB`, JSON.stringify(Object.fromEntries(replies)));
    expect([...replies.keys()].filter((reply) => !['200', '503', 'no answer'].includes(reply))).toEqual([]);
    const noted = await service.database.query<{ code: string }>('select code from watchlist_item');
    expect(kept.filter((code) => !noted.some((row) => row.code === code))).toEqual([]);
    await until(
      'the other API answers',
      RECOVERY_MS,
      async () => (await service.call('GET', '/health/ready')).status === 200,
    );
  });
});

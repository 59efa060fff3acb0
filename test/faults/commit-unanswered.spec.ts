import { TcpProxy } from '../support/processes/tcp-proxy';
import { SCAN_REQUEST } from './support/fault-market';
import { expectNothingLostNothingTwice, expectUndisturbed, undisturbedHits } from './support/oracle';
import { RealService } from './support/real-service';

const ROUNDS = [1, 2, 3, 4, 5];
const RECOVERY_MS = 20_000;

jest.setTimeout(120_000);

describe('a commit whose response is lost', () => {
  let service: RealService;
  let proxy: TcpProxy;
  let hits: unknown[];

  beforeAll(async () => {
    service = await RealService.create();
    const url = new URL(service.databaseUrl);
    proxy = await TcpProxy.to(url.hostname, Number(url.port));
    url.port = String(proxy.port);
    await service.startApi({ DATABASE_URL: url.href });
    hits = await undisturbedHits(service, RECOVERY_MS);
    await service.startWorker();
  });

  afterAll(async () => {
    await service.remove();
    await proxy.close();
  });

  /** @returns the scan whose commit held although its caller was told 503. */
  async function startAndLoseAnswer(): Promise<number> {
    proxy.loseCommitOf('insert into scan_run');
    const lost = await service.call('POST', '/api/stock-cycle/scans', SCAN_REQUEST);
    expect(lost).toMatchObject({ status: 503, code: 'database_unavailable' });
    const [committed, ...others] = await scanIds();
    expect(others).toEqual([]);
    if (committed === undefined) throw new Error('the commit did not hold');
    return committed;
  }

  async function expectConsistent(): Promise<void> {
    for (const scanId of await scanIds()) await expectUndisturbed(service.database, scanId, hits);
    await expectNothingLostNothingTwice(service.database);
    await service.clear();
  }

  it.each(ROUNDS)('is followed by a retry while the scan waits or runs, which names it (%i)', async () => {
    await service.stopWorkers();
    const scanId = await startAndLoseAnswer();
    expect(await service.startScan()).toBe(scanId);
    await service.startWorker();
    await service.untilEnded(scanId, RECOVERY_MS);
    await expectConsistent();
  });

  it.each(ROUNDS)(
    'is followed by a retry when the scan has ended, and the next one finds its sessions open (%i)',
    async () => {
      const first = await startAndLoseAnswer();
      await service.untilEnded(first, RECOVERY_MS);
      const second = await service.startScan();
      expect(second).not.toBe(first);
      await service.untilEnded(second, RECOVERY_MS);
      const outcomes = await service.database.query('select distinct scan_id, outcome from scan_hit order by scan_id');
      expect(outcomes).toEqual([
        { scan_id: first, outcome: 'created' },
        { scan_id: second, outcome: 'already_open' },
      ]);
      await expectConsistent();
    },
  );

  async function scanIds(): Promise<number[]> {
    const rows = await service.database.query<{ id: number }>('select id from scan_run order by id');
    return rows.map(({ id }) => id);
  }
});

import { Client } from 'pg';
import { measured } from './support/measured';
import { expectNothingLostNothingTwice, hitsOf } from './support/oracle';
import { RealService } from './support/real-service';

const POISONED = 3;
/** What a range may survive, see scan-range.job.ts. */
const CRASHES = 15;
/** The ranges start with so many crashes behind them, because fifteen would take minutes. */
const CRASHES_BEFORE = 13;
const RECOVERY_MS = 60_000;

jest.setTimeout(120_000);

describe('a range that kills each worker that takes it', () => {
  let service: RealService;
  let listener: Client;

  beforeAll(async () => {
    service = await RealService.create();
    await service.slowDown(300);
    await service.database.query(`
      create function tell_poisoned() returns trigger language plpgsql as $$
      begin
        perform pg_notify('poisoned', '');
        return new;
      end $$`);
    await service.database.query(`
      create trigger tell_poisoned after update on job for each row
      when (new.state = 'running' and old.state = 'queued' and new.payload @> '{"rangeNo": ${POISONED}}')
      execute function tell_poisoned()`);
    listener = new Client({ connectionString: service.databaseUrl });
    await listener.connect();
    await listener.query('listen poisoned');
    await service.startApi();
  });

  afterAll(async () => {
    await listener.end();
    await service.remove();
  });

  it('is given up and named; the ranges that died with it are done', async () => {
    let deaths = 0;
    listener.on('notification', () => {
      deaths += 1;
      void service.worker.kill();
    });
    const scanId = await service.startScan();
    await service.database.query('update job set attempts = $1, crashes = $1', [CRASHES_BEFORE]);
    service.keepWorker();
    measured('from the first worker to the end of the scan, ms', await service.untilEnded(scanId, RECOVERY_MS));
    measured('workers killed', deaths);

    const scan = (await service.call('GET', `/api/stock-cycle/scans/${scanId}`)).data;
    expect(scan).toMatchObject({ status: 'failed', candidateCount: 800, processedCount: 700 });
    expect((scan as { error: string }).error).toMatch(/^codes 0002\d\d to 000[23]\d\d: the worker was lost/);
    const ranges = await service.database.query<{ status: string }>(
      'select status from scan_range where scan_id = $1 order by range_no',
      [scanId],
    );
    expect(ranges.map(({ status }) => status)).toEqual(
      Array.from({ length: 8 }, (_, index) => (index + 1 === POISONED ? 'failed' : 'done')),
    );
    expect(deaths).toBe(CRASHES - CRASHES_BEFORE + 1);
    expect(await hitsOf(service.database, scanId)).toHaveLength(140);
    await expectNothingLostNothingTwice(service.database);
  });
});

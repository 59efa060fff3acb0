import { Client } from 'pg';
import { measured } from './support/measured';
import { expectNothingLostNothingTwice, expectUndisturbed, hitsOf } from './support/oracle';
import { RealService } from './support/real-service';

const ROUNDS = 5;
const RECOVERY_MS = 20_000;

jest.setTimeout(120_000);

describe('an API that dies between the commit of a scan and the publishing of its jobs', () => {
  let service: RealService;
  let listener: Client;
  let killAtCommit = false;
  let hits: unknown[];

  beforeAll(async () => {
    service = await RealService.create();
    listener = new Client({ connectionString: service.databaseUrl });
    await listener.connect();
    await listener.query('listen committed');
    listener.on('notification', () => {
      if (killAtCommit) void service.api.kill();
      killAtCommit = false;
    });
    await service.startApi();
    await service.startWorker();
    const scanId = await service.startScan();
    await service.untilEnded(scanId, RECOVERY_MS);
    hits = await hitsOf(service.database, scanId);
  });

  beforeEach(async () => {
    await expectNothingLostNothingTwice(service.database);
    await service.stopWorkers();
    await service.clear();
  });

  afterAll(async () => {
    await listener.end();
    await service.remove();
  });

  /** The scan completed, and no job needed more than one try. */
  async function expectRunOnce(scanId: number): Promise<void> {
    await expectUndisturbed(service.database, scanId, hits);
    await expectNothingLostNothingTwice(service.database);
    const tries = await service.database.query(`select name, attempts from job where attempts <> 1`);
    expect(tries).toEqual([]);
  }

  it('has its jobs published by the worker', async () => {
    // Wake-ups that are due in a second are none that the API could publish before it dies.
    await service.database.query(`
      create function due_later() returns trigger language plpgsql as $$
      begin
        new.available_at := now() + interval '1 second';
        return new;
      end $$`);
    await service.database.query(
      'create trigger due_later before insert on job_outbox for each row execute function due_later()',
    );
    const scanId = await service.startScan();
    await service.api.kill();
    await service.database.query('drop trigger due_later on job_outbox');
    expect(await service.database.query('select 1 from job_outbox')).toHaveLength(8);

    await service.startWorker();
    measured(
      "API dead, outbox full: from the worker's start to the end of the scan, ms",
      await service.untilEnded(scanId, RECOVERY_MS),
    );
    await expectRunOnce(scanId);
    await service.startApi();
  });

  it(`is called again and names the scan that it began, ${ROUNDS} times killed at the commit`, async () => {
    await service.database.query(`
      create function tell_committed() returns trigger language plpgsql as $$
      begin
        perform pg_notify('committed', '');
        return new;
      end $$`);
    await service.database.query(
      'create trigger tell_committed after insert on scan_run for each row execute function tell_committed()',
    );
    let unanswered = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      killAtCommit = true;
      const first = await service.startScan().catch(() => undefined);
      if (first === undefined) unanswered += 1;
      await service.api.kill();
      await service.startApi();
      const scanId = await service.startScan();
      expect(await scanIds()).toEqual([scanId]);
      expect(scanId).toBe(first ?? scanId);
      await service.startWorker();
      await service.untilEnded(scanId, RECOVERY_MS);
      await expectRunOnce(scanId);
      await service.stopWorkers();
      await service.clear();
    }
    measured(`answers lost, of ${ROUNDS}`, unanswered);
  });

  it('is not needed: a wake-up that no process received is found', async () => {
    await service.startWorker();
    await service.untilIdle();
    const [job] = await service.database.query<{ id: number }>(
      `with fresh as (
         insert into job (name, queue, payload) values ('jobs.prune', 'maintenance', '{"olderThanDays": 30}')
         returning id, queue
       ), wake_up as (insert into job_outbox (job_id, queue) select id, queue from fresh)
       select id from fresh`,
    );
    const ms = await service.untilJobEnded(job?.id ?? 0, RECOVERY_MS);
    measured('a wake-up without a nudge, ms', ms);
    expect(ms).toBeLessThan(3000);
    expect(await service.database.query('select attempts, state from job where id = $1', [job?.id])).toEqual([
      { attempts: 1, state: 'completed' },
    ]);
  });

  async function scanIds(): Promise<number[]> {
    const scans = await service.database.query<{ id: number }>('select id from scan_run order by id');
    return scans.map(({ id }) => id);
  }
});

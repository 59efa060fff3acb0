import type { Database } from '#lib/database';
import { EXPECTED } from './fault-market';
import type { RealService } from './real-service';
import { until } from '../../support/until';

/** Longest time in which outbox and jobs must become quiet after a scan has ended. */
const QUIET_MS = 30_000;

/** What every fault must leave behind, read by SQL: each list names the offenders and must be empty. */
const OFFENDERS: Readonly<Record<string, string>> = {
  'codes with two open sessions': `select code from tracking_session
    where ended_at is null and deleted_at is null group by code having count(*) > 1`,
  'hits written twice': `select scan_id, code from scan_hit group by scan_id, code having count(*) > 1`,
  'scans that did not end': `select id, status from scan_run where status not in ('completed', 'failed')`,
  'scans whose ranges do not add up to their candidates': `select r.id from scan_run r join scan_range g on g.scan_id = r.id
    group by r.id having sum(g.candidates) filter (where g.status in ('done', 'failed')) is distinct from r.candidate_count`,
  'completed scans with a range that is not done': `select r.id from scan_run r join scan_range g on g.scan_id = r.id
    where r.status = 'completed' and g.status <> 'done'`,
  'ranges whose counts are not their hits': `select g.scan_id, g.range_no from scan_range g left join scan_hit h
      on h.scan_id = g.scan_id and h.code = any (g.codes)
    group by g.scan_id, g.range_no having g.matched <> count(h.code)
      or g.created <> count(h.code) filter (where h.outcome = 'created')`,
  'sessions that no hit created, or several': `select s.id, s.code, s.source, count(h.code)::int as hits from tracking_session s
    left join scan_hit h on h.session_id = s.id and h.outcome = 'created'
    group by s.id having count(h.code) <> 1`,
  'wake-ups in the outbox': 'select id, job_id, last_error from job_outbox',
  'jobs in flight': `select id, name, state from job where state in ('queued', 'running')`,
};

/** Waits until no job is in flight and checks all that must hold after any fault. */
export async function expectNothingLostNothingTwice(database: Database): Promise<void> {
  const offenders = async (what: string): Promise<unknown[]> => database.query(OFFENDERS[what] ?? '');
  await until('all jobs have ended', QUIET_MS, async () => {
    const [jobs, outbox] = await Promise.all([offenders('jobs in flight'), offenders('wake-ups in the outbox')]);
    return jobs.length + outbox.length === 0;
  });
  const found: Record<string, unknown[]> = {};
  for (const what of Object.keys(OFFENDERS)) {
    const rows = await offenders(what);
    if (rows.length > 0) found[what] = rows;
  }
  expect(found).toEqual({});
}

/** The figures of a scan's hits in code order: equal for any two scans of the same market. */
export async function hitsOf(database: Database, scanId: number): Promise<unknown[]> {
  return database.query(
    `select code, stock_name, entry_date, min_volume, close, limit_up, circulating_market_cap_yi, prior_min_volume,
       prior_min_volume_date from scan_hit where scan_id = $1 order by code`,
    [scanId],
  );
}

/** The hits of a scan that nothing disturbs, by a worker of its own. Leaves no worker, scan, session or job. */
export async function undisturbedHits(service: RealService, timeoutMs: number): Promise<unknown[]> {
  await service.startWorker();
  const scanId = await service.startScan();
  await service.untilEnded(scanId, timeoutMs);
  const hits = await hitsOf(service.database, scanId);
  await expectNothingLostNothingTwice(service.database);
  await service.stopWorkers();
  await service.clear();
  return hits;
}

/** As {@link expectUndisturbed}, against a scan of the same market that runs now, when nothing disturbs it any more. */
export async function expectAsUndisturbedNow(service: RealService, scanId: number, timeoutMs: number): Promise<void> {
  const again = await service.startScan();
  await service.untilEnded(again, timeoutMs);
  await expectUndisturbed(service.database, scanId, await hitsOf(service.database, again));
}

/** Checks that a scan completed with the hits of an undisturbed one, and counted every stock once. */
export async function expectUndisturbed(database: Database, scanId: number, hits: unknown[]): Promise<void> {
  const [scan] = await database.query(
    `select r.status, r.error, r.candidate_count::int as candidates, sum(g.matched)::int as matched,
       sum(g.excluded_limit_up)::int as "excludedLimitUp", sum(g.skipped_short_history)::int as "skippedShortHistory"
     from scan_run r join scan_range g on g.scan_id = r.id where r.id = $1 group by r.id`,
    [scanId],
  );
  expect(scan).toEqual({ status: 'completed', error: null, ...EXPECTED });
  expect(await hitsOf(database, scanId)).toEqual(hits);
}

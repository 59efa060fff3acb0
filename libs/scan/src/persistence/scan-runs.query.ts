import {
  assignmentsOf,
  columnKeysOf,
  columnNamesOf,
  columnsOf,
  insertOf,
  type SqlRunner,
  type Transaction,
  unnestOf,
  type Wire,
  wireColumnsOf,
} from '#lib/database';
import type { CodeRange } from '../domain/code-ranges';
import { computeBreadth } from '../domain/breadth';
import { type HitDoubts, hitWarnings, SENSIBLE_PRIOR_BARS } from '../domain/hit-warnings';
import type { LowVolumeTask } from '../domain/low-volume-stock';
import { DEFAULT_SCAN_OPTIONS } from '../domain/scan-options';
import type { ScanStatus } from '../domain/scan-status';
import { recordScanEnd } from './scan-facts.query';
import type { ScanPersist } from './scan-range.entity';
import type { ScanRow } from './stored-hit.entity';
import { ScanRange } from './scan-range.entity';
import { ScanRun } from './scan-run.entity';
import { StoredHit } from './stored-hit.entity';

const ASKED = [
  'id',
  'status',
  'startDate',
  'endDate',
  'tradingDays',
  'circMktMinYi',
  'circMktMaxYi',
  'candidateCount',
] as const;
const FOUND = ['warnings', 'marketSource'] as const;
const COURSE = ['createdAt', 'startedAt', 'finishedAt', 'error'] as const;

type ShownKey = (typeof ASKED)[number] | (typeof FOUND)[number] | (typeof COURSE)[number] | 'options';

/** A whole-market scan as readers see it. Caps in 亿 yuan, instants ISO 8601 UTC. */
export interface ScanView extends Wire<Pick<ScanRun, ShownKey>> {
  /** Candidates of the ranges that are done. */
  processedCount: number;
  matchedCount: number;
  persist: ScanPersist;
  /** Hits over the candidates evaluated so far, 4 decimals; null before the first. */
  breadth: number | null;
  startedBy: string | null;
  /** How often a worker was lost over a range, so that another took it up again; 0 once the jobs are pruned. */
  interruptions: number;
}

/** A hit as it was stored, with the company's industry by the market data of today. */
export type ScanHit = ScanRow & { industry: string | null };

export type NewScanRun = Omit<ScanRun, 'id' | 'status' | 'error' | 'createdAt' | 'startedAt' | 'finishedAt'>;

const HIT_KEYS = columnKeysOf(StoredHit, ['scanId']);

/** A run of an older build has no other options. */
const OPTIONS = `'${JSON.stringify(DEFAULT_SCAN_OPTIONS)}'::jsonb || r.options`;

const VIEW = `
  select ${columnsOf(ScanRun, 'r', ASKED)},
    coalesce(done.processed, 0) as "processedCount", coalesce(done.matched, 0) as "matchedCount",
    json_build_object('created', coalesce(done.created, 0), 'alreadyOpen', coalesce(done.already_open, 0),
      'closedBefore', coalesce(done.closed_before, 0), 'excludedLimitUp', coalesce(done.excluded_limit_up, 0),
      'skippedShortHistory', coalesce(done.skipped_short_history, 0)) as persist,
    ${OPTIONS} as options, ${columnsOf(ScanRun, 'r', FOUND)}, u.username as "startedBy",
    ${wireColumnsOf(ScanRun, 'r', COURSE)}, done.interruptions
  from scan_run r
  left join app_user u on u.id = r.started_by
  left join lateral (
    select sum(candidates) filter (where g.status = 'done')::int as processed, sum(matched)::int as matched,
      sum(created)::int as created, sum(already_open)::int as already_open, sum(closed_before)::int as closed_before,
      sum(excluded_limit_up)::int as excluded_limit_up,
      sum(skipped_short_history) filter (where g.status = 'done')::int as skipped_short_history,
      coalesce(sum(j.crashes), 0)::int as interruptions
    from scan_range g left join job j on j.id = g.job_id where g.scan_id = r.id
  ) done on true`;

/**
 * Inserts a run, or finds the equal one that is queued or running.
 * @returns the id, and whether it is new.
 */
export async function insertScanRun(tx: Transaction, run: NewScanRun): Promise<{ id: number; created: boolean }> {
  const now = (): string => 'now()';
  const { text, parameters } = insertOf(ScanRun, {
    ...run,
    ...(run.candidateCount === 0 ? { status: 'completed', startedAt: now, finishedAt: now } : { status: 'queued' }),
  });
  for (;;) {
    const [inserted] = await tx.query<{ id: number }>(
      `${text} on conflict (request_key) where status in ('queued', 'running') do nothing returning id`,
      parameters,
    );
    if (inserted !== undefined) return { id: inserted.id, created: true };
    const [running] = await tx.query<{ id: number }>(
      `select id from scan_run where request_key = $1 and status in ('queued', 'running')`,
      [run.requestKey],
    );
    if (running !== undefined) return { id: running.id, created: false };
    // It ended between the two statements: then this request is a new one after all.
  }
}

export async function insertScanRange(tx: Transaction, scanId: number, range: CodeRange, jobId: number): Promise<void> {
  await tx.repository(ScanRange).insert({ scanId, ...range, jobId });
}

export async function selectScan(db: SqlRunner, id: number): Promise<ScanView | undefined> {
  const [scan] = await db.query<Omit<ScanView, 'breadth'>>(`${VIEW} where r.id = $1`, [id]);
  return scan === undefined ? undefined : withBreadth(scan);
}

export async function selectScans(
  db: SqlRunner,
  page: { limit: number; offset: number },
): Promise<{ scans: ScanView[]; total: number }> {
  const scans = await db.query<Omit<ScanView, 'breadth'>>(`${VIEW} order by r.id desc limit $1 offset $2`, [
    page.limit,
    page.offset,
  ]);
  const [count] = await db.query<{ total: number }>('select count(*) as total from scan_run');
  return { scans: scans.map(withBreadth), total: count?.total ?? 0 };
}

function withBreadth(scan: Omit<ScanView, 'breadth'>): ScanView {
  return { ...scan, breadth: computeBreadth(scan.matchedCount, scan.processedCount) };
}

/** Hits in code order, and how many there are in all. */
export async function selectHits(
  db: SqlRunner,
  scanId: number,
  page: { limit: number; offset: number },
): Promise<{ hits: ScanHit[]; total: number }> {
  const hits = await db.query<ScanHit>(
    `select ${columnsOf(StoredHit, 'h', HIT_KEYS)}, s.industry
     from scan_hit h left join stock s on s.code = h.code where h.scan_id = $1 order by h.code limit $2 offset $3`,
    [scanId, page.limit, page.offset],
  );
  const [count] = await db.query<{ total: number }>('select count(*) as total from scan_hit where scan_id = $1', [
    scanId,
  ]);
  return { hits, total: count?.total ?? 0 };
}

export interface ScanRangeRow extends LowVolumeTask, Pick<ScanRange, 'status'>, Pick<ScanRun, 'marketSource'> {
  scanStatus: ScanStatus;
  requestedBy: number | null;
}

export async function selectRange(db: SqlRunner, scanId: number, rangeNo: number): Promise<ScanRangeRow | undefined> {
  const [row] = await db.query<ScanRangeRow>(
    `select ${columnsOf(ScanRange, 'g', ['status', 'codes'])}, r.status as "scanStatus",
       ${columnsOf(ScanRun, 'r', ['startDate', 'endDate', 'priorStart', 'marketSource'])},
       coalesce(r.median_start, r.prior_start) as "medianStart", ${OPTIONS} as options, r.started_by as "requestedBy"
     from scan_range g join scan_run r on r.id = g.scan_id
     where g.scan_id = $1 and g.range_no = $2`,
    [scanId, rangeNo],
  );
  return row;
}

/** Shows that a worker has begun. */
export async function markRunning(tx: Transaction, scanId: number): Promise<void> {
  await tx.query(`update scan_run set status = 'running', started_at = now() where id = $1 and status = 'queued'`, [
    scanId,
  ]);
}

/** One array a column, `$1` is the scan. */
const INSERT_HITS = `
  insert into scan_hit (scan_id, ${columnNamesOf(StoredHit, HIT_KEYS)})
  select $1, * from ${unnestOf(StoredHit, HIT_KEYS, 2)}
  on conflict (scan_id, code) do nothing`;

/** Writes a range's hits and counts; a range that is done already stays as it is. */
export async function finishRange(
  tx: Transaction,
  { scanId, rangeNo }: { scanId: number; rangeNo: number },
  rows: readonly ScanRow[],
  persist: Omit<ScanPersist, 'skippedShortHistory'>,
): Promise<void> {
  await tx.query(INSERT_HITS, [scanId, ...HIT_KEYS.map((key) => rows.map((row) => row[key]))]);
  const parameters: unknown[] = [scanId, rangeNo];
  const counts = assignmentsOf(
    ScanRange,
    { matched: rows.length, ...persist },
    (value) => `$${parameters.push(value)}`,
  );
  await tx.query(
    `update scan_range set status = 'done', finished_at = now(), ${counts.join(', ')}
     where scan_id = $1 and range_no = $2 and status = 'pending'`,
    parameters,
  );
}

/** @returns the range's codes; undefined if it had ended. */
export async function failRange(
  tx: Transaction,
  range: { scanId: number; rangeNo: number },
): Promise<string[] | undefined> {
  const [failed] = await tx.query<{ codes: string[] }>(
    `update scan_range set status = 'failed', finished_at = now()
     where scan_id = $1 and range_no = $2 and status = 'pending' returning codes`,
    [range.scanId, range.rangeNo],
  );
  return failed?.codes;
}

/**
 * Ends the run when no range is pending any more. The run's row is locked first: of two ranges that finish at once the
 * later one sees the other's row, so the run never stays open. `no key`, because the foreign keys of the hits of both hold
 * a key share of that row already, and a full lock would wait for the other's forever.
 */
export async function finishRunWhenComplete(tx: Transaction, scanId: number, error: string | null): Promise<void> {
  await tx.query('select 1 from scan_run where id = $1 for no key update', [scanId]);
  if (error !== null) {
    await tx.query(`update scan_run set error = coalesce(error || '; ', '') || $2 where id = $1`, [scanId, error]);
  }
  const ended = await tx.query(
    `update scan_run r set finished_at = now(), started_at = coalesce(started_at, now()),
       status = case when exists (select 1 from scan_range where scan_id = r.id and status = 'failed')
         then 'failed' else 'completed' end
     where r.id = $1 and r.status in ('queued', 'running')
       and not exists (select 1 from scan_range where scan_id = r.id and status = 'pending')
     returning r.id`,
    [scanId],
  );
  if (ended.length === 0) return;
  await recordScanEnd(tx, scanId);
  const [doubts] = await tx.query<HitDoubts>(
    `select count(*)::int as hits, count(*) filter (where prior_bars < ${SENSIBLE_PRIOR_BARS})::int as "fewPriorBars",
       count(*) filter (where is_st is null)::int as "unknownSt"
     from scan_hit where scan_id = $1`,
    [scanId],
  );
  const warnings = doubts === undefined ? [] : hitWarnings(doubts);
  if (warnings.length > 0) {
    await tx.query('update scan_run set warnings = warnings || $2::jsonb where id = $1', [
      scanId,
      JSON.stringify(warnings),
    ]);
  }
}

export async function selectPendingJobs(tx: Transaction, scanId: number): Promise<number[]> {
  const rows = await tx.query<{ jobId: number }>(
    `select job_id as "jobId" from scan_range where scan_id = $1 and status = 'pending' and job_id is not null
     order by job_id`,
    [scanId],
  );
  return rows.map((row) => row.jobId);
}

/** @returns whether the run was still queued or running. */
export async function cancelRun(tx: Transaction, scanId: number): Promise<boolean> {
  const rows = await tx.query(
    `update scan_run set status = 'cancelled', finished_at = now()
     where id = $1 and status in ('queued', 'running') returning id`,
    [scanId],
  );
  return rows.length > 0;
}

import {
  columnKeysOf,
  columnNamesOf,
  columnsOf,
  insertOf,
  isoInstant,
  type SqlRunner,
  type Transaction,
} from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { StudyResult } from '../domain/study-result';
import type { StudyStatus } from '../domain/study-status';
import { StoredCase } from './stored-case.entity';
import { Study, type Survivorship } from './study.entity';

const SHOWN = [
  ...(['id', 'status', 'screenId', 'screenVersion', 'params', 'filters', 'fromDate', 'toDate', 'horizons'] as const),
  ...(['costs', 'overlap', 'dataVersion', 'marketSource', 'survivorship', 'warnings', 'progress', 'result'] as const),
  ...(['error', 'nightly'] as const),
] as const;

/** A study as readers see it. Instants ISO 8601 UTC. */
export interface StudyRow extends Pick<Study, (typeof SHOWN)[number]> {
  readonly variant: { readonly number: number; readonly of: number };
  /** Null: the nightly job, or the command line. */
  readonly startedBy: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

export type NewStudy = Pick<
  Study,
  | ('screenId' | 'screenVersion' | 'params' | 'filters' | 'fromDate' | 'toDate' | 'horizons' | 'costs' | 'overlap')
  | (
      | 'dataVersion'
      | 'marketSource'
      | 'survivorship'
      | 'warnings'
      | 'variantKey'
      | 'requestKey'
      | 'startedBy'
      | 'nightly'
    )
>;

const VIEW = `
  select ${columnsOf(Study, 's', SHOWN)}, u.username as "startedBy", ${isoInstant('s.created_at')} as "createdAt",
    ${isoInstant('s.started_at')} as "startedAt", ${isoInstant('s.finished_at')} as "finishedAt",
    (select json_build_object('number', count(*) filter (where v.first <= own.first), 'of', count(*))
     from (select min(o.id) as first from study o where o.screen_id = s.screen_id group by o.variant_key) v,
       (select min(o.id) as first from study o where o.screen_id = s.screen_id and o.variant_key = s.variant_key) own
    ) as variant
  from study s left join app_user u on u.id = s.started_by`;

/**
 * Inserts a study, or finds the equal one that is in flight or completed.
 * @returns its id, and whether it is new.
 */
export async function insertStudy(tx: Transaction, study: NewStudy): Promise<{ id: number; created: boolean }> {
  const { text, parameters } = insertOf(Study, study);
  for (;;) {
    const [inserted] = await tx.query<{ id: number }>(
      `${text} on conflict (md5(request_key)) where status in ('queued', 'running', 'completed') do nothing returning id`,
      parameters,
    );
    if (inserted !== undefined) return { id: inserted.id, created: true };
    const [known] = await tx.query<{ id: number }>(
      `select id from study where md5(request_key) = md5($1) and status in ('queued', 'running', 'completed')`,
      [study.requestKey],
    );
    if (known !== undefined) return { id: known.id, created: false };
    // It failed between the two statements: then this request is a new one after all.
  }
}

export async function setStudyJob(tx: Transaction, id: number, jobId: number): Promise<void> {
  await tx.query('update study set job_id = $2 where id = $1', [id, jobId]);
}

export async function selectStudy(db: SqlRunner, id: number): Promise<StudyRow | undefined> {
  const [study] = await db.query<StudyRow>(`${VIEW} where s.id = $1`, [id]);
  return study;
}

/** Which studies a list has; what is left out filters nothing. */
export interface StudyFilter {
  readonly screenId?: string | undefined;
  readonly status?: StudyStatus | undefined;
}

const FILTERED = '($1::text is null or s.screen_id = $1) and ($2::text is null or s.status = $2)';

/** Newest first. */
export async function selectStudies(
  db: SqlRunner,
  { screenId, status }: StudyFilter,
  page: { limit: number; offset: number },
): Promise<{ studies: StudyRow[]; total: number }> {
  const studies = await db.query<StudyRow>(`${VIEW} where ${FILTERED} order by s.id desc limit $3 offset $4`, [
    screenId,
    status,
    page.limit,
    page.offset,
  ]);
  const [count] = await db.query<{ total: number }>(
    `select count(*)::integer as total from study s where ${FILTERED}`,
    [screenId, status],
  );
  return { studies, total: count?.total ?? 0 };
}

/** A study of each screen: the newest of the nights, else the newest. */
export function selectLatestStudies(db: SqlRunner): Promise<StudyRow[]> {
  return db.query<StudyRow>(
    `${VIEW} where s.id in (select distinct on (screen_id) id from study where status = 'completed'
       order by screen_id, nightly desc, id desc)
     order by s.screen_id`,
  );
}

/** The newest completed study of a screen, whichever version and variant it is of. */
export async function selectNewestCompleted(db: SqlRunner, screenId: string): Promise<StudyRow | undefined> {
  const [study] = await db.query<StudyRow>(
    `${VIEW} where s.id = (select max(id) from study where screen_id = $1 and status = 'completed')`,
    [screenId],
  );
  return study;
}

/** Variants of a screen that were studied. */
export async function countVariants(db: SqlRunner, screenId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(distinct variant_key)::integer as count from study where screen_id = $1',
    [screenId],
  );
  return row?.count ?? 0;
}

/** @returns whether it was in flight. */
export async function markStudyRunning(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx.query(
    `update study set status = 'running', started_at = coalesce(started_at, now())
     where id = $1 and status in ('queued', 'running') returning id`,
    [id],
  );
  return rows.length > 0;
}

export async function storeStudyProgress(tx: Transaction, id: number, percent: number): Promise<void> {
  await tx.query(`update study set progress = $2 where id = $1 and status = 'running'`, [id, percent]);
}

export async function completeStudy(
  tx: Transaction,
  id: number,
  { result, dataVersion }: { result: StudyResult; dataVersion: number },
): Promise<void> {
  await tx.query(
    `update study set status = 'completed', progress = 100, result = $2, data_version = $3, finished_at = now()
     where id = $1 and status = 'running'`,
    [id, JSON.stringify(result), dataVersion],
  );
}

/** @returns whether it was in flight. */
export async function endStudy(
  tx: Transaction,
  id: number,
  status: 'failed' | 'cancelled',
  error: string | null,
): Promise<boolean> {
  const rows = await tx.query(
    `update study set status = $2, error = $3, finished_at = now()
     where id = $1 and status in ('queued', 'running') returning id`,
    [id, status, error],
  );
  return rows.length > 0;
}

export async function selectStudyJob(tx: Transaction, id: number): Promise<number | null> {
  const [row] = await tx.query<{ jobId: number | null }>('select job_id as "jobId" from study where id = $1', [id]);
  return row?.jobId ?? null;
}

/** Deletes what an earlier night studied of the same variant: cases would pile up night by night. */
export async function deleteOlderNightlyStudies(tx: Transaction, id: number): Promise<void> {
  await tx.query(
    `delete from study o using study s
     where s.id = $1 and s.nightly and o.nightly and o.status = 'completed'
       and o.variant_key = s.variant_key and o.screen_id = s.screen_id and o.id < s.id`,
    [id],
  );
}

const CASE_KEYS = columnKeysOf(StoredCase, ['studyId']);

/** @param parts Of the cases, each a JSON array of cases with their numbers. */
export async function insertCases(tx: Transaction, studyId: number, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    await tx.query(
      `insert into study_case (study_id, ${columnNamesOf(StoredCase, CASE_KEYS)})
       select $1, r."caseNo", r.code, r."signalDate", r.rank, r.outcome, r."entryDate", r."entryPrice", r."gapPct", r.exits
       from jsonb_to_recordset($2) as r ("caseNo" integer, code text, "signalDate" date, rank integer, outcome text,
         "entryDate" date, "entryPrice" double precision, "gapPct" double precision, exits jsonb)`,
      [studyId, part],
    );
  }
}

/** A case with the stock's name of today. */
export type StudyCaseRow = Omit<StoredCase, 'studyId'> & { readonly stockName: string | null };

/** Cases by signal day and rank, and how many there are in all. */
export async function selectCases(
  db: SqlRunner,
  studyId: number,
  page: { limit: number; offset: number },
): Promise<{ cases: StudyCaseRow[]; total: number }> {
  const cases = await db.query<StudyCaseRow>(
    `select ${columnsOf(StoredCase, 'c', CASE_KEYS)}, k.name as "stockName"
     from study_case c left join stock k on k.code = c.code
     where c.study_id = $1 order by c.case_no limit $2 offset $3`,
    [studyId, page.limit, page.offset],
  );
  const [count] = await db.query<{ total: number }>(
    'select count(*)::integer as total from study_case where study_id = $1',
    [studyId],
  );
  return { cases, total: count?.total ?? 0 };
}

/** Today's names of stocks, by code; a stock without one has no entry. */
export async function selectStockNames(db: SqlRunner, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const stocks = await db.query<{ code: string; name: string }>(
    'select code, name from stock where code = any ($1) and name is not null',
    [[...new Set(codes)]],
  );
  return new Map(stocks.map(({ code, name }) => [code, name]));
}

/** What the market lacks that a study should have. */
export interface MarketGaps {
  readonly survivorship: Survivorship;
  /** Whether nothing says which stocks were under special treatment. */
  readonly stUnknown: boolean;
  readonly capsUnknown: boolean;
  /** Days of the span that the market has bars of. */
  readonly days: number;
}

export async function selectMarketGaps(db: SqlRunner, from: CalendarDay, to: CalendarDay): Promise<MarketGaps> {
  const [row] = await db.query<{ delisted: boolean; st: boolean; caps: boolean; days: number }>(
    `select exists (select from stock where delist_date is not null and last_bar_date >= $1) as delisted,
       exists (select from stock_name) or exists (select from daily_bar where trade_date = $2 and is_st is not null) as st,
       exists (select from daily_bar where trade_date = $2 and circ_market_cap is not null) as caps,
       (select count(*)::integer from market_day where bars > 0 and trade_date between $1 and $2) as days`,
    [from, to],
  );
  return {
    survivorship: row?.delisted === true ? 'complete' : 'delisted_missing',
    stUnknown: row?.st !== true,
    capsUnknown: row?.caps !== true,
    days: row?.days ?? 0,
  };
}

/** What a portfolio reads of a study's cases: those that entered, or could not. */
export function selectPortfolioHits(
  db: SqlRunner,
  studyId: number,
): Promise<Pick<StoredCase, 'code' | 'signalDate' | 'rank'>[]> {
  return db.query(
    `select ${columnsOf(StoredCase, 'c', ['code', 'signalDate', 'rank'])} from study_case c
     where c.study_id = $1 and c.outcome <> 'pending' order by c.case_no`,
    [studyId],
  );
}
